#pragma once
// On how many rays files of answers disagree with each other.

#include <mutex>

#include "base/report.hpp"
#include "judge/judge.hpp"

namespace hitmiss {

/// For each two files of answers: on how many rays they disagree on what is hit or on t, where both
/// are counts on how often, else on whether anything is.
class Disagreements {
public:
    /// The answerers, one for each method, must outlive it.
    Disagreements(const std::vector<Method>& methods, std::span<const Answerer> answerers);

    /// Counts the rays of a batch; from any thread.
    void count(const JudgedBatch& judged);

    Rows rows(const std::vector<Method>& methods) const;

private:
    struct Pair {
        std::size_t a, b;
        std::uint64_t rays;
    };
    std::span<const Answerer> answerers_;
    std::vector<Pair> pairs_{};
    std::mutex mutex_{};
};

/// The rows as sentences, of all these rays.
std::string disagreements_text(const Rows& rows, std::size_t rays, std::size_t width);

}  // namespace hitmiss
