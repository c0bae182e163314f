#pragma once
// Rays one float apart about the edge that two triangles share: which of the two each test hits.

#include "draw/compose.hpp"
#include "judge/judge.hpp"

namespace hitmiss {

/// The triangles of a mesh that share an edge of one of them: this one first.
struct SharedEdge {
    std::array<Triangle<float>, 2> triangles;
    std::array<std::uint32_t, 2> numbers;
    Vec<double> middle;  ///< of the edge
};
/// Edge 0, 1, 2: ab, bc, ca. Nothing if no other triangle has that edge.
std::optional<SharedEdge> shared_edge(std::span<const Triangle<float>> triangles,
                                      std::uint32_t triangle, std::size_t edge);

/// Rays from the eye through the middle of the edge and around it, row by row: in their two smaller
/// components the directions of neighbours are neighbouring floats.
std::vector<Ray<float>> rays_about(const SharedEdge& edge, const Vec<float>& eye, int across);

/// What a method makes of them.
struct CrackMap {
    Method method;
    std::vector<Hit> hits;
    std::vector<Outcome> outcomes;
    OutcomeCounts counts{};
};
/// Judges the methods on the two triangles alone.
std::vector<CrackMap> map_crack(const SharedEdge& edge, const std::vector<Ray<float>>& rays,
                                const std::vector<Method>& methods, const Vec<double>& eye);

/// The exact answer, then a cell for each method: both triangles in greys, rays that hit neither or
/// the wrong one in the colours of their outcomes, and a dot where a tie is answered.
std::vector<Drawing> draw_crack(std::string title, std::string subtitle,
                                const std::vector<CrackMap>& maps, int across, const Page& page);

}  // namespace hitmiss
