#pragma once
// Which of 256 rays have their slopes in a small window.

#include "trace/slopes.hpp"

namespace hitmiss {

/// A set of up to 256 rays: bit r % 64 of word[r / 64] is ray r.
struct RaySet {
    std::array<std::uint64_t, 4> word{};

    void insert(std::size_t ray) { word[ray / 64] |= std::uint64_t(1) << ray % 64; }
    int size() const {
        return std::popcount(word[0]) + std::popcount(word[1]) + std::popcount(word[2]) +
               std::popcount(word[3]);
    }
};

/// Cuts the window of all rays into columns by s and rows by r, and keeps for each column and row
/// the set of the rays that are in it or beyond. Rounding is monotonic, so that a ray between two
/// slopes is also between their columns: the answers lack no ray, and have a few too many.
class RayTable {
public:
    explicit RayTable(const Window& all) : s_(all.s_lo, all.s_hi), r_(all.r_lo, all.r_hi) {}

    /// Slopes in the constructor's window, no NaN.
    void insert(std::size_t ray, float s, float r) { s_.insert(ray, s), r_.insert(ray, r); }
    /// To be called after the last ray.
    void close() { s_.close(), r_.close(); }

    /// All rays whose slopes are in the window, and perhaps a few more. NaN bounds nothing.
    RaySet rays_in(const Window& window) const {
        const RaySet &a = s_.from(window.s_lo), &b = s_.beyond(window.s_hi);
        const RaySet &c = r_.from(window.r_lo), &d = r_.beyond(window.r_hi);
        RaySet in;
        for (std::size_t i = 0; i < in.word.size(); ++i)
            in.word[i] = a.word[i] & ~b.word[i] & c.word[i] & ~d.word[i];
        return in;
    }

private:
    class Axis {
    public:
        Axis(float lo, float hi) : lo_(lo), scale_(hi - lo > 0x1p-100f ? last / (hi - lo) : 0) {}

        void insert(std::size_t ray, float slope) {
            from_[std::size_t((slope - lo_) * scale_)].insert(ray);
        }
        void close() {
            for (std::size_t k = from_.size() - 1; k-- > 0;)
                for (std::size_t i = 0; i < 4; ++i) from_[k].word[i] |= from_[k + 1].word[i];
        }
        // NaN is in the first column from below, in the last from above.
        const RaySet& from(float slope) const {
            const float place = (slope - lo_) * scale_;
            return from_[std::size_t(place > 0 ? place < last ? place : last : 0)];
        }
        const RaySet& beyond(float slope) const {
            const float place = (slope - lo_) * scale_;
            return from_[std::size_t(place < last ? place > 0 ? place : 0 : last) + 1];
        }

    private:
        static constexpr float last = 63.5f;
        float lo_, scale_;
        std::array<RaySet, 65> from_;  ///< nothing is beyond the last column
    };

    Axis s_, r_;
};

}  // namespace hitmiss
