#include "judge/ties.hpp"

#include <algorithm>

#include "base/exact.hpp"
#include "base/two_doubles.hpp"
#include "judge/distance.hpp"
#include "trace/near.hpp"

namespace hitmiss {
namespace {

/// Triangles that are tried for another tie. More than these lie within tau only where the mesh is
/// finer than the arithmetic.
constexpr std::size_t most_tried = 1 << 14;

template <typename Real>
Vec<Real> real(const Vec<float>& v) {
    return {Real(double(v.x)), Real(double(v.y)), Real(double(v.z))};
}

/// A triangle as seen from the ray's origin; the normal is that of the corners as they are stored.
template <typename Real>
struct Seen {
    Triangle<Real> tri;
    Vec<Real> n;

    Seen(const Ray<float>& ray, const Triangle<float>& stored) {
        const auto o = real<Real>(ray.o);
        const auto a = real<Real>(stored.a), b = real<Real>(stored.b), c = real<Real>(stored.c);
        tri = {a - o, b - o, c - o};
        n = cross(b - a, c - a);
    }
    /// The triangle's point nearest to p, less p.
    Vec<Real> from(const Vec<Real>& p) const { return nearest_in_triangle(p, tri, n) - p; }
};

/// Calls with(Real()) for a number type far finer than that precision.
template <typename With>
auto with_finer(Precision precision, With&& with) {
    return precision == Precision::single ? with(double()) : with(TwoDoubles());
}

/// The ray's line, and what it passes.
template <typename Real>
struct RayLine {
    Vec<Real> d;
    double length = square(d);  ///< squared

    bool is_near(const Vec<Real>& p, double distance) const {
        return square(cross(p, d)) <= distance * distance * length;
    }
    /// The corners, and the point of each side nearest to the line, as far as these are near it.
    std::vector<Vec<Real>> points_near(const Triangle<Real>& tri, double distance) const {
        std::vector<Vec<Real>> points;
        for (const auto& [a, b] : edges(tri))
            for (const auto& p : {a, nearest_to_line(d, a, b)})
                if (is_near(p, distance)) points.push_back(p);
        return points;
    }
    /// Whether it passes through the inside.
    bool crosses(const Triangle<Real>& tri) const {
        int left_of = 0;  // edges
        for (const auto& [a, b] : edges(tri)) left_of += double(dot(d, cross(a, b))) > 0;
        return left_of == 0 || left_of == 3;
    }
    /// Where it passes through the inside of a triangle.
    Vec<Real> crossing(const Seen<Real>& tri) const {
        return d * (dot(tri.n, tri.tri.a) / dot(tri.n, d));
    }
    /// Where it meets the plane of a triangle of E.
    Vec<Real> exact_point(const Seen<Real>& A, double t) const {
        // At a grazing angle the quotient is worse in double than t is.
        if constexpr (std::is_same_v<Real, double>) return d * t;
        return crossing(A);
    }
};

template <typename Real>
std::optional<TieLink> find_tie(std::uint32_t triangle, const AnsweredRay& asked) {
    const Ray<float>& ray = asked.ray;
    const double tau = asked.tau();
    const auto seen = [&](std::uint32_t index) { return Seen<Real>(ray, asked.triangle(index)); };
    const auto touches = [&](const Seen<Real>& tri, const Vec<Real>& p) {
        return square(tri.from(p)) <= tau * tau;
    };
    const RayLine<Real> line{real<Real>(ray.d)};
    const Seen<Real> T = seen(triangle);
    std::vector<std::uint32_t> ties = asked.right.triangles;
    const auto in_the_scene = [&](const Vec<Real>& p) {
        return Vec<double>(double(p.x), double(p.y), double(p.z)) + Vec<double>(ray.o);
    };
    const Vec<Real> P = line.exact_point(seen(ties[0]), asked.right.t);
    if (touches(T, P)) return TieLink{ties[0], in_the_scene(P)};
    auto of_T = line.points_near(T.tri, 2 * tau);
    if (line.crosses(T.tri))
        of_T.push_back(line.crossing(T));
    else if (of_T.empty())
        return {};

    const std::size_t right = ties.size();
    const auto points_of = [&](std::size_t k) {
        const Seen<Real> A = seen(ties[k]);
        auto points = line.points_near(A.tri, tau);
        if (k < right)
            points.push_back(P);
        else if (line.crosses(A.tri))
            points.push_back(line.crossing(A));
        return points;
    };
    const auto met_by_T = [&](std::size_t k) -> std::optional<TieLink> {
        for (const auto& p : points_of(k))
            if (touches(T, p)) return TieLink{ties[k], in_the_scene(p)};
        const Seen<Real> A = seen(ties[k]);
        for (const auto& q : of_T)
            if (const auto p = q + A.from(q); line.is_near(p, tau) && touches(T, p))
                return TieLink{ties[k], in_the_scene(p)};
        return {};
    };
    for (std::size_t k = 0; k < right; ++k)
        if (const auto link = met_by_T(k)) return link;
    // From tie to tie.
    std::size_t tried = 0;
    for (std::size_t k = 0; k < ties.size() && tried < most_tried; ++k) {
        if (k >= right && runs_in_plane(ray, asked.triangle(ties[k]))) continue;
        if (k >= right)
            if (const auto link = met_by_T(k)) return link;
        for (const auto& p : points_of(k)) {
            const Vec<double> at = in_the_scene(p);
            const double radius =
                tau + 0x1p-50 * (glm::length(at) + glm::length(Vec<double>(ray.o)));
            for_each_near(asked.geometry.tree(), at, radius, [&](std::uint32_t index) {
                if (++tried < most_tried && std::ranges::find(ties, index) == ties.end() &&
                    touches(seen(index), p))
                    ties.push_back(index);
            });
        }
    }
    return {};
}

}  // namespace

double tie_tolerance(double t, const Ray<float>& ray, Precision precision) {
    return tie_roundings * unit_roundoff(precision) * std::abs(t) * glm::length(Vec<double>(ray.d));
}

double distance_to_plane(double t, std::uint32_t triangle, const AnsweredRay& asked) {
    return with_finer(asked.precision, [&]<typename Real>(Real) {
        const Seen<Real> seen(asked.ray, asked.triangle(triangle));
        const double n = square(seen.n);
        if (n == 0) return std::numeric_limits<double>::infinity();
        const auto from_plane = dot(seen.n, real<Real>(asked.ray.d) * Real(t) - seen.tri.a);
        return std::abs(double(from_plane)) / std::sqrt(n);
    });
}

double distance_to_triangle(double t, std::uint32_t triangle, const AnsweredRay& asked) {
    return with_finer(asked.precision, [&]<typename Real>(Real) {
        const Seen<Real> seen(asked.ray, asked.triangle(triangle));
        return std::sqrt(square(seen.from(real<Real>(asked.ray.d) * Real(t))));
    });
}

bool is_good(const Hit& hit, const AnsweredRay& asked) {
    if (!in_front(hit.t)) return false;
    if (is_close(hit.t, asked.right.t)) return true;
    return distance_to_plane(hit.t, hit.triangle, asked) <= asked.tau() &&
           !runs_in_plane(asked.ray, asked.triangle(hit.triangle));
}

std::optional<TieLink> tie_link(std::uint32_t triangle, const AnsweredRay& asked) {
    return with_finer(asked.precision,
                      [&]<typename Real>(Real) { return find_tie<Real>(triangle, asked); });
}

}  // namespace hitmiss
