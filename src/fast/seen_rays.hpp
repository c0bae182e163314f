#pragma once
// Rays of similar direction, as sixteen packets of sixteen, and where they are seen.

#include "fast/grid.hpp"
#include "fast/packet_kernel.hpp"

namespace hitmiss {

/// Sixteen windows, of packets or of groups of them.
class Windows {
public:
    Windows() = default;
    /// The windows of packets of rays that are seen there.
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

    Window operator[](std::size_t p) const {
        return {s_lo_[p], s_hi_[p], r_lo_[p], r_hi_[p]};
    }
    /// The window of the first ones.
    Window around(std::size_t count) const {
        Window all = Window::empty();
        for (std::size_t p = 0; p < count; ++p) all.include((*this)[p]);
        return all;
    }
    /// The windows (bit p: window p) that meet this one, and have a limit no less than the depth.
    std::uint32_t meeting(const Window& box, float depth, const Lanes<float>& limit) const {
        const float left = box.s_lo, right = box.s_hi, down = box.r_lo, up = box.r_hi;
        std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
        for (std::size_t p = 0; p < lanes; ++p) {
            const float apart = largest(left - s_hi_[p], s_lo_[p] - right, down - r_hi_[p],
                                        r_lo_[p] - up, depth - limit[p]);
            set |= apart > 0 ? 0u : 1u << p;
        }
        return set;
    }
    /// The windows (bit p: window p) with rays for which may_meet holds.
    std::uint32_t meeting(const auto& may_meet) const {
        std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
        for (std::size_t p = 0; p < lanes; ++p)
            set |= may_meet(s_lo_[p], s_hi_[p], r_lo_[p], r_hi_[p]) ? 1u << p : 0u;
        return set;
    }

private:
    Lanes<float> s_lo_{}, s_hi_{}, r_lo_{}, r_hi_{};
};

/// Where up to 256 rays are seen. Copies of the last ray fill the last packet.
struct SeenRays {
    static constexpr std::size_t most = lanes * lanes;

    alignas(64) std::array<std::array<float, most>, 3> d;  ///< directions, by axis
    std::size_t packets;
    Windows windows;  ///< of the packets

    /// Takes one to 256 rays; returns whether all have this origin, bit by bit. They mostly come
    /// from memory, so later ones are asked for.
    bool take(std::span<const Ray<float>> rays, const Vec<float>& origin) {
        constexpr std::size_t ahead = 160;
        const auto bits = [](float number) { return std::bit_cast<std::uint32_t>(number); };
        const std::uint32_t x = bits(origin.x), y = bits(origin.y), z = bits(origin.z);
        packets = (rays.size() + lanes - 1) / lanes;
        std::uint32_t differ = 0;
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const Ray<float>& ray = rays[k];
            __builtin_prefetch(rays.data() + k + ahead);
            // Not the bits of all at once, which would go through memory.
            differ |= (bits(ray.o.x) ^ x) | (bits(ray.o.y) ^ y) | (bits(ray.o.z) ^ z);
            d[0][k] = ray.d.x, d[1][k] = ray.d.y, d[2][k] = ray.d.z;
        }
        for (auto& along : d)
            std::fill(along.begin() + rays.size(), along.begin() + packets * lanes,
                      along[rays.size() - 1]);
        return differ == 0;
    }
    /// Looks at the rays; returns whether the view suits all of them and they are within a
    /// tolerance of the pixels from a column and row on: infinity for rays without a grid.
    bool look(const View& view, float column, float row, float tolerance) {
        const float *const x = d[0].data(), *const y = d[1].data(), *const z = d[2].data();
        alignas(64) std::array<float, most> s, r;
        const Look look(view);
        std::uint32_t unsuited = 0;
#pragma omp simd reduction(+ : unsuited)
        for (std::size_t k = 0; k < packets * lanes; ++k) {
            const bool suits = look(x[k], y[k], z[k], s[k], r[k]);
            const float off_s = std::abs(s[k] - (column + column_of_ray[k])),
                        off_r = std::abs(r[k] - (row + row_of_ray[k]));
            const bool near = bool(off_s <= tolerance) & bool(off_r <= tolerance);
            unsuited += 1u - unsigned(suits & near);
        }
        if (tolerance == Box::inf) {
            windows = Windows(s.data(), r.data(), packets);
        } else {
            for (std::size_t p = 0; p < lanes; ++p) {
                const float left = column + column_of_ray[p * lanes] - tolerance,
                            bottom = row + row_of_ray[p * lanes] - tolerance,
                            side = 3 + 2 * tolerance;
                windows.set(p, {left, left + side, bottom, bottom + side});
            }
        }
        return unsuited == 0;
    }
};

}  // namespace hitmiss
