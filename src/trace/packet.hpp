#pragma once
// Sixteen rays from one origin, walked together through the wide tree.

#include "trace/beam.hpp"
#include "trace/lanes.hpp"

namespace hitmiss {

/// What a packet reads about one triangle, side by side.
template <typename Method>
struct Leaf {
    typename PreparedScene<Method>::Prepared prepared;
    Box reach;
    std::uint32_t triangle;
};

/// The t at which a ray enters a box, both relative to the ray's origin, at least 0; NaN if it
/// passes by. A ray within a face's plane (0 times infinity is NaN) is not held up by that face.
inline float entry(float lx, float ly, float lz, float hx, float hy, float hz, float ix, float iy,
                   float iz) {
    const float ax = lx * ix, bx = hx * ix, ay = ly * iy, by = hy * iy, az = lz * iz, bz = hz * iz;
    const float near_x = ix >= 0 ? ax : bx, far_x = ix >= 0 ? bx : ax;
    const float near_y = iy >= 0 ? ay : by, far_y = iy >= 0 ? by : ay;
    const float near_z = iz >= 0 ? az : bz, far_z = iz >= 0 ? bz : az;
    float enter = 0, leave = Box::inf;
    enter = near_x > enter ? near_x : enter, leave = far_x < leave ? far_x : leave;
    enter = near_y > enter ? near_y : enter, leave = far_y < leave ? far_y : leave;
    enter = near_z > enter ? near_z : enter, leave = far_z < leave ? far_z : leave;
    return enter <= leave ? enter : std::numeric_limits<float>::quiet_NaN();
}

/// A triangle whose reach many of the rays meet is tested against all of them. Of a triangle that
/// few meet, as on a mesh with several triangles per pixel, the pairs of ray and triangle are
/// collected, and tested sixteen pairs at a time.
template <typename Method>
class Packet {
    using Real = typename MethodTraits<Method>::Real;
    using Prepared = typename PreparedScene<Method>::Prepared;
    using Number = std::conditional_t<std::is_same_v<Prepared, Triangle<float>>, float, Real>;
    static constexpr int many = 4;

public:
    /// One to sixteen rays, all within the beam.
    Packet(const Method& method, const Leaf<Method>* leaves, const WideNode* nodes,
           std::span<const Ray<float>> rays, const Beam& beam, float margin)
        : method_(method),
          leaves_(leaves),
          nodes_(nodes),
          beam_(beam),
          count_(rays.size()),
          origin_(rays[0].o),
          to_lo_(-origin_ - margin),
          to_hi_(margin - origin_) {
        for (std::size_t k = 0; k < lanes; ++k) {
            const Vec<float> d = rays[std::min(k, count_ - 1)].d;
            dx_[k] = d.x, dy_[k] = d.y, dz_[k] = d.z;
        }
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k) {
            ix_[k] = 1 / dx_[k], iy_[k] = 1 / dy_[k], iz_[k] = 1 / dz_[k];
            best_[k] = std::numeric_limits<Real>::infinity(), triangle_[k] = no_triangle;
            refused_[k] = 0;
        }
    }

    /// Puts what the beam meets of the node's children on the stack, the nearest on top of those
    /// above `bottom`.
    void push(const WideNode& node, std::size_t bottom) {
        std::array<float, WideNode::width> depth;
        for (auto mask = beam_.meets(node, depth); mask != 0; mask &= mask - 1) {
            const auto k = std::size_t(std::countr_zero(mask));
            if (depth[k] > limit_) continue;
            std::size_t place = size_++;
            for (; place > bottom && stack_[place - 1].depth < depth[k]; --place)
                stack_[place] = stack_[place - 1];
            stack_[place] = {node.child[k], depth[k]};
            if (node.child[k].is_leaf()) {
                __builtin_prefetch(&leaves_[node.child[k].index()]);
            } else {
                const char* next = reinterpret_cast<const char*>(&nodes_[node.child[k].index()]);
                for (int line = 0; line < 4; ++line) __builtin_prefetch(next + 64 * line);
            }
        }
    }

