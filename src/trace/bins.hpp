#pragma once
// Binned SAH: the cheapest way to split a node's triangles in two (Wald, On fast Construction of
// SAH-based Bounding Volume Hierarchies, 2007).

#include <array>
#include <bit>
#include <span>

#include "base/geometry.hpp"
#include "methods/kernel.hpp"

namespace hitmiss {

inline constexpr std::size_t bin_count = 16;

/// Four floats, which every machine has instructions for.
using Four [[gnu::vector_size(16)]] = float;

inline Four least(const Four& a, const Four& b) {
    return a < b ? a : b;
}

/// A box, as its lower corner and its negated upper corner: including another box is two minima of
/// four floats. For a single triangle, lo[3] carries its index as the bits of a float >= 1, because
/// small integers would be denormals, which are slow.
struct Bounds {
    Four lo{inf, inf, inf, inf}, up{inf, inf, inf, inf};

    static constexpr float inf = Box::inf;
    static Bounds of(const Box& box, std::uint32_t triangle) {
        const float number = std::bit_cast<float>(first_number + triangle);
        return {Four{box.lo.x, box.lo.y, box.lo.z, number},
                Four{-box.hi.x, -box.hi.y, -box.hi.z, 0}};
    }
    std::uint32_t triangle() const { return std::bit_cast<std::uint32_t>(lo[3]) - first_number; }

    void include(const Bounds& other) { lo = least(lo, other.lo), up = least(up, other.up); }
    /// Twice the centre: only relative positions matter.
    Four centre() const { return lo - up; }
    Four extent() const { return -up - lo; }
    Box box() const { return {{lo[0], lo[1], lo[2]}, {-up[0], -up[1], -up[2]}}; }

private:
    static constexpr std::uint32_t first_number = std::bit_cast<std::uint32_t>(1.0f);
};

struct Split {
    std::size_t axis = 0, bin = 0;  ///< items in bins below this one go left; 0: there is no split
    float cost = Box::inf;
};

/// Which bin of each axis a box's centre lies in.
class Binning {
    using Numbers [[gnu::vector_size(16)]] = std::int32_t;

public:
    explicit Binning(const Bounds& centres)
        : from_(centres.lo), scale_(float(bin_count) / centres.extent()) {
        // All centres at one point: all in bin 0.
        scale_ = scale_ < Four{} + Box::inf ? scale_ : Four{};
    }
    Numbers of(const Bounds& item) const {
        const Four place = (item.centre() - from_) * scale_;
        // If the distance of two centres overflows a float, this is NaN.
        const Four above = place > 0 ? place : Four{};
        return __builtin_convertvector(least(above, Four{} + float(bin_count - 1)), Numbers);
    }
    /// Whether the item's bin is below the split.
    bool is_below(const Split& split, const Bounds& item) const {
        const std::size_t k = split.axis;
        return !((item.lo[k] - item.up[k] - from_[k]) * scale_[k] >= float(split.bin));
    }

private:
    Four from_, scale_;
};

/// A set of items: their bounds and their number.
struct Bin {
    Bounds box;
    std::uint32_t count = 0;

    void add(const Bounds& items, std::uint32_t number) { box.include(items), count += number; }
    void add(const Bin& other) { add(other.box, other.count); }
};

/// The items of a node, or of a part of it, by bin.
class Bins {
public:
    void take(std::span<const Bounds> items, const Binning& binning) {
        const auto put = [&](const Bounds& item) {
            const auto bin = binning.of(item);
            for (std::size_t axis = 0; axis < 3; ++axis)
                bins_[std::size_t(bin[axis])][axis].add(item, 1);
        };
        // From both halves in turn: neighbours in a mesh fall into the same bin, where the second
        // would stall on the first one's store.
        const std::size_t half = items.size() / 2;
        for (std::size_t k = 0; k < half; ++k) put(items[k]), put(items[half + k]);
        if (items.size() % 2 != 0) put(items.back());
    }
    void add(const Bins& other) {
        for (std::size_t b = 0; b < bin_count; ++b)
            for (std::size_t axis = 0; axis < 3; ++axis) bins_[b][axis].add(other.bins_[b][axis]);
    }

    /// The cheapest border between two bins. Cost is leaves times area, because a leaf's triangles
    /// are tested together; the longest side of the node's box is scaled to 1.
    Split best(const Bounds& box) const {
        const Vec<float> extent = box.box().extent();
        const float scale = 1 / extent[widest_axis(extent)];
        const auto cost = [&](const Bin& part) {
            const Four e = part.box.extent() * scale;
            const auto leaves = float((part.count + leaf_size - 1) / leaf_size);
            return (e[0] * e[1] + e[1] * e[2] + e[2] * e[0]) * leaves;  // NaN for an empty part
        };
        std::array<std::array<float, 3>, bin_count> right_cost;
        std::array<Bin, 3> right, left;
        for (std::size_t b = bin_count - 1; b > 0; --b)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                right[axis].add(bins_[b][axis]);
                right_cost[b][axis] = cost(right[axis]);
            }
        Split best;
        for (std::size_t b = 1; b < bin_count; ++b)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                left[axis].add(bins_[b - 1][axis]);
                const float both = cost(left[axis]) + right_cost[b][axis];
                if (both < best.cost) best = {axis, b, both};
            }
        return best;
    }

    /// The items on either side.
    std::array<Bin, 2> sides(const Split& split) const {
        std::array<Bin, 2> both;
        for (std::size_t b = 0; b < bin_count; ++b)
            both[b < split.bin ? 0 : 1].add(bins_[b][split.axis]);
        return both;
    }

private:
    std::array<std::array<Bin, 3>, bin_count> bins_;
};

}  // namespace hitmiss
