// One triangle in the plane z = 0 and a point P: what each test says about P, where it says inside,
// and the predicted halo.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/exact.hpp"
#include "base/words.hpp"
#include "draw/acceptance_map.hpp"
#include "judge/explain.hpp"
#include "judge/halo_law.hpp"
#include "lab/binding.hpp"
#include "methods/halo.hpp"

namespace hitmiss::lab {
namespace {

/// Side of the square around the origin that is shown in full. Each zoom step halves it; the last
/// one shows neighbouring floats.
constexpr double whole = 3;
constexpr int nearest_step = 20, floats_across = 48;

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

/// The meaning of the maps' colours; errors with the key under which they are counted.
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

/// The halo's arcs, none if `method` has no halo, and their predicted area; no area if the picture
/// does not show it.
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
            {"why", beyond   ? "above ε = 2 (π − largest angle), as here, a corner grows too"
                    : leaves ? "the halo leaves the picture"
                             : ""}};
}

/// A value's name with 2π in place of 2 pi.
std::string on_page(std::string name) {
    if (const auto at = name.find(" pi"); at != std::string::npos) name.replace(at, 3, "π");
    return name;
}

/// A side of a comparison with so many digits; the source's epsilon by its name.
std::string side_text(const NotedValue& side, std::optional<double> epsilon, int digits) {
    const std::string value = number_text(side.value, digits);
    if (!side.name.empty()) return fmt::format("{} = {}", on_page(side.name), value);
    const bool is_epsilon = epsilon && *epsilon != 0 && float(side.value) == float(*epsilon);
    return is_epsilon ? "ε = " + value : value;
}

/// A comparison as it came out, such as u = 0.25 >= 0.
std::string comparison_text(const Decision& decision, std::optional<double> epsilon) {
    const NotedValue &left = decision.left, &right = decision.right;
    // As few digits as show the difference.
    int digits = 3;
    const auto told = [&] {
        return number_text(left.value, digits) != number_text(right.value, digits);
    };
    while (digits < 17 && left.value != right.value && !told()) ++digits;
    return fmt::format("{} {} {}", side_text(left, epsilon, digits), sign_text(decision),
                       side_text(right, epsilon, digits));
}

/// Whether the triangle has no area as the method computes it, so that no ray meets its plane: then
/// what is noted about a point test is not about P.
bool lacks_plane(const Method& method, const Notes& notes) {
    const auto t = std::ranges::find(notes.values, "t", &NotedValue::name);
    return method.entry->info.kind == Kind::point_test && t != notes.values.end() &&
           !std::isfinite(t->value);
}

/// What method m compared, without the range of t, which is a question about the ray, not about P.
std::vector<Decision> comparisons_of(const Explanation& explanation, std::size_t m) {
    const Notes& notes = explanation.triangles[0].computations[m].notes;
    if (lacks_plane(explanation.methods[m].method, notes)) return {};
    auto decisions = notes.decisions;
    while (!decisions.empty() && decisions.back().guards()) decisions.pop_back();
    return decisions;
}

/// In one line, the comparison by which method m says that P is inside or outside.
std::string predicate_text(const Explanation& explanation, std::size_t m, bool wrongly_inside) {
    const Method& method = explanation.methods[m].method;
    const Notes& notes = explanation.triangles[0].computations[m].notes;
    if (lacks_plane(method, notes))
        return fmt::format(
            "in {} the triangle has no area, so no ray meets its plane; "
            "given P itself, the test says",
            to_string(method.precision()));
    const auto decisions = comparisons_of(explanation, m);
    const Decision* const narrowest = wrongly_inside ? narrowest_inside(notes) : nullptr;
    if (decisions.empty() && narrowest == nullptr) return "";
    const Decision& last = narrowest != nullptr ? *narrowest : decisions.back();
    if (std::isnan(last.left.value))
        return fmt::format("{} is not a number (NaN), so every comparison with it is false",
                           on_page(last.left.name));
    return comparison_text(last, method.epsilon());
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

/// The methods that test points or rays, in each variant, with that precision; that
/// epsilon is one of the point tests.
Response predicates(Lab&, const Arguments& asked) {
    Rows rows;
    for (Method method : all_methods()) {
        const Kind kind = method.entry->info.kind;
        if ((kind != Kind::point_test && kind != Kind::ray_test) ||
            to_string(method.precision()) != asked.text("precision"))
            continue;
        if (method.epsilon() && kind == Kind::point_test)
            method = method.with("epsilon", asked.number("epsilon"));
        rows.push_back({{"method", to_string(method)},
                        {"name", method.name()},
                        {"variant", to_string(method.variant())},
                        {"point", kind == Kind::point_test},
                        {"halo", has_halo(method)}});
    }
    return {{{"predicates", rows}, {"nearest_step", nearest_step}, {"legend", legend()}}};
}

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
    List comparisons;
    for (const Decision& decision : comparisons_of(explanation, 0))
        comparisons.push_back(comparison_text(decision, shown.epsilon()));
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
             {"comparisons", comparisons},
             {"sampled", sampled},
             {"exact", exact},
             {"verdicts", verdicts},
             {"halo", halo_of(shown, tri, grid)},
             {"columns", numbers(grid.columns)},
             {"rows", numbers(grid.rows)},
             {"floats", floats}}};
}

}  // namespace hitmiss::lab
