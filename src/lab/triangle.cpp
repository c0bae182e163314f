// One triangle in the plane z = 0 and a point P beside it: what each predicate says about P, where
// it says inside, and what the law of the halo foretells.

#include <algorithm>

#include "commands/explanation.hpp"
#include "figure/picture.hpp"
#include "lab/binding.hpp"
#include "methods/halo.hpp"
#include "truth/acceptance.hpp"
#include "truth/halo_law.hpp"

namespace hitmiss::lab {
namespace {

/// Side of the square around the origin that is seen whole. Each step nearer halves it; the last
/// shows neighbouring floats.
constexpr double whole = 3;
constexpr int nearest_step = 20, floats_across = 48;

Vec<float> flat(const Arguments& asked, const std::string& name) {
    return {float(asked.number(name + 'x')), float(asked.number(name + 'y')), 0};
}

Triangle<float> triangle_of(const Arguments& asked) {
    return {flat(asked, "a"), flat(asked, "b"), flat(asked, "c")};
}

/// The points that are seen: `near` steps nearer around the centre, `samples` across.
PointGrid grid_of(const Arguments& asked) {
    const int near = asked.integer("near"), samples = asked.integer("samples");
    const auto centre = near == 0 ? Vec<float>(0) : flat(asked, "centre");
    PointGrid grid;
    if (near >= nearest_step) {
        grid = {consecutive_floats(centre.x, floats_across),
                consecutive_floats(centre.y, floats_across)};
        std::reverse(grid.rows.begin(), grid.rows.end());
    } else {
        const double side = whole / double(1 << near), step = side / samples;
        const double before = (side - step) / 2;
        grid = {even_coordinates(centre.x - before, step, samples),
                even_coordinates(centre.y + before, -step, samples)};
    }
    return grid;
}

/// Where a point is seen, from the top left corner, in shares of the grid's sides.
List place(const Vec<double>& point, const PointGrid& grid) {
    const auto share = [](double value, const std::vector<float>& samples) {
        const double step = (double(samples.back()) - samples[0]) / double(samples.size() - 1);
        return ((value - samples[0]) / step + 0.5) / double(samples.size());
    };
    return {share(point.x, grid.columns), share(point.y, grid.rows)};
}
List place(const Vec<float>& point, const PointGrid& grid) {
    return place(Vec<double>(point), grid);
}

List numbers(const std::vector<float>& values) {
    List list;
    for (const float value : values) list.push_back(shortest(value));
    return list;
}

/// What the maps' colours mean; errors with the key under which they are counted.
Rows legend() {
    Rows rows;
    for (const Outcome outcome : {Outcome::leak, Outcome::false_hit}) {
        const OutcomeRow& row = row_of(outcome);
        rows.push_back({{"colour", css(row.colour)}, {"label", row.label}, {"key", row.column}});
    }
    rows.push_back({{"colour", css(palette::silhouette)}, {"label", rightly_inside}});
    rows.push_back({{"colour", css(palette::background)}, {"label", rightly_outside}});
    return rows;
}

/// The methods that have a predicate, in each variant, with that epsilon and precision.
Response predicates(Lab&, const Arguments& asked) {
    Rows rows;
    for (Method method : all_methods()) {
        if (!method.entry->tests_points || to_string(method.precision) != asked.text("precision"))
            continue;
        if (method.epsilon()) method = method.with("epsilon", asked.number("epsilon"));
        rows.push_back({{"method", to_string(method)},
                        {"name", method.name()},
                        {"variant", to_string(method.variant)},
                        {"halo", has_halo(method)}});
    }
    return {{{"predicates", rows}, {"nearest_step", nearest_step}, {"legend", legend()}}};
}

/// Where `method` says inside, and where that is right; areas in the triangle's units.
Response acceptance(Lab&, const Arguments& asked) {
    const PointGrid grid = grid_of(asked);
    const auto map = map_acceptance(parse_method(asked.text("method")), triangle_of(asked), grid);
    Picture picture(map.width, map.height);
    std::uint64_t accepted = 0;
    for (std::size_t k = 0; k < map.inside.size(); ++k) {
        const Outcome outcome = map.outcome(k);
        picture.pixels[k] = outcome == Outcome::right ? map.ground(k) : row_of(outcome).colour;
        accepted += map.accepted[k];
    }
    const double cell =
        (double(grid.columns[1]) - grid.columns[0]) * (double(grid.rows[0]) - grid.rows[1]);
    return {{{"width", map.width},
             {"height", map.height},
             {"leaks", map.leaks},
             {"false_hits", map.false_hits},
             {"area", rounded(double(accepted) * cell, 4)},
             {"halo", rounded(double(map.false_hits) * cell, 4)}},
            {{"pixels", rgba(picture)}}};
}

/// The halo's arcs, none where `method` has none, and the area that they foretell; nothing where
/// that is not what is seen.
Object halo_of(const Method& method, const Triangle<float>& flat_triangle, const PointGrid& grid) {
    const Triangle<double> tri(flat_triangle);
    const double epsilon = method.epsilon().value_or(0);
    if (!has_halo(method) || !(epsilon > 0)) return {{"arcs", List{}}, {"area", {}}, {"why", ""}};
    List arcs;
    bool leaves = false;
    for (const auto& arc : halo_arcs(tri, epsilon)) {
        List points;
        for (const auto& point : arc) {
            points.push_back(place(point, grid));
            leaves |= std::max(std::abs(point.x), std::abs(point.y)) > whole / 2;
        }
        arcs.push_back(points);
    }
    const bool beyond = !(epsilon <= halo_law_limit(tri));
    return {{"arcs", arcs},
            {"area", beyond || leaves ? Value() : rounded(halo_law(tri, epsilon), 4)},
            {"why", beyond   ? "none: beyond 2 (π − largest angle) the corner grows too"
                    : leaves ? "none: the halo leaves the picture"
                             : ""}};
}

/// What is seen of the triangle and P, and what `methods` say about P, the one `shown` with its
/// angles and its halo.
Response point(Lab&, const Arguments& asked) {
    const std::array<Triangle<float>, 1> mesh{triangle_of(asked)};
    const Triangle<float>& tri = mesh[0];
    const auto P = flat(asked, "p");
    const PointGrid grid = grid_of(asked);
    const Method shown = parse_method(asked.text("shown"));

    // The ray along z from a height of 1 meets the plane in P, and nothing is rounded on the way.
    const Ray<float> ray({P.x, P.y, 1}, {0, 0, -1});
    std::vector<Method> methods{shown};
    for (const auto& text : asked.texts("methods")) methods.push_back(parse_method(text));
    const auto explanation = explain(ray, methods, Geometry(mesh, {P.x, P.y, 1}));
    Rows verdicts;
    for (std::size_t m = 1; m < methods.size(); ++m)
        verdicts.push_back({{"inside", methods[m].kernel({}).inside(Vec<double>(P), tri)},
                            {"decision", deciding_text(explanation, m)}});
    Rows angles;
    Value sum;
    for (const NotedValue& note : explanation.triangles[0].computations[0].notes.values)
        if (note.name.starts_with("angle"))
            angles.push_back({{"name", note.name}, {"value", rounded(note.value, 6)}});
        else if (note.name == "sum")
            sum = rounded(note.value, 9);

    const bool floats = asked.integer("near") >= nearest_step;
    return {{{"a", place(tri.a, grid)},
             {"b", place(tri.b, grid)},
             {"c", place(tri.c, grid)},
             {"p", place(P, grid)},
             {"angles", angles},
             {"sum", sum},
             {"full", rounded(2 * pi<double>, 9)},
             {"decision", deciding_text(explanation, 0)},
             {"exact", exactly_inside(P, tri)},
             {"verdicts", verdicts},
             {"halo", halo_of(shown, tri, grid)},
             {"columns", numbers(grid.columns)},
             {"rows", numbers(grid.rows)},
             {"floats", floats}}};
}

constexpr Handler of_triangle[]{
    {"predicates", predicates}, {"acceptance", acceptance}, {"point", point}};

}  // namespace

std::span<const Handler> triangle_requests() {
    return of_triangle;
}

}  // namespace hitmiss::lab
