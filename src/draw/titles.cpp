#include "draw/titles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "draw/acceptance_map.hpp"
#include "draw/crack_map.hpp"
#include "draw/inside_map.hpp"
#include "draw/lit.hpp"
#include "draw/notation.hpp"
#include "draw/spawn_plot.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {
namespace {

bool has_rays(const SpawnedPanel& panel) {
    return std::ranges::any_of(panel.points,
                               [](const auto& point) { return point.second.rays > 0; });
}

using SpawnedPoint = std::pair<double, SpawnedCounts>;

bool serves(const SpawnedPoint& point) {
    return point.second.serves();
}
/// Whether nothing but shifted rays speaks against an ε of a panel.
bool only_shifts(const SpawnedPoint& point) {
    return point.second.rays > 0 && point.second.wrong() == 0 && !serves(point);
}

/// A rule and the least ε of it that serves in all its panels, but for those without rays.
std::optional<std::pair<Leaving, double>> common_epsilon(const std::vector<SpawnedPanel>& panels) {
    for (const SpawnedPanel& panel : panels)
        for (const auto& point : panel.points) {
            const double epsilon = point.first;
            const bool everywhere = std::ranges::all_of(panels, [&](const SpawnedPanel& other) {
                if (other.rule != panel.rule || !has_rays(other)) return true;
                return std::ranges::any_of(other.points, [&](const auto& one) {
                    return one.first == epsilon && serves(one);
                });
            });
            if (everywhere && serves(point)) return std::pair(panel.rule, epsilon);
        }
    return std::nullopt;
}

}  // namespace

std::string as_title(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
    return text;
}

std::string printed_name(const Scene& scene) {
    std::string name = scene.name;
    std::ranges::replace(name, '-', ' ');
    return name;
}

std::string as_subject(std::string text) {
    return text.find(", ") == text.npos ? text : text + ',';
}

std::string mesh_text(const Scene& scene) {
    return printed_name(scene) + ", " + number_of(scene.mesh.triangles.size(), "triangle");
}

std::string finding(const Scene& scene, const std::vector<ErrorCurve>& curves) {
    if (std::ranges::all_of(curves, [](const ErrorCurve& curve) {
            return std::ranges::all_of(curve.points,
                                       [](const auto& point) { return saw_nothing(point.counts); });
        }))
        return no_ray_meets_it;
    std::vector<std::string> right, wrong;
    const ErrorCurve *best = nullptr, *least = nullptr;  // among tests with an ε, among all
    const auto fewest = [](const ErrorCurve& curve) {
        return curve.points[valley(curve).first].counts.errors();
    };
    for (const ErrorCurve& curve : curves) {
        if (!least || fewest(curve) < fewest(*least)) least = &curve;
        if (!curve.has_epsilon()) continue;
        if (!best || fewest(curve) < fewest(*best)) best = &curve;
        (fewest(curve) > 0 ? wrong : right).push_back(caption(curve.method, Caption::curve)[0]);
    }
    if (fewest(*best) == fewest(*least)) least = best;
    const auto [first, last] = valley(*best);
    const std::size_t tests = right.size() + wrong.size();
    const bool all = tests == curves.size();
    const std::string pixels = fmt::format("these {} × {} pixels", scene.width, scene.height),
                      on_them = "On " + pixels + ", ",
                      epsilon = tolerance_in_figure(*best->points[first].epsilon);
    if (right.empty()) {
        const std::string every =
            fmt::format("{}every ε tried errs{}{}; ", on_them, tests > 1 ? " in all tests" : "",
                        tests > 1 && !all ? " with an ε" : "");
        const auto few = fewest(*least);
        if (few > 0 && std::ranges::count(curves, few, fewest) > 1)
            return every + "no test errs on fewer than " + number_of(few, "pixel");
        return fmt::format("{}{} {}{}", every,
                           as_subject(caption(least->method, Caption::curve)[0]),
                           few > 0 ? "errs least: on " + number_of(few, "pixel") : "does not err",
                           least == best ? " at ε = " + epsilon : "");
    }
    if (wrong.empty() && tests == 1) {
        const auto to = " to " + tolerance_in_figure(*best->points[last].epsilon);
        return as_title(fmt::format("{} makes no error on {} at ε = {}{}", as_subject(right[0]),
                                    pixels, epsilon, first == last ? "" : to));
    }
    const char *with = all ? "" : "with an ε ", *one = all ? "an ε" : "one";
    if (wrong.empty())
        return fmt::format("{}every test {}has {} without errors", on_them, with, one);
    if (tests > 3)
        return fmt::format("{}only {} of {} tests {}{} {} without errors", on_them, right.size(),
                           tests, with, right.size() == 1 ? "has" : "have", one);
    return fmt::format("{}some ε leaves no errors with {}, but none tried does with {}", on_them,
                       fmt::join(right, " and "), fmt::join(wrong, " and "));
}