    /// Works the stack off and writes the hits; returns how many candidates were refused.
    std::uint64_t walk(std::span<Hit> hits) {
        while (size_ > 0) {
            const Pending next = stack_[--size_];
            if (next.depth > limit_) continue;
            if (next.child.is_leaf())
                visit(next.child.index());
            else
                push(nodes_[next.child.index()], size_);
        }
        test_pairs();
        std::uint64_t refused = 0;
        for (std::size_t k = 0; k < count_; ++k) {
            hits[k] = {double(best_[k]), triangle_[k]};
            refused += refused_[k];
        }
        return refused;
    }

private:
    struct Pending {
        Child child;
        float depth;
    };

    void visit(std::uint32_t place) {
        const Leaf<Method>& leaf = leaves_[place];
        const Vec<float> lo = leaf.reach.lo + to_lo_, hi = leaf.reach.hi + to_hi_;
        std::uint32_t mask = 0;
#pragma omp simd reduction(| : mask)
        for (std::size_t k = 0; k < lanes; ++k) {
            const float t = entry(lo.x, lo.y, lo.z, hi.x, hi.y, hi.z, ix_[k], iy_[k], iz_[k]);
            mask |= Real(t) <= best_[k] ? 1u << k : 0u;
        }
        mask &= (1u << count_) - 1;
        if (std::popcount(mask) >= many) return test_all(leaf);
        for (; mask != 0; mask &= mask - 1) {
            pair_ray_[pairs_] = std::uint32_t(std::countr_zero(mask)), pair_leaf_[pairs_] = place;
            if (++pairs_ == lanes) test_pairs();
        }
    }

    void test_all(const Leaf<Method>& leaf) {
        const Method method = method_;
        const Prepared prepared = leaf.prepared;
        const Vec<Real> o(origin_);
        Lanes<Real> t;
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            t[k] =
                tested(method, prepared, o.x, o.y, o.z, Real(dx_[k]), Real(dy_[k]), Real(dz_[k]));
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            keep(t[k], leaf.reach, leaf.triangle, o.x, o.y, o.z, Real(dx_[k]), Real(dy_[k]),
                 Real(dz_[k]), best_[k], triangle_[k], refused_[k]);
        lower_limit();
    }

    void test_pairs() {
        if (pairs_ == 0) return;
        const Method method = method_;
        const Vec<Real> o(origin_);
        Lanes<Real> t, dx, dy, dz;
        Transposed<Prepared, Number> prepared;
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::size_t pair = k < pairs_ ? k : 0, ray = pair_ray_[pair];
            dx[k] = Real(dx_[ray]), dy[k] = Real(dy_[ray]), dz[k] = Real(dz_[ray]);
            prepared.put(k, leaves_[pair_leaf_[pair]].prepared);
        }
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k)
            t[k] = tested_at(method, prepared, k, o.x, o.y, o.z, dx[k], dy[k], dz[k]);
        for (std::size_t k = 0; k < pairs_; ++k) {
            if (!(t[k] > 0)) continue;
            const Leaf<Method>& leaf = leaves_[pair_leaf_[k]];
            const std::size_t ray = pair_ray_[k];
            keep(t[k], leaf.reach, leaf.triangle, o.x, o.y, o.z, dx[k], dy[k], dz[k], best_[ray],
                 triangle_[ray], refused_[ray]);
        }
        pairs_ = 0;
        for (std::size_t k = count_; k < lanes; ++k) best_[k] = best_[count_ - 1];
        lower_limit();
    }

    /// Nothing deeper than the farthest of the best hits matters any more.
    void lower_limit() {
        Real farthest = 0;
#pragma omp simd reduction(max : farthest)
        for (std::size_t k = 0; k < lanes; ++k)
            farthest = best_[k] > farthest ? best_[k] : farthest;
        limit_ = float(farthest) * beam_.scale;
    }

    const Method method_;
    const Leaf<Method>* leaves_;
    const WideNode* nodes_;
    const Beam& beam_;
    std::size_t count_;
    Vec<float> origin_, to_lo_, to_hi_;
    Lanes<float> dx_, dy_, dz_, ix_, iy_, iz_;
    Lanes<Real> best_;
    Lanes<std::uint32_t> triangle_, refused_;
    float limit_ = Box::inf;
    Lanes<std::uint32_t> pair_ray_, pair_leaf_;
    std::size_t pairs_ = 0;
    std::array<Pending, WideNode::width*(max_depth + WideNode::width)> stack_;
    std::size_t size_ = 0;
};

}  // namespace hitmiss
