#include "judge/acceptance.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "base/exact.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

double mean_distance(const std::vector<float>& samples) {
    return (double(samples.back()) - samples.front()) / double(samples.size() - 1);
}

/// Where the distance of floats changes, at a power of two, and the ends of the range that the
/// samples show. What rounding does to even samples far from the origin bends nothing.
std::vector<double> bends_of(const std::vector<float>& samples) {
    const double mean = mean_distance(samples);
    std::vector<double> bends{samples.front() - mean / 2, samples.back() + mean / 2};
    for (std::size_t k = 1; k + 1 < samples.size(); ++k) {
        const double change = double(samples[k + 1]) - 2 * double(samples[k]) + samples[k - 1];
        int exponent;
        if (std::abs(change) > 1e-3 * std::abs(mean) &&
            std::abs(std::frexp(samples[k], &exponent)) == 0.5f)
            bends.push_back(samples[k]);
    }
    // Beyond the first and the last one the mean distance counts, which is then another.
    if (bends.size() > 2) bends.insert(bends.end(), {samples.front(), samples.back()});
    return bends;
}

}  // namespace

Vec<double> PointGrid::at_place(const glm::dvec2& place) const {
    Vec<double> p;
    p[axis] = at, p[right()] = place.x, p[up()] = place.y;
    return p;
}

Vec<float> PointGrid::point(std::size_t number) const {
    return Vec<float>(at_place({columns[number % columns.size()], rows[number / columns.size()]}));
}

std::vector<float> even_coordinates(double first, double step, int count) {
    std::vector<float> values;
    for (int k = 0; k < count; ++k) values.push_back(float(first + k * step));
    return values;
}

double position_among(const std::vector<float>& samples, double value) {
    const double mean = mean_distance(samples);
    if (mean == 0) return 0.5;
    // The first sample at the value or beyond.
    const auto before = [&](float sample, double v) { return mean > 0 ? sample < v : sample > v; };
    const auto next = std::lower_bound(samples.begin(), samples.end(), value, before);
    if (next == samples.begin()) return 0.5 + (value - *next) / mean;
    const double last = *std::prev(next), step = next == samples.end() ? mean : *next - last;
    return double(next - samples.begin()) - 0.5 + (value - last) / step;
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

std::vector<glm::dvec2> edge_among(const PointGrid& grid, const Vec<float>& from,
                                   const Vec<float>& to) {
    const int u = grid.right(), v = grid.up();
    const glm::dvec2 a(from[u], from[v]), b(to[u], to[v]), d = b - a;
    const std::vector<float>* const samples[]{&grid.columns, &grid.rows};
    std::vector<glm::dvec2> points;
    const auto add = [&](const glm::dvec2& p) {
        glm::dvec2 at(position_among(grid.columns, p.x), position_among(grid.rows, p.y));
        for (int axis = 0; axis < 2; ++axis) {
            // The end of the range itself may be rounded to a place beyond it.
            constexpr double rounding = 1e-6;
            const auto size = double(samples[axis]->size());
            if (!(at[axis] > -rounding && at[axis] < size + rounding)) return;
            at[axis] = std::clamp(at[axis], 0.0, size);
        }
        points.push_back(at);
    };
    add(a), add(b);
    // The points p where it bends: p x d = a x b. The products of floats are exact in double, so
    // that the line keeps its distance from 0, where floats are close together.
    const double moment = a.x * b.y - a.y * b.x;
    for (int axis = 0; axis < 2; ++axis)
        for (const double bend : bends_of(*samples[axis])) {
            if ((bend < a[axis]) == (bend < b[axis])) continue;
            glm::dvec2 p(bend);
            p[1 - axis] = (bend * d[1 - axis] + (axis == 0 ? -moment : moment)) / d[axis];
            add(p);
        }
    // Along the edge neither position turns back.
    const auto along = [&](const glm::dvec2& at) {
        double sum = 0;
        for (int axis = 0; axis < 2; ++axis)
            sum += d[axis] * mean_distance(*samples[axis]) < 0 ? -at[axis] : at[axis];
        return sum;
    };
    std::ranges::sort(points, {}, along);
    return points;
}

std::optional<std::pair<Vec<double>, Vec<double>>> cut_by_plane(const Triangle<float>& tri,
                                                                int axis, float at) {
    std::optional<Vec<double>> first;
    for (const auto& [p, q] : edges(Triangle<double>(tri))) {
        if ((p[axis] < at) == (q[axis] < at)) continue;
        const auto P = glm::mix(p, q, (double(at) - p[axis]) / (q[axis] - p[axis]));
        if (first) return std::pair{*first, P};
        first = P;
    }
    return {};
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

}  // namespace hitmiss
