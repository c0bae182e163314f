// One triangle in the plane z = 0 and a point P: what each test says about P, where it says inside,
// and the predicted halo.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "draw/acceptance_map.hpp"
#include "judge/halo_law.hpp"
#include "lab/binding.hpp"
#include "lab/decisions.hpp"
#include "methods/halo.hpp"

namespace hitmiss::lab {
namespace {

/// Side of the square around the origin that is shown in full. Each zoom step halves it; the last
/// one shows neighbouring floats.
constexpr double whole = 3;
constexpr int floats_across = 48;

/// The points shown: zoomed in `near` steps around the centre, `samples` across.
PointGrid grid_of(const Arguments& asked) {
    const int near = asked.integer("near"), samples = asked.integer("samples");
    const auto centre = near == 0 ? Vec<float>(0) : flat(asked, "centre");
    if (near >= nearest_step) return float_grid(centre, floats_across);
    const double side = whole / double(1 << near), step = side / samples;
    const double before = (side - step) / 2;
    return {even_coordinates(centre.x - before, step, samples),
            even_coordinates(centre.y + before, -step, samples)};
}

/// Where a point is shown: from the top left corner, as fractions of the grid's sides.
List place(const Vec<double>& point, const PointGrid& grid) {
    return {position_among(grid.columns, point.x) / double(grid.columns.size()),
            position_among(grid.rows, point.y) / double(grid.rows.size())};
}

List numbers(const std::vector<float>& values) {
    List list;
    for (const float value : values) list.push_back(shortest(value));
    return list;
}

/// Whether `method` has a halo, its arcs, and their predicted area; no area if the picture
/// does not show it.
Object halo_of(const Method& method, const Triangle<float>& flat_triangle, const PointGrid& grid) {
    const Triangle<double> tri(flat_triangle);
    const double epsilon = method.epsilon().value_or(0);
    const bool has = has_halo(method);
    if (!has || !(epsilon > 0)) return {{"has", has}, {"arcs", List{}}, {"area", {}}, {"why", ""}};
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
    return {{"has", has},
            {"arcs", arcs},
            {"area", beyond || leaves ? Value() : rounded(halo_law(tri, epsilon), 4)},
            {"why", beyond   ? "above ε = 2 (π − largest angle), as here, a corner grows too"
                    : leaves ? "the halo leaves the picture"
                             : ""}};
}

/// The ray along z through P, from the side that the triangle's front faces, so that no test culls
/// it. It meets the plane at P, and nothing is rounded on the way.
Ray<float> ray_through(const Vec<float>& P, const Triangle<float>& tri) {
    const Ray<float> down({P.x, P.y, 1}, {0, 0, -1});
    return seen_from_front(down, tri) ? down : Ray<float>({P.x, P.y, -1}, {0, 0, 1});
}

/// What a point test says of P, a ray test of that ray.
bool accepts(const Kernel& kernel, const Vec<float>& P, const Triangle<float>& tri) {
    return kernel.inside ? kernel.inside(Vec<double>(P), tri)
                         : kernel.test(Ray<double>(ray_through(P, tri)), tri).hit();
}

std::string_view side_of(bool inside) {
    return inside ? "inside" : "outside";
}

}  // namespace

/// Where `method` says inside and whether that is correct; areas in the triangle's units.
Response acceptance(Lab&, const Arguments& asked) {
    const PointGrid grid = grid_of(asked);
    const Triangle<float> tri = triangle_of(asked);
    const Kernel kernel = asked.method().kernel({});
    const InsideMap map =
        map_acceptance([&](const Vec<float>& P) { return accepts(kernel, P, tri); }, tri, grid);
    const auto accepted = std::ranges::count(map.said, 1);
    const double cell =
        (double(grid.columns[1]) - grid.columns[0]) * (double(grid.rows[0]) - grid.rows[1]);
    return response_of(picture_of(map, ground_of(asked).value_or(palette::background)),
                       {{"leaks", map.tally.missing},
                        {"false_hits", map.tally.added},
                        {"area", rounded(double(accepted) * cell, 4)},
                        {"halo", rounded(double(map.tally.added) * cell, 4)}});
}

/// What the page shows of the triangle and P, and what `methods` say about P; for the one `shown`,
/// its comparisons in order, its angles and its halo.
Response point(Lab&, const Arguments& asked) {
    const std::array<Triangle<float>, 1> mesh{triangle_of(asked)};
    const Triangle<float>& tri = mesh[0];
    const auto P = flat(asked, "p");
    const PointGrid grid = grid_of(asked);
    const Method shown = asked.method("shown");

    const Ray<float> ray = ray_through(P, tri);
    std::vector<Method> methods = asked.methods();
    methods.insert(methods.begin(), shown);
    const auto explanation = explain(ray, methods, Geometry(mesh, Vec<double>(ray.o)));
    const bool exact = exactly_inside(P, tri);
    Rows verdicts;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const bool inside = accepts(methods[m].kernel({}), P, tri);
        verdicts.push_back(
            {{"inside", inside},
             {"wrong", inside == exact
                           ? Value()
                           : Value(row_of(exact ? Outcome::leak : Outcome::false_hit).column)},
             {"decision",
              fmt::format("{}: {} (exact: {})", predicate_text(explanation, m, inside && !exact),
                          side_of(inside), side_of(exact))}});
    }
    const Value verdict(verdicts.front());
    verdicts.erase(verdicts.begin());
    List angles;
    Value sum;
    const Notes& notes = explanation.triangles[0].computations[0].notes;
    const bool about_P = !lacks_plane(shown, notes);
    for (const NotedValue& note : notes.values)
        if (about_P && is_angle(note.meaning))
            angles.push_back(rounded(note.value, 6));
        else if (about_P && note.meaning == Meaning::angle_sum)
            sum = rounded(note.value, 9);

    const bool floats = asked.integer("near") >= nearest_step;
    const bool sampled =
        std::ranges::count(grid.columns, P.x) > 0 && std::ranges::count(grid.rows, P.y) > 0;
    List edges;
    for (const auto& [from, to] : hitmiss::edges(tri)) {
        List& line = edges.emplace_back(List{}).get_ref<List&>();
        for (const glm::dvec2& at : edge_among(grid, from, to))
            line.push_back({at.x / double(grid.columns.size()), at.y / double(grid.rows.size())});
    }
    return {{{"edges", edges},
             {"a", place(Vec<double>(tri.a), grid)},
             {"b", place(Vec<double>(tri.b), grid)},
             {"c", place(Vec<double>(tri.c), grid)},
             {"p", place(Vec<double>(P), grid)},
             {"angles", angles},
             {"sum", sum},
             {"full", rounded(2 * pi<double>, 9)},
             {"precision", to_string(shown.precision())},
             {"step", rounded(step_at_full_turn(shown.precision()), 2)},
             {"verdict", verdict},
             {"comparisons", comparison_texts(explanation, 0)},
             {"sampled", sampled},
             {"exact", exact},
             {"verdicts", verdicts},
             {"halo", halo_of(shown, tri, grid)},
             {"columns", numbers(grid.columns)},
             {"rows", numbers(grid.rows)},
             {"floats", floats}}};
}

}  // namespace hitmiss::lab
