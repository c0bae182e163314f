#pragma once
// Where a method tells at little cost that most rays miss, the pairs of a ray and a triangle that
// are left are tested together, whichever they are, instead of all lanes for the sake of one.

#include <bit>

#include "methods/lanes.hpp"

namespace hitmiss {

/// The t at which the ray meets the triangle's plane, -1 if the method rules that point out.
template <typename Test, typename Prepared, typename Real>
HITMISS_FLATTENED Real not_ruled_out(const Test& method, const Prepared& tri, Real height, Real ox,
                                     Real oy, Real oz, Real dx, Real dy, Real dz) {
    const Vec<Real> o(ox, oy, oz), d(dx, dy, dz);
    const Real t = height / glm::dot(tri.n, d);
    return method.outside(o + t * d, tri) ? Real(-1) : t;
}

/// Which of those t (bit k: lane k) are positive and no more than best(k).
template <typename Real>
HITMISS_FLATTENED std::uint32_t lanes_up_to(std::size_t n, const Real* t, const auto& best) {
    std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
    for (std::size_t k = 0; k < n; ++k) set |= ((t[k] > 0) & (t[k] <= best(k))) ? 1u << k : 0u;
    return set;
}

/// Tests pairs in full, sixteen at a time, and keeps what is hit.
template <typename Test, typename Prepared>
class Pairs {
    using Real = typename MethodTraits<Test>::Real;

public:
    Pairs(const Test& method, PacketGroup& group)
        : method_(method), o_(group.origin), group_(group) {}

    /// A triangle, the height of the rays' origin over it, and a lane of packet p.
    void add(const Prepared& tri, Real height, std::uint32_t triangle, std::size_t p,
             std::size_t lane) {
        // The first one in all lanes, so that there is something in each.
        if (count_ == 0) triangles_.fill(tri);
        triangles_.put(count_, tri), height_[count_] = height;
        for (std::size_t axis = 0; axis < 3; ++axis)
            d_[axis][count_] = Real(group_.packet[p].d[axis][lane]);
        of_[count_++] = {triangle, std::uint32_t(p), std::uint32_t(lane)};
        if (count_ == lanes) test();
    }
    /// Tests what has been added since.
    void test() {
        if (count_ == 0) return;
        const Test& method = method_;
        const Real ox = o_.x, oy = o_.y, oz = o_.z;
        const Real *const dx = d_[0].data(), *const dy = d_[1].data(), *const dz = d_[2].data();
        const Real* const height = height_.data();
        const auto& triangles = triangles_;
        Lanes<Real> t;
        test_lanes<false>(lanes, t.data(), [&](auto quick, std::size_t k) {
            const auto tri = triangles.get(k);
            return tested<quick>(method, NothingPrepared{}, height[k], tri, ox, oy, oz, dx[k],
                                 dy[k], dz[k]);
        });
        for (std::size_t k = 0; k < count_; ++k) {
            const auto [triangle, p, lane] = of_[k];
            Packet& packet = group_.packet[p];
            keep(t[k], triangle, packet.best<Real>()[lane], packet.triangle[lane]);
            hit_ |= in_front(t[k]) ? 1u << p : 0u;
        }
        count_ = 0;
    }
    /// The packets that have hit anything.
    std::uint32_t hit() const { return hit_; }

private:
    struct Of {
        std::uint32_t triangle, packet, lane;
    };
    const Test& method_;
    const Vec<Real> o_;
    PacketGroup& group_;
    Columns<Prepared, Real, lanes> triangles_;
    std::array<Lanes<Real>, 3> d_{};
    Lanes<Real> height_{};
    std::array<Of, lanes> of_;
    std::size_t count_ = 0;
    std::uint32_t hit_ = 0;
};

}  // namespace hitmiss
