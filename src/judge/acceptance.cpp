#include "judge/acceptance.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/exact.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

Vec<float> PointGrid::point(std::size_t column, std::size_t row) const {
    const float x = columns[column], y = rows[row];
    return plane == Plane::level ? Vec<float>(x, y, at) : Vec<float>(at, x, y);
}

std::vector<float> even_coordinates(double first, double step, int count) {
    std::vector<float> values;
    for (int k = 0; k < count; ++k) values.push_back(float(first + k * step));
    return values;
}

std::vector<float> consecutive_floats(float middle, int count) {
    float value = middle;
    for (int k = 0; k < count / 2; ++k) value = std::nextafter(value, -Box::inf);
    std::vector<float> values;
    for (int k = 0; k < count; ++k, value = std::nextafter(value, Box::inf))
        values.push_back(value);
    return values;
}

PointGrid float_grid(const Vec<float>& middle, int count) {
    PointGrid grid{consecutive_floats(middle.x, count), consecutive_floats(middle.y, count)};
    std::ranges::reverse(grid.rows);
    return grid;
}

bool exactly_inside(const Vec<float>& P, const Triangle<float>& tri) {
    // The line through P along z meets the plane z = 0 in P itself. Doubles would not do: a product
    // of two differences of floats may need more than their 53 bits.
    return P.z == 0 && exact_hit(Ray<float>({P.x, P.y, 1}, {0, 0, -1}), tri).hit;
}

std::string point_tests() {
    std::string names;
    for (const Entry* entry : catalogue())
        if (entry->info.kind == Kind::point_test)
            names += (names.empty() ? "" : ", ") + std::string(entry->info.name);
    return names;
}

AcceptanceMap map_acceptance(const std::function<bool(const Vec<float>&)>& accepts,
                             const Triangle<float>& tri, const PointGrid& grid) {
    if (tri.a.z != 0 || tri.b.z != 0 || tri.c.z != 0)
        throw Error(Exit::bug, "an acceptance map of a triangle outside of the plane z = 0");
    AcceptanceMap map{int(grid.columns.size()), int(grid.rows.size()), {}, {}};
    for (std::size_t row = 0; row < grid.rows.size(); ++row)
        for (std::size_t column = 0; column < grid.columns.size(); ++column) {
            const auto P = grid.point(column, row);
            const bool accepted = accepts(P), inside = exactly_inside(P, tri);
            map.accepted.push_back(accepted), map.inside.push_back(inside);
            map.leaks += inside && !accepted, map.false_hits += accepted && !inside;
        }
    return map;
}

AcceptanceMap map_acceptance(const Method& method, const Triangle<float>& tri,
                             const PointGrid& grid) {
    const Kernel kernel = method.kernel({});
    if (!kernel.inside)
        throw Error(
            Exit::usage,
            "{}: tests rays, not points; the methods that test points are {}; or give --edge",
            method.name(), point_tests());
    return map_acceptance([&](const Vec<float>& P) { return kernel.inside(Vec<double>(P), tri); },
                          tri, grid);
}

}  // namespace hitmiss
