#pragma once
// Rays and triangles that try the exact answer: on a small lattice, where ties are exact, then
// scaled, moved, stretched and nudged by one float.

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/geometry.hpp"
#include "base/random.hpp"

namespace hitmiss {

using Float3 = Vec<float>;

struct Pair {
    Ray<float> ray;
    Triangle<float> tri;
};

inline std::string describe(const Pair& pair) {
    std::string text;
    for (const auto& v : {pair.ray.o, pair.ray.d, pair.tri.a, pair.tri.b, pair.tri.c})
        text += fmt::format("({:a}, {:a}, {:a}) ", v.x, v.y, v.z);
    return text;
}

class Pairs {
public:
    static constexpr int kinds = 15;

    explicit Pairs(std::uint64_t seed) : random_(seed) {}

    Pair operator()(int kind) {
        switch (kind) {
            case 0:
                return through_plane(random_point());
            case 1:
                return lattice();
            case 2:
                return nudged(lattice());
            case 3:
                return nudged(through_plane(on_edge()));
            case 4:
                return scaled(lattice(), -100);
            case 5:
                return scaled(lattice(), 100);
            case 6:
                return scaled(lattice(), -149);  // all but the least float's multiples
            case 7:
                return nudged(scaled(lattice(), -140));
            case 8:
                return moved(lattice(), 0x1p18f);
            case 9:
                return nudged(moved(through_plane(on_edge()), 1000));
            case 10:
                return sliver();
            case 11:
                return coplanar();
            case 12:
                return wild();
            case 13:
                return beside_edge();
            default:
                return origin_in_plane();
        }
    }

private:
    float coordinate(float size) { return size * float(2 * random_.uniform() - 1); }
    Float3 point(float size) {
        return Float3{coordinate(size), coordinate(size), coordinate(size)};
    }
    Float3 lattice_point() {
        const auto draw = [&] { return float(int(random_.below(9)) - 4); };
        return Float3{draw(), draw(), draw()};
    }
    Float3 weights() {
        const float u = float(random_.uniform()), v = float(random_.uniform());
        return u + v < 1 ? Float3{1 - u - v, u, v} : Float3{u + v - 1, 1 - u, 1 - v};
    }
    Float3 random_point() { return 1.2f * weights() - 0.1f; }
    Float3 on_edge() {
        auto w = weights();
        w[int(random_.below(3))] = 0;
        return w / (w.x + w.y + w.z);
    }

    Pair through_plane(const Float3& w) {
        const Triangle<float> tri(point(1), point(1), point(1));
        const auto o = point(4);
        return {{o, glm::normalize(w.x * tri.a + w.y * tri.b + w.z * tri.c - o)}, tri};
    }

    /// Aimed exactly at an inner point, a vertex, a point of an edge, or anywhere.
    Pair lattice() {
        const Triangle<float> tri(lattice_point(), lattice_point(), lattice_point());
        const auto o = lattice_point();
        const Float3 targets[] = {tri.a + tri.b + tri.c - 3.0f * o, tri.b - o,
                                  tri.c + tri.a - 2.0f * o, lattice_point()};
        auto d = targets[random_.below(4)];
        if (d == Float3(0)) d = {0, 0, 1};
        return {{o, random_.below(8) == 0 ? -d : d}, tri};
    }

    template <typename Change>
    static Pair changed(const Pair& pair, const Change& change) {
        return {{change(pair.ray.o), change(pair.ray.d)},
                {change(pair.tri.a), change(pair.tri.b), change(pair.tri.c)}};
    }
    static Pair scaled(const Pair& pair, int exponent) {
        return changed(pair, [&](const Float3& v) {
            return Float3{std::ldexp(v.x, exponent), std::ldexp(v.y, exponent),
                          std::ldexp(v.z, exponent)};
        });
    }
    static Pair moved(Pair pair, float by) {
        const Float3 offset{by, -by, 0.5f * by};
        pair.tri = {pair.tri.a + offset, pair.tri.b + offset, pair.tri.c + offset};
        pair.ray.o += offset;
        return pair;
    }
    /// One coordinate goes to the next float.
    Pair nudged(Pair pair) {
        Float3* const vectors[] = {&pair.ray.o, &pair.ray.d, &pair.tri.a, &pair.tri.b, &pair.tri.c};
        float& x = (*vectors[random_.below(5)])[int(random_.below(3))];
        x = std::nextafter(x, random_.below(2) == 0 ? -10.0f : 10.0f);
        return pair;
    }
    /// c lies on ab, except for rounding.
    Pair sliver() {
        auto pair = through_plane(on_edge());
        const float f = float(random_.uniform());
        pair.tri.c = (1 - f) * pair.tri.a + f * pair.tri.b;
        pair.ray.d = glm::normalize(pair.tri.c - pair.ray.o);
        return pair;
    }
    /// The ray lies in the plane, or a lattice step beside it.
    Pair coplanar() {
        auto pair = lattice();
        const auto p = lattice_point(), q = lattice_point();
        for (Float3* v : {&pair.tri.a, &pair.tri.b, &pair.tri.c, &pair.ray.o, &pair.ray.d})
            *v = v->x * p + v->y * q;
        if (pair.ray.d == Float3(0)) pair.ray.d = {1, 0, 0};
        if (random_.below(4) == 0) pair.ray.o.z += 1;
        return pair;
    }
    /// From near the origin through a point of ab, off by some 2^-53: doubles know little more of
    /// the volume with ab than its error bound.
    Pair beside_edge() {
        Pair pair = lattice();
        pair.ray.o = std::ldexp(1.0f, -50 - int(random_.below(6))) * point(1);
        pair.tri.a += 0x1p-20f * lattice_point(), pair.tri.b += 0x1p-20f * lattice_point();
        pair.ray.d = pair.tri.a + pair.tri.b;
        if (pair.ray.d == Float3(0)) pair.ray.d = {0, 0, 1};
        return pair;
    }
    /// Every coordinate has an exponent of its own, over the whole range of floats.
    Pair wild() {
        return changed(through_plane(random_point()), [&](const Float3& v) {
            Float3 result;
            for (int k = 0; k < 3; ++k) result[k] = std::ldexp(v[k], int(random_.below(250)) - 140);
            return result;
        });
    }
    Pair origin_in_plane() {
        auto pair = lattice();
        const auto along = pair.tri.b - pair.tri.a, across = pair.tri.c - pair.tri.a;
        pair.ray.o =
            pair.tri.a + float(random_.below(3)) * along + float(random_.below(3)) * across;
        return pair;
    }

    Random random_;
};

}  // namespace hitmiss
