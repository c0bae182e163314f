#pragma once
// Binned SAH: the cheapest way to split a node's triangles in two (Wald, On fast Construction of
// SAH-based Bounding Volume Hierarchies, 2007).

#include <array>
#include <bit>
#include <span>

#include "base/geometry.hpp"
#include "methods/kernel.hpp"

namespace hitmiss {

/// Four floats or integers, which every machine has instructions for.
using Four [[gnu::vector_size(16)]] = float;
using FourNumbers [[gnu::vector_size(16)]] = std::int32_t;

inline Four least(const Four& a, const Four& b) {
    return a < b ? a : b;
}

/// A box, as its lower corner and its negated upper corner: including another box is two minima of
/// four floats. For a triangle or a cluster of triangles, lo[3] carries its index and up[3] the
/// number of triangles as the bits of a float >= 1, because small integers would be denormals,
/// which are slow.
struct Bounds {
    Four lo{inf, inf, inf, inf}, up{inf, inf, inf, inf};

    static constexpr float inf = Box::inf;
    static Bounds of(const Box& box, std::size_t index, std::size_t count = 1) {
        return {Four{box.lo.x, box.lo.y, box.lo.z, as_float(index)},
                Four{-box.hi.x, -box.hi.y, -box.hi.z, as_float(count)}};
    }
    std::uint32_t index() const { return as_number(lo[3]); }
    std::uint32_t count() const { return as_number(up[3]); }

    void include(const Bounds& other) { lo = least(lo, other.lo), up = least(up, other.up); }
    /// Twice the centre: only relative positions matter.
    Four centre() const { return lo - up; }
    Four extent() const { return -up - lo; }
    Box box() const { return {{lo[0], lo[1], lo[2]}, {-up[0], -up[1], -up[2]}}; }

private:
    static constexpr std::uint32_t first_number = std::bit_cast<std::uint32_t>(1.0f);
    static float as_float(std::size_t number) {
        return std::bit_cast<float>(first_number + std::uint32_t(number));
    }
    static std::uint32_t as_number(float number) {
        return std::bit_cast<std::uint32_t>(number) - first_number;
    }
};

struct Split {
    std::size_t axis = 0, bin = 0;  ///< items in bins below this one go left; 0: there is no split
    float cost = Box::inf;
};

/// Which bin of each axis a box's centre lies in.
class Binning {
public:
    /// So many bins along each axis.
    Binning(const Four& from, const Four& extent, std::size_t count)
        : from_(from), scale_(float(count) / extent), last_(Four{} + float(count - 1)) {
        // All centres at one point: all in bin 0.
        scale_ = scale_ < Four{} + Box::inf ? scale_ : Four{};
    }
    FourNumbers of(const Bounds& item) const {
        const Four place = (item.centre() - from_) * scale_;
        // If the distance of two centres overflows a float, this is NaN.
        const Four above = place > 0 ? place : Four{};
        return __builtin_convertvector(least(above, last_), FourNumbers);
    }
    /// Whether the item's bin is below the split.
    bool is_below(const Split& split, const Bounds& item) const {
        const std::size_t k = split.axis;
        return !((item.lo[k] - item.up[k] - from_[k]) * scale_[k] >= float(split.bin));
    }

private:
    Four from_, scale_, last_;
};

/// A set of items: their bounds, and how many triangles they are.
struct Bin {
    Bounds box;
    std::size_t count = 0;
};

/// The items of a node, or of a part of it, by bin.
template <std::size_t bin_count>
class Bins {
public:
    void take(std::span<const Bounds> items, const Binning& binning) {
        const auto put = [&](const Bounds& item) {
            const auto bin = binning.of(item);
            const auto count = int(item.count());
            for (std::size_t axis = 0; axis < 3; ++axis) {
                ByAxis& of = bins_[std::size_t(bin[axis])];
                of.box[axis].include(item), of.count[axis] += count;
            }
        };
        // From both halves in turn: neighbours in a mesh fall into the same bin, where the second
        // would stall on the first one's store.
        const std::size_t half = items.size() / 2;
        for (std::size_t k = 0; k < half; ++k) put(items[k]), put(items[half + k]);
        if (items.size() % 2 != 0) put(items.back());
    }
    void add(const Bins& other) {
        for (std::size_t b = 0; b < bin_count; ++b) bins_[b].add(other.bins_[b]);
    }

    /// The cheapest border between two bins. Cost is leaves times area, because a leaf's triangles
    /// are tested together; the longest side of the node's box is scaled to 1.
    Split best(const Bounds& box) const {
        const Vec<float> extent = box.box().extent();
        const float scale = 1 / extent[widest_axis(extent)];
        std::array<Four, bin_count> right_cost;
        ByAxis right, left;
        for (std::size_t b = bin_count - 1; b > 0; --b) {
            right.add(bins_[b]);
            right_cost[b] = right.cost(scale);
        }
        // The least cost along each axis, where branches would be unpredictable.
        Four cost = Four{} + Box::inf;
        FourNumbers border{};
        for (std::size_t b = 1; b < bin_count; ++b) {
            left.add(bins_[b - 1]);
            const Four both = left.cost(scale) + right_cost[b];
            border = both < cost ? FourNumbers{} + int(b) : border;
            cost = both < cost ? both : cost;
        }
        Split best;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Split one{axis, std::size_t(border[axis]), cost[axis]};
            if (one.cost < best.cost || (one.cost == best.cost && one.bin < best.bin)) best = one;
        }
        return best;
    }

    /// The items on either side.
    std::array<Bin, 2> sides(const Split& split) const {
        const auto sum = [&](std::size_t begin, std::size_t end) {
            Bin all;
            for (std::size_t b = begin; b < end; ++b) {
                all.box.include(bins_[b].box[split.axis]);
                all.count += std::size_t(bins_[b].count[split.axis]);
            }
            return all;
        };
        return {sum(0, split.bin), sum(split.bin, bin_count)};
    }

private:
    /// Three sets of items, one for each axis.
    struct ByAxis {
        std::array<Bounds, 3> box;
        FourNumbers count{};

        void add(const ByAxis& other) {
            for (std::size_t axis = 0; axis < 3; ++axis) box[axis].include(other.box[axis]);
            count += other.count;
        }
        /// NaN for an empty set.
        Four cost(float scale) const {
            const Four e = box[0].extent(), f = box[1].extent(), g = box[2].extent();
            const Four x = Four{e[0], f[0], g[0], 0} * scale, y = Four{e[1], f[1], g[1], 0} * scale,
                       z = Four{e[2], f[2], g[2], 0} * scale;
            const FourNumbers leaves = (count + int(leaf_size - 1)) / int(leaf_size);
            return (x * y + y * z + z * x) * __builtin_convertvector(leaves, Four);
        }
    };

    std::array<ByAxis, bin_count> bins_;
};

}  // namespace hitmiss