std::string finding(const std::vector<SpawnedPanel>& panels, std::string_view step) {
    std::size_t right = 0;              // panels with an ε that serves
    bool shifts = false, zero = false;  // whether ε = 0 serves somewhere
    for (const SpawnedPanel& panel : panels) {
        right += std::ranges::any_of(panel.points, serves);
        shifts |= std::ranges::any_of(panel.points, only_shifts);
        zero |= panel.at_zero.serves();
    }
    const char* const wrongly = shifts ? "hits the surface that it leaves or skips the next, or "
                                         "too many are shifted"
                                       : "hits the surface that it leaves, or skips the next";
    if (std::ranges::none_of(panels, has_rays))
        return "No test finds a point from which a second ray could start";
    const char* const epsilon = zero ? "ε > 0" : "ε";
    if (right == 0) return fmt::format("At every {} some ray {}", epsilon, wrongly);
    if (step.empty())
        return fmt::format(
            "{} is an ε at which none of these rays hits the surface that it leaves or skips the "
            "next{}",
            right < panels.size() ? fmt::format("In {} of {} panels there", right, panels.size())
                                  : "There",
            right < panels.size() && shifts ? ", and few are shifted" : "");
    if (const auto common = common_epsilon(panels))
        return fmt::format(
            "At ε = {} ({}) none of these rays hits the surface that it leaves or skips the next, "
            "at any {} tried",
            tolerance_in_figure(common->second), in_figure(common->first, "ε"), step);
    return fmt::format("No {} is right at every {}: some ray {}", epsilon, step, wrongly);
}

std::string finding(const std::vector<LitColumn>& columns) {
    const LitColumn& worst = *std::ranges::max_element(columns, {}, wrong_of);
    if (wrong_of(worst) > 0)
        return as_title(fmt::format(
            "{}, makes {} of {} pixels dark or lit wrongly", fmt::join(worst.caption, ", "),
            with_separators(wrong_of(worst)), with_separators(worst.counts.rays)));
    const auto lost = [](const LitColumn& column) { return column.counts.lost; };
    const LitColumn& most = *std::ranges::max_element(columns, {}, lost);
    if (lost(most) > 0)
        return as_title(fmt::format("{}, has no right start for the ray to the lamp at {}",
                                    fmt::join(most.caption, ", "), number_of(lost(most), "pixel")));
    const bool shifted = std::ranges::any_of(columns, [](const LitColumn& column) {
        return column.counts.opposite[std::size_t(SpawnedOutcome::shifted)] > 0;
    });
    return fmt::format("All pixels are dark or lit as they should be{}",
                       shifted ? " from where their rays start" : "");
}

std::string finding(const std::vector<CrackMap>& maps) {
    const auto leaks = [](const CrackMap& map) { return map.counts.leaks; };
    const CrackMap& worst = *std::ranges::max_element(maps, {}, leaks);
    if (leaks(worst) == 0) return "No ray slips between the two triangles";
    return as_title(fmt::format("{} lets {} of {} rays slip between two triangles",
                                as_subject(caption(worst.method, Caption::row)[0]),
                                with_separators(leaks(worst)), with_separators(worst.hits.size())));
}

std::string finding(const AcceptanceFigure& figure, std::span<const InsideMap> maps) {
    const auto worst = std::ranges::max_element(maps, {}, &InsideMap::errors);
    const std::string points = with_separators(figure.points.points());
    if (worst->errors() == 0) return fmt::format("All tests are right at all {} points", points);
    return as_title(fmt::format(
        "{} errs at {} of {} points",
        as_subject(caption(figure.methods[std::size_t(worst - maps.begin())], Caption::row)[0]),
        with_separators(worst->errors()), points));
}

std::string finding(const InsideFigure& figure) {
    if (!figure.judged) return "What each rule calls the inside of the mesh";
    const InsideMap& worst = *std::ranges::max_element(figure.maps, {}, &InsideMap::errors);
    if (worst.errors() == 0) return "All rules are right on a slice through the mesh";
    return as_title(fmt::format("{} is wrong at {} of {} points",
                                as_subject(joined_texts(worst.caption)),
                                with_separators(worst.errors()), with_separators(figure.points)));
}

}  // namespace hitmiss
