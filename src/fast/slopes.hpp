#pragma once
// Rays of similar direction, as sixteen packets of sixteen.

#include "fast/view.hpp"

namespace hitmiss {

/// Sixteen windows, of packets or of groups of them.
class Windows {
public:
    Windows() = default;
    /// The windows of packets of rays with these slopes.
    Windows(const float* s, const float* r, std::size_t packets) {
        for (std::size_t p = 0; p < packets; ++p, s += lanes, r += lanes) {
            float s_lo = Box::inf, s_hi = -Box::inf, r_lo = Box::inf, r_hi = -Box::inf;
#pragma omp simd reduction(min : s_lo, r_lo) reduction(max : s_hi, r_hi)
            for (std::size_t k = 0; k < lanes; ++k) {
                s_lo = s[k] < s_lo ? s[k] : s_lo, s_hi = s[k] > s_hi ? s[k] : s_hi;
                r_lo = r[k] < r_lo ? r[k] : r_lo, r_hi = r[k] > r_hi ? r[k] : r_hi;
            }
            set(p, {s_lo, s_hi, r_lo, r_hi});
        }
    }
    void set(std::size_t p, const Window& window) {
        s_lo_[p] = window.s_lo, s_hi_[p] = window.s_hi;
        r_lo_[p] = window.r_lo, r_hi_[p] = window.r_hi;
    }

    /// The windows (bit p: window p) with rays for which may_meet holds.
    std::uint32_t meeting(const auto& may_meet) const {
        std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
        for (std::size_t p = 0; p < lanes; ++p)
            set |= may_meet(s_lo_[p], s_hi_[p], r_lo_[p], r_hi_[p]) ? 1u << p : 0u;
        return set;
    }

    Window operator[](std::size_t p) const {
        return {s_lo_[p], s_hi_[p], r_lo_[p], r_hi_[p]};
    }

    /// Which packets (lanes) may meet which of the boxes, no deeper than their limits.
    Meetings meet(const Outlines& seen, std::uint32_t boxes, const Lanes<float>& limit) const {
        Lanes<std::uint32_t> met{};
        const auto all = boxes;
        for (; boxes != 0; boxes &= boxes - 1) {
            const auto b = std::size_t(std::countr_zero(boxes));
            const float left = seen.s_lo[b], right = seen.s_hi[b], down = seen.r_lo[b],
                        up = seen.r_hi[b], depth = seen.depth[b];
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k) {
                const float apart = largest(left - s_hi_[k], s_lo_[k] - right, down - r_hi_[k],
                                            r_lo_[k] - up, depth - limit[k]);
                met[k] += std::uint32_t(!(apart > 0)) << b;
            }
        }
        if ((seen.deep & all) != 0) leave_beside(seen, all, met);
        static_assert(std::endian::native == std::endian::little, "lane 0 must be the low byte");
        std::array<std::uint8_t, lanes> bytes;
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k) bytes[k] = std::uint8_t(met[k]);
        return {std::bit_cast<std::array<std::uint64_t, 2>>(bytes)};
    }

private:
    /// Removes from each lane the boxes that it passes beside.
    void leave_beside(const Outlines& seen, std::uint32_t boxes, Lanes<std::uint32_t>& met) const {
        for (boxes &= seen.deep; boxes != 0; boxes &= boxes - 1) {
            const auto b = std::size_t(std::countr_zero(boxes));
            for (const auto& side : seen.side) {
                const float x = side.x[b], y = side.y[b];
#pragma omp simd
                for (std::size_t k = 0; k < lanes; ++k)
                    met[k] &= (*this)[k].left_of(x, y) ? ~(1u << b) : ~0u;
            }
        }
    }

    Lanes<float> s_lo_{}, s_hi_{}, r_lo_{}, r_hi_{};
};

/// The slopes of up to 256 rays. Copies of the last ray fill the last packet.
struct Slopes {
    static constexpr std::size_t most = lanes * lanes;

    alignas(64) std::array<float, most> s, r;
    std::size_t packets;
    Windows windows;  ///< of the packets
    Window window;    ///< of all rays

    /// Takes one to 256 rays; returns whether the view suits all of them.
    bool take(const View& view, std::span<const Ray<float>> rays) {
        constexpr std::size_t stride = sizeof(Ray<float>) / sizeof(float);
        const float* const d = &rays[0].d.x;
        const float *const x = d + view.right, *const y = d + view.up, *const z = d + view.ahead;
        const float sign = view.sign;
        float* const all_s = s.data();
        float* const all_r = r.data();
        std::uint32_t unsuited = 0;
#pragma omp simd reduction(+ : unsuited)
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const bool suits =
                slopes_of(x[stride * k], y[stride * k], sign * z[stride * k], all_s[k], all_r[k]);
            unsuited += suits ? 0u : 1u;
        }
        packets = (rays.size() + lanes - 1) / lanes;
        for (auto* slopes : {&s, &r})
            std::fill(slopes->begin() + rays.size(), slopes->begin() + packets * lanes,
                      (*slopes)[rays.size() - 1]);
        windows = Windows(s.data(), r.data(), packets);
        window = Window::empty();
        for (std::size_t p = 0; p < packets; ++p) window.include(windows[p]);
        return unsuited == 0;
    }
};

}  // namespace hitmiss
