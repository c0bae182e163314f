#pragma once
// The order in which a tracer keeps the triangles, learnt from its answers.

#include "judge/judge.hpp"

namespace hitmiss {

/// Pairs of a number that a tracer gives and the triangle that is truly hit, of rays that meet one
/// triangle only and have a good t.
class TriangleNumbers {
public:
    /// Adds the rays of a batch, by its first column.
    void add(const JudgedBatch& judged);

    /// For each number the triangle of the mesh that it stands for most often; unknown_triangle
    /// where it was not seen. Nothing unless each stands for another triangle, most of them for one
    /// that has not this number, and the rays are enough to tell.
    std::optional<std::vector<std::uint32_t>> order() const;

private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_{};  ///< number and triangle
};

/// The answerer's answers with the triangles renumbered.
Answerer renumbered(const Answerer& answerer, std::vector<std::uint32_t> order);

}  // namespace hitmiss
