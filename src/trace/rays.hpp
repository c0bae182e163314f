#pragma once
// Rays as a tracer takes them: one origin, many directions.

#include <array>
#include <span>
#include <vector>

#include "methods/geometry.hpp"

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
    explicit RayList(const Ray<float>& ray) : o_(ray.o) { push_back(ray.d); }
    std::size_t size() const { return d_[0].size(); }
    Ray<float> operator[](std::size_t k) const { return Rays(*this)[k]; }
    void set(std::size_t k, const Vec<float>& d) {
        for (int axis = 0; axis < 3; ++axis) d_[std::size_t(axis)][k] = d[axis];
    }
    void push_back(const Vec<float>& d) {
        for (int axis = 0; axis < 3; ++axis) d_[std::size_t(axis)].push_back(d[axis]);
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
    for (std::size_t first = 0, size; first < rays.size(); first += size) {
        RayList run(rays[first]);
        while (first + run.size() < rays.size() && rays[first + run.size()].o == rays[first].o)
            run.push_back(rays[first + run.size()].d);
        size = run.size();
        work(Rays(run), first);
    }
}

}  // namespace hitmiss
