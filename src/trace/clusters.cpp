#include "trace/clusters.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel.hpp"

namespace hitmiss {
namespace {

constexpr std::uint32_t side_bits = 8, cells_per_side = 1 << side_bits;
constexpr std::uint32_t digit_bits = 12, digits = 1 << digit_bits;
static_assert(2 * digit_bits >= 3 * side_bits, "two digits are a cell's number");

/// Pieces of work for the threads. The number of pieces changes no result.
constexpr std::size_t pieces = 16;

/// A triangle, and the number of its centre's cell in Z-order.
struct Placed {
    std::uint32_t cell, triangle;
};

/// Every number below the cells per side, with its bits at every third place.
constexpr std::array<std::uint32_t, cells_per_side> numbers_at_thirds() {
    std::array<std::uint32_t, cells_per_side> all{};
    for (std::uint32_t k = 0; k < cells_per_side; ++k)
        for (std::uint32_t bit = 0; bit < side_bits; ++bit) all[k] |= (k >> bit & 1) << 3 * bit;
    return all;
}
constexpr std::array at_thirds = numbers_at_thirds();

/// Calls visit(piece, begin, end) for each piece of so many elements.
void for_each_piece(std::size_t count, auto&& visit) {
    parallel_for(pieces,
                 [&](std::size_t k) { visit(k, count * k / pieces, count * (k + 1) / pieces); });
}

/// Sorts by one digit of the cells' numbers, and leaves equal ones in their order.
void sort_by_digit(std::span<const Placed> from, std::span<Placed> to, std::uint32_t digit) {
    const auto digit_of = [&](const Placed& one) {
        return one.cell >> digit * digit_bits & (digits - 1);
    };
    std::vector<std::array<std::uint32_t, digits>> next(pieces);
    for_each_piece(from.size(), [&](std::size_t piece, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) ++next[piece][digit_of(from[k])];
    });
    // From numbers of elements to where the next one of a piece goes.
    std::uint32_t before = 0;
    for (std::size_t d = 0; d < digits; ++d)
        for (auto& of_piece : next) before += std::exchange(of_piece[d], before);
    for_each_piece(from.size(), [&](std::size_t piece, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) to[next[piece][digit_of(from[k])]++] = from[k];
    });
}

/// Whether a cluster begins at place k > 0. Clusters are the largest cells, of half, a quarter ...
/// of all space, with at most cluster_size triangles.
bool cluster_begins(std::span<const Placed> all, std::size_t k) {
    // The smallest cell with both neighbours; it is a cluster, or in one, if it has few triangles.
    const auto shift = std::bit_width(all[k - 1].cell ^ all[k].cell);
    if (shift == 0) return false;
    for (std::size_t i = k - std::min(k, cluster_size); i < k && i + cluster_size < all.size(); ++i)
        if (all[i].cell >> shift == all[i + cluster_size].cell >> shift) return true;
    return false;
}

}  // namespace

Clusters clusters_of(std::span<const Triangle<float>> triangles, const Bounds& centres) {
    const std::size_t count = triangles.size();
    Unfilled<Placed> placed(count), sorted(count);
    // The cells are cubes.
    const Four extent = centres.extent();
    const Binning cells(centres.lo, Four{} + std::max({extent[0], extent[1], extent[2]}),
                        cells_per_side);
    for_each_piece(count, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const auto cell = cells.of(Bounds::of(bounds(triangles[k]), 0));
            placed[k] = {at_thirds[std::size_t(cell[0])] | at_thirds[std::size_t(cell[1])] << 1 |
                             at_thirds[std::size_t(cell[2])] << 2,
                         std::uint32_t(k)};
        }
    });
    sort_by_digit(placed, sorted, 0);
    sort_by_digit(sorted, placed, 1);
    Clusters clusters;
    clusters.order.resize(count);
    std::array<std::vector<std::uint32_t>, pieces> first;
    for_each_piece(count, [&](std::size_t piece, std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            clusters.order[k] = placed[k].triangle;
            if (k == 0 || cluster_begins(placed, k)) first[piece].push_back(std::uint32_t(k));
        }
    });
    for (const auto& of_piece : first)
        clusters.first.insert(clusters.first.end(), of_piece.begin(), of_piece.end());
    clusters.first.push_back(std::uint32_t(count));
    return clusters;
}

}  // namespace hitmiss
