#include "demos/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/error.hpp"
#include "base/words.hpp"
#include "draw/compose.hpp"
#include "draw/notation.hpp"
#include "draw/traced.hpp"
#include "judge/acceptance.hpp"
#include "judge/distance.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

/// The point's projection onto the triangle's plane; nothing if it is farther than the tolerance.
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
    const auto index = std::string_view("WSADEQ").find(key);
    if (index != std::string_view::npos) direction[int(index / 2)] = index % 2 == 0 ? 1 : -1;
    return direction;
}

/// Triangles that do not claim the point, and the point. Those that claim it are white.
constexpr Vec<float> unclaimed(0.4f), point_colour(0.1f);

Vec<double> nearest_on_mesh(const Vec<double>& point, const Mesh& mesh) {
    Vec<double> nearest = point;
    double least = Box::inf;
    for (const auto& stored : mesh.triangles) {
        const Triangle<double> tri(stored);
        const auto on_triangle = nearest_in_triangle(point, tri, normal(tri));
        const double distance = glm::distance(point, on_triangle);
        if (distance < least) least = distance, nearest = on_triangle;
    }
    return nearest;
}

/// Whether the mesh hides the point from the eye.
bool is_hidden(const Vec<double>& point, const Tracer& tracer, const Vec<double>& eye) {
    const std::vector<Ray<float>> ray{{Vec<float>(eye), Vec<float>(glm::normalize(point - eye))}};
    std::vector<Hit> hit(1);
    tracer(ray, hit);
    return hit[0].t < 0.999 * glm::length(point - eye);
}

/// Distance of the hit from the nearest edge of its triangle; weights are barycentric.
float distance_to_edge(const Triangle<float>& tri, const Vec<float>& weights) {
    const float twice_area = glm::length(normal(tri));
    return std::min({weights.x / glm::length(tri.c - tri.b), weights.y / glm::length(tri.a - tri.c),
                     weights.z / glm::length(tri.b - tri.a)}) *
           twice_area;
}

/// At how many places some triangle claims to contain the point, published and corrected.
std::string finding(const std::vector<ProbeRun>& runs) {
    const auto claims = [](const ProbeRun& run) {
        return std::ranges::count_if(
            run.frames, [](const ProbeFrame& frame) { return !frame.holding.empty(); });
    };
    std::string text =
        fmt::format("As published, {} says inside at {} of {} points", printed_name(runs[0].method),
                    claims(runs[0]), runs[0].frames.size());
    if (runs.size() > 1 && runs[1].method == runs[0].method)
        text += fmt::format("; corrected, at {}", claims(runs[1]));
    return text;
}

}  // namespace

PointPredicate::PointPredicate(const Method& method, Variant variant_, double tolerance_)
    : kernel(method.in_variant(variant_).kernel({})), variant(variant_), tolerance(tolerance_) {
    if (kernel.inside) return;
    throw Error(Exit::usage, "{} tests rays, not points; the methods that test points are {}",
                method.name(), point_tests());
}

bool PointPredicate::operator()(const Vec<float>& point, const Triangle<float>& tri) const {
    if (variant == Variant::published) return kernel.inside(Vec<double>(point), tri);
    const auto P = kernel.precision == Precision::single
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
                std::vector<std::size_t> holding;
                for (std::size_t k = 0; k < scene.mesh.triangles.size(); ++k)
                    if (inside(point, scene.mesh.triangles[k])) holding.push_back(k);
                run.frames.push_back({key, point, std::move(holding)});
            }
            runs.push_back(std::move(run));
        }
    return runs;
}

std::vector<CornerColours> corner_colours(const std::vector<Triangle<float>>& triangles,
                                          const std::vector<std::size_t>& holding,
                                          Variant variant) {
    std::vector<CornerColours> colours(triangles.size(), {unclaimed, unclaimed, unclaimed});
    for (const std::size_t k : holding) colours[k] = {Vec<float>(1), Vec<float>(1), Vec<float>(1)};
    if (variant == Variant::corrected) return colours;
    // Equal corners are one vertex; 0 and -0 are equal.
    std::map<std::tuple<float, float, float>, Vec<float>> painted;
    const auto last = [&](const Vec<float>& p) -> Vec<float>& { return painted[{p.x, p.y, p.z}]; };
    for (std::size_t k = 0; k < triangles.size(); ++k)
        for (const auto& corner : {triangles[k].a, triangles[k].b, triangles[k].c})
            last(corner) = colours[k].a;
    for (std::size_t k = 0; k < triangles.size(); ++k)
        colours[k] = {last(triangles[k].a), last(triangles[k].b), last(triangles[k].c)};
    return colours;
}

Camera probe_camera(const Scene& scene, const ProbeRun& run) {
    if (!scene.framed) return scene.camera;
    Box seen = bounds(scene.mesh.triangles);
    for (const ProbeFrame& frame : run.frames) seen.include(frame.point);
    return framing_camera(seen, double(scene.width) / scene.height);
}

