#pragma once
// Rays as a tracer takes them: one origin, many directions.

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// Rays from one origin. The directions are component by component, as vector lanes load them.
struct Rays {
    Vec<float> o;
    std::array<std::span<const float>, 3> d;

    std::size_t size() const { return d[0].size(); }
    Ray<float> operator[](std::size_t k) const { return {o, {d[0][k], d[1][k], d[2][k]}}; }
    Rays subspan(std::size_t first, std::size_t count) const {
        return {
            o,
            {d[0].subspan(first, count), d[1].subspan(first, count), d[2].subspan(first, count)}};
    }
};

/// Owns the directions of rays from one origin.
class RayList {
public:
    explicit RayList(const Vec<float>& origin = Vec<float>(0), std::size_t size = 0) : o_(origin) {
        for (auto& component : d_) component.resize(size);
    }
    explicit RayList(const Ray<float>& ray) : RayList(ray.o, 1) { set(0, ray.d); }
    std::size_t size() const { return d_[0].size(); }
    Ray<float> operator[](std::size_t k) const { return Rays(*this)[k]; }
    void set(std::size_t k, const Vec<float>& d) {
        for (int axis = 0; axis < 3; ++axis) d_[std::size_t(axis)][k] = d[axis];
    }
    operator Rays() const { return {o_, {d_[0], d_[1], d_[2]}}; }

private:
    Vec<float> o_;
    std::array<std::vector<float>, 3> d_;
};

/// Calls work(rays, first) for each run of rays with the same origin; `first` is the index of its
/// first ray.
template <typename Work>
void for_each_origin(std::span<const Ray<float>> rays, Work&& work) {
    RayList all(Vec<float>(0), rays.size());
    for (std::size_t k = 0; k < rays.size(); ++k) all.set(k, rays[k].d);
    for (std::size_t first = 0, end; first < rays.size(); first = end) {
        for (end = first + 1; end < rays.size() && rays[end].o == rays[first].o;) ++end;
        Rays run = Rays(all).subspan(first, end - first);
        run.o = rays[first].o;
        work(std::as_const(run), first);
    }
}

}  // namespace hitmiss
