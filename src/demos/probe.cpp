#include "demos/probe.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/error.hpp"

namespace hitmiss {
namespace {

/// The point's foot in the triangle's plane; nothing if that is farther than the tolerance.
template <typename Real>
std::optional<Vec<double>> foot(const Vec<Real>& point, const Triangle<Real>& tri,
                                double tolerance) {
    const auto n = glm::normalize(normal(tri));
    const Real distance = glm::dot(n, point - tri.a);
    if (!(std::abs(distance) <= tolerance)) return {};
    return Vec<double>(point - distance * n);
}

Vec<float> direction_of(char key) {
    Vec<float> direction(0);
    const auto place = std::string_view("WSADEQ").find(key);
    if (place != std::string_view::npos) direction[int(place / 2)] = place % 2 == 0 ? 1 : -1;
    return direction;
}

}  // namespace

PointPredicate::PointPredicate(const Method& method, Variant variant_, double tolerance_)
    : kernel(method.in_variant(variant_).kernel({})), variant(variant_), tolerance(tolerance_) {
    if (kernel.tests_points()) return;
    std::vector<std::string_view> names;
    for (const Entry* entry : catalogue())
        if (entry->tests_points) names.push_back(entry->info.name);
    throw Error(Exit::usage, fmt::format("{} asks about rays, not about points; the methods with a "
                                         "predicate for points are {}",
                                         method.name(), fmt::join(names, ", ")));
}

bool PointPredicate::operator()(const Vec<float>& point, const Triangle<float>& tri) const {
    if (variant == Variant::published) return kernel.inside(Vec<double>(point), tri);
    const auto P = kernel.precision() == Precision::single
                       ? foot(point, tri, tolerance)
                       : foot(Vec<double>(point), Triangle<double>(tri), tolerance);
    return P && kernel.inside(*P, tri);
}

std::vector<ProbeRun> probe_all(const Scene& scene) {
    const ProbeSettings& settings = *scene.probe;
    std::vector<ProbeRun> runs;
    for (const Method& method : scene.methods)
        for (const auto variant : {Variant::published, Variant::corrected}) {
            const PointPredicate inside(method, variant, settings.tolerance);
            ProbeRun run{method, variant, {}};
            Vec<float> point = settings.point;
            for (const char key : ' ' + settings.keys) {
                point += float(settings.step) * direction_of(key);
                std::vector<bool> holds;
                for (const auto& tri : scene.mesh.triangles) holds.push_back(inside(point, tri));
                run.frames.push_back({key, point, std::move(holds)});
            }
            runs.push_back(std::move(run));
        }
    return runs;
}

std::vector<CornerColours> corner_colours(const std::vector<Triangle<float>>& triangles,
                                          const std::vector<bool>& holds, Variant variant) {
    std::vector<CornerColours> colours;
    for (const bool held : holds) {
        const auto colour = held ? Vec<float>(1) : Vec<float>(0, 0.8f, 0);
        colours.push_back({colour, colour, colour});
    }
    if (variant == Variant::corrected) return colours;
    // One vertex where corners are equal: 0 and -0 are.
    std::map<std::tuple<float, float, float>, Vec<float>> painted;
    const auto last = [&](const Vec<float>& p) -> Vec<float>& { return painted[{p.x, p.y, p.z}]; };
    for (std::size_t k = 0; k < triangles.size(); ++k)
        for (const auto& corner : {triangles[k].a, triangles[k].b, triangles[k].c})
            last(corner) = colours[k].a;
    for (std::size_t k = 0; k < triangles.size(); ++k)
        colours[k] = {last(triangles[k].a), last(triangles[k].b), last(triangles[k].c)};
    return colours;
}

}  // namespace hitmiss
