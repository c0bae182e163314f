#include "demos/probe.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/error.hpp"
#include "demos/collider.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

template <typename Method, typename Real = typename MethodTraits<Method>::Real>
concept Predicate = requires(const Method& method, const PlaneTriangle<Real>& tri) {
    method.inside(tri.a, tri, no_notes);
};

[[noreturn]] void no_predicate(const std::string& name) {
    std::vector<std::string_view> names;
    Catalogue::for_each([&](auto listed) {
        using Method = typename decltype(listed)::template As<float, Variant::published>;
        if constexpr (Predicate<Method>) names.push_back(Method::info.name);
    });
    throw Error(Exit::usage, fmt::format("{} asks about rays, not about points; the methods with a "
                                         "predicate for points are {}",
                                         name, fmt::join(names, ", ")));
}

Vec<float> direction_of(char key) {
    switch (key) {
        case 'W':
            return {1, 0, 0};
        case 'S':
            return {-1, 0, 0};
        case 'A':
            return {0, 1, 0};
        case 'D':
            return {0, -1, 0};
        case 'E':
            return {0, 0, 1};
        case 'Q':
            return {0, 0, -1};
    }
    return {0, 0, 0};
}

}  // namespace

PointTest make_point_test(const MethodSpec& spec, Variant variant, double tolerance) {
    PointTest test;
    with_method(in_variant(spec, variant), [&](const auto& method) {
        using Method = std::decay_t<decltype(method)>;
        using Real = typename MethodTraits<Method>::Real;
        if constexpr (Predicate<Method>)
            test = [=](const Vec<float>& point, const Triangle<float>& stored) {
                const Triangle<Real> tri(stored);
                Vec<Real> P(point);
                if (variant == Variant::corrected) {
                    const auto n = glm::normalize(normal(tri));
                    const Real distance = glm::dot(n, P - tri.a);
                    if (!(std::abs(distance) <= tolerance)) return false;
                    P -= distance * n;
                }
                return method.inside(P, method.prepare(tri), no_notes);
            };
    });
    if (!test) no_predicate(spec.name);
    return test;
}

std::vector<ProbeRun> probe_all(const Scene& scene) {
    const ProbeSettings& settings = *scene.probe;
    std::vector<ProbeRun> runs;
    for (const MethodSpec& method : scene.methods)
        for (const auto variant : {Variant::published, Variant::corrected}) {
            const PointTest test = make_point_test(method, variant, settings.tolerance);
            ProbeRun run{method, variant, {}};
            Vec<float> point = settings.point;
            for (const char key : ' ' + settings.keys) {
                point += float(settings.step) * direction_of(key);
                std::vector<bool> holds;
                for (const auto& tri : scene.mesh.triangles) holds.push_back(test(point, tri));
                run.frames.push_back({key, point, std::move(holds)});
            }
            runs.push_back(std::move(run));
        }
    return runs;
}

std::vector<CornerColours> corner_colours(const std::vector<Triangle<float>>& triangles,
                                          const std::vector<bool>& holds, Variant variant) {
    constexpr Vec<float> white(1), green(0, 0.8f, 0);
    std::vector<CornerColours> colours;
    for (const bool held : holds) {
        const auto colour = held ? white : green;
        colours.push_back({colour, colour, colour});
    }
    if (variant == Variant::corrected) return colours;
    // One vertex where corners are equal: 0 and -0 are.
    const auto place = [](const Vec<float>& p) { return std::tuple(p.x, p.y, p.z); };
    std::map<std::tuple<float, float, float>, Vec<float>> last;
    for (std::size_t k = 0; k < triangles.size(); ++k)
        for (const auto& corner : {triangles[k].a, triangles[k].b, triangles[k].c})
            last[place(corner)] = colours[k].a;
    for (std::size_t k = 0; k < triangles.size(); ++k)
        colours[k] = {last[place(triangles[k].a)], last[place(triangles[k].b)],
                      last[place(triangles[k].c)]};
    return colours;
}

}  // namespace hitmiss
