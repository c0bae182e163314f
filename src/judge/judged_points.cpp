// Where points come from, and how rules are judged by them.

#include <algorithm>

#include "base/parallel.hpp"
#include "judge/inside.hpp"

namespace hitmiss {

void InsideTally::add(const ExactInside& exact, bool said) {
    on_surface += exact.on_surface, points += !exact.on_surface;
    missing += !exact.on_surface && exact.parity && !said;
    added += !exact.on_surface && !exact.parity && said;
}

InsideTally& InsideTally::operator+=(const InsideTally& other) {
    points += other.points, on_surface += other.on_surface;
    missing += other.missing, added += other.added;
    return *this;
}

PointSource random_points(const Geometry& geometry, std::uint64_t seed) {
    return [box = geometry.box, seed](std::uint64_t number) {
        Random random = random_of(seed, number);
        return random_point_around(box, random);
    };
}

PointSource points_near_surface(const Geometry& geometry, std::uint64_t seed) {
    return [triangles = geometry.triangles, off = 1e-6 * geometry.box.diagonal(),
            seed](std::uint64_t number) {
        Random random = random_of(~seed, number);  // other numbers than random_points'
        const Triangle<double> tri(triangles[random.below(std::uint32_t(triangles.size()))]);
        const auto p = random_point(tri, random), n = normal(tri);
        const double size = glm::length(n);
        const double way = random.uniform(-off, off) / (size > 0 ? size : 1);
        return Vec<float>(p + way * n);
    };
}

PointTallies judge_points(const PointSource& points, std::uint64_t count,
                          const std::vector<Insider>& rules, const Geometry& geometry,
                          const EachPoint& each) {
    constexpr std::uint64_t block = 256;
    PointTallies sums{std::vector<InsideTally>(rules.size()), {}};
    parallel_for(std::size_t((count + block - 1) / block), [&](std::size_t b) {
        PointTallies part{std::vector<InsideTally>(rules.size()), {}};
        std::vector<bool> said(rules.size());
        const std::uint64_t end = std::min(count, (b + 1) * block);
        for (std::uint64_t number = b * block; number < end; ++number) {
            const Vec<float> point = points(number);
            const ExactInside exact = exact_inside(point, geometry);
            for (std::size_t r = 0; r < rules.size(); ++r) {
                said[r] = rules[r](point, number);
                part.rules[r].add(exact, said[r]);
            }
            part.winding.add(exact, exact.wound());
            if (each) each(number, exact, said);
        }
#pragma omp critical(hitmiss_judge_points)
        {
            for (std::size_t r = 0; r < rules.size(); ++r) sums.rules[r] += part.rules[r];
            sums.winding += part.winding;
        }
    });
    return sums;
}

}  // namespace hitmiss