Picture probe_picture(const Scene& scene, const ProbeRun& run, std::size_t k) {
    const ProbeFrame& frame = run.frames[k];
    const Box box = bounds(scene.mesh.triangles);
    const double diagonal = glm::length(Vec<double>(box.extent()));

    Scene view = scene;
    Mesh cube = make_mesh("cube");
    place(cube, {Vec<double>(0.018 * diagonal), Vec<double>(0), Vec<double>(frame.point)});
    auto& triangles = view.mesh.triangles;
    const std::size_t mesh_size = triangles.size();
    triangles.insert(triangles.end(), cube.triangles.begin(), cube.triangles.end());
    view.mesh.material.clear();
    view.mesh.materials = {{"white", Vec<float>(1)}};
    view.shading = Shading::facet;
    view.camera = probe_camera(scene, run);
    Scene weighing = view;
    weighing.shading = Shading::barycentric;

    const Geometry geometry(triangles, view.camera.eye);
    const Tracer tracer(parse_method("watertight"), geometry);
    const PrimaryRays rays(view.camera, scene.width, scene.height, scene.samples);
    const Shader light(view, geometry.box), weigh(weighing, geometry.box);
    const auto colours = corner_colours(scene.mesh.triangles, frame.holding, run.variant);
    const float line = float(0.003 * diagonal);
    return traced(scene.width, scene.height, scene.samples, tracer, rays,
                  [&](const Ray<float>& ray, const Hit& hit) {
                      if (!hit) return scene.background;
                      const Vec<float> lit = 0.65f + 0.35f * light(ray, hit);
                      if (hit.triangle >= mesh_size) return lit * point_colour;
                      const Vec<float> w = weigh(ray, hit);
                      const auto& [a, b, c] = colours[hit.triangle];
                      const bool edge = distance_to_edge(triangles[hit.triangle], w) < line;
                      return (edge ? 0.4f : 1.0f) * lit * (w.x * a + w.y * b + w.z * c);
                  });
}

std::vector<Drawing> probe_sheet(const Scene& scene, const std::vector<ProbeRun>& runs,
                                 const std::vector<std::vector<Picture>>& pictures,
                                 const Page& page) {
    const Grid grid(page, runs[0].frames.size(), frames_per_row(page), upright_names, scene.width);
    Composition sheet{page.title_or(finding(runs)), {}, {}};
    bool any_hidden = false, any_stem = false;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        CellRow row{std::string(to_string(runs[r].variant)), {}};
        if (scene.methods.size() > 1) row.name = to_string(runs[r].method) + ", " + row.name;
        const Camera camera = probe_camera(scene, runs[r]);
        const PrimaryRays rays(camera, scene.width, scene.height);
        const Geometry geometry(scene.mesh.triangles, camera.eye);
        const Tracer tracer(parse_method("watertight"), geometry);
        for (std::size_t k = 0; k < runs[r].frames.size(); ++k) {
            const auto& [key, place, holding] = runs[r].frames[k];
            const Vec<double> point(place);
            const int factor = grid.factor(scene.width);
            Drawing view = framed(pictures[r][k], factor, grid.page);
            const auto seen = [&](const Vec<double>& p) -> std::optional<Point> {
                const auto at = rays.project(p);
                return at ? std::optional(double(factor) * Point(at->x, at->y)) : std::nullopt;
            };
            if (const auto centre = seen(point)) {
                if (const auto foot = seen(nearest_on_mesh(point, scene.mesh))) {
                    view.line({*centre, *foot}, {ink, grid.page.mm(0.25)});
                    view.dot(*foot, grid.page.mm(0.35), ink);
                    any_stem |= glm::distance(*centre, *foot) > grid.page.mm(0.8);
                }
                const bool hidden = is_hidden(point, tracer, camera.eye);
                any_hidden |= hidden;
                view.dot(*centre, grid.page.mm(1.15), hidden ? ink : palette::background);
                view.dot(*centre, grid.page.mm(0.9), hidden ? palette::background : ink);
            }
            row.cells.push_back(
                {{holding.empty() ? "outside" : "in " + number_of(holding.size(), "triangle"),
                  fmt::format("({}, {}, {})", number_text(place.x, 3), number_text(place.y, 3),
                              number_text(place.z, 3))},
                 std::move(view)});
        }
        sheet.rows.push_back(std::move(row));
    }
    sheet.subtitle = fmt::format(
        "steps of {}{}{}; white: claims to contain the point (corrected: within {} of the plane){}",
        number_text(scene.probe->step), any_hidden ? "; hollow: behind a face" : "",
        any_stem ? "; line: to the nearest point of the mesh" : "",
        number_text(scene.probe->tolerance),
        scene.mesh.triangles.size() > 1
            ? "; published: its corners are painted, one triangle over another"
            : "");
    return compose_pages(sheet, grid);
}

}  // namespace hitmiss
