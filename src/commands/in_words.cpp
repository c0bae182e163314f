
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/math.hpp"
#include "base/words.hpp"
#include "commands/explanation.hpp"
#include "judge/distance.hpp"

namespace hitmiss {
namespace {

std::string nan_clause(const NotedValue& number) {
    return number.name + " is not a number (NaN), and no comparison with NaN holds";
}

/// The comparison as it turned out: "u is -3e-8, less than 0".
std::string clause(const Decision& decision, Precision precision) {
    constexpr std::pair<std::string_view, std::string_view> words[]{
        {"<", "less than"}, {"<=", "at most"},  {">", "more than"},
        {">=", "at least"}, {"==", "equal to"}, {"!=", "not equal to"}};
    const auto& [left, op, right, holds] = decision;
    for (const auto* side : {&left, &right})
        if (std::isnan(side->value)) return nan_clause(*side);
    const auto how = std::ranges::find(words, std::string_view(sign_text(decision)),
                                       [](const auto& pair) { return pair.first; });
    const std::string than = decimal(right.value, precision);
    return fmt::format("{} is {}, {} {}", left.name, decimal(left.value, precision), how->second,
                       right.name.empty() ? than : fmt::format("{} ({})", right.name, than));
}

/// The last scalar of each edge that the test decides by, in the order of computation.
std::vector<NotedValue> edge_values(const Notes& notes) {
    std::vector<NotedValue> values;
    for (const NotedValue& noted : notes.values) {
        if (noted.coordinate || noted.meaning < Meaning::edge_bc ||
            noted.meaning > Meaning::edge_ab)
            continue;
        const auto known = std::ranges::find(values, noted.meaning, &NotedValue::meaning);
        if (known == values.end())
            values.push_back(noted);
        else
            *known = noted;
    }
    return values;
}

std::string listed(const std::vector<NotedValue>& values, Precision precision) {
    std::vector<std::string> words;
    for (const NotedValue& noted : values)
        words.push_back(noted.name + " = " + decimal(noted.value, precision));
    return list_text(words, " and ");
}

/// How the sum of the angles compares with 2 pi.
std::string angle_clause(const NotedValue& sum, const Method& method, bool inside) {
    const auto epsilon = method.epsilon();
    if (std::isnan(sum.value))
        return "An angle is not a number (NaN), so their sum is not, and no comparison with NaN "
               "holds";
    const int digits = method.precision() == Precision::single ? 8 : 16;
    if (!epsilon)
        return fmt::format("The signed angles add up to {}, which is {} π from 0",
                           number_text(sum.value, digits), inside ? "more than" : "at most");
    const double off = std::abs(sum.value - 2 * pi<double>);
    std::string difference = number_text(off, 2);
    if (difference == number_text(*epsilon, 2)) difference = number_text(off);
    return fmt::format("The angles add up to {}; 2π is {}; the difference, {}, is {} ε ({})",
                       number_text(sum.value, digits), number_text(2 * pi<double>, digits),
                       difference,
                       inside           ? "less than"
                       : off > *epsilon ? "more than"
                                        : "not less than",
                       number_text(*epsilon));
}

/// Why the test says what it says. It made a comparison.
std::string reason(const Explanation::OneTriangle& about, std::size_t m, const Method& method,
                   const Decision& deciding) {
    const auto& [notes, verdict] = about.computations[m];
    const Precision precision = method.precision();
    const auto sum = std::ranges::find(notes.values, Meaning::angle_sum, &NotedValue::meaning);
    // A plane behind the ray's start decides, whatever the test says of the point.
    const bool about_t = verdict.accepted && !verdict.hit();
    if (sum != notes.values.end() && !about_t) return angle_clause(*sum, method, verdict.hit());
    const auto values = edge_values(notes);
    const auto has = [&](auto&& compares) { return std::ranges::all_of(values, compares); };
    const bool none_negative = has([](const auto& edge) { return edge.value >= 0; });
    const bool one_sign = none_negative || has([](const auto& edge) { return edge.value <= 0; });
    const std::string edges = listed(values, precision);
    const bool by_signs = values.size() == 3;
    const auto nan =
        std::ranges::find_if(values, [](const auto& edge) { return std::isnan(edge.value); });
    if (by_signs && nan != values.end()) return nan_clause(*nan);
    if (by_signs && !one_sign && !about_t)
        return edges + (verdict.hit() ? " have the same sign to within a tolerance"
                                      : " do not have the same sign");
    if (by_signs && method.culls() && !verdict.accepted && deciding.left.meaning != Meaning::guard)
        return edges +
               " have the same sign, but the triangle is seen from behind, and back faces "
               "are culled";
    if (!verdict.hit()) return clause(deciding, precision);
    const Decision& last = notes.decisions.back();
    if (&deciding != &last)
        return clause(deciding, precision) +
               "; this comparison is the closest, and the others pass too";
    const std::string_view none = none_negative ? "negative" : "positive";
    const std::string inside = by_signs         ? fmt::format("None of {} is {}", edges, none)
                               : values.empty() ? "Every comparison passes"
                                                : edges + " are inside";
    return fmt::format("{}, and {}", inside, clause(last, precision));
}

/// How a triangle is a tie: which one it meets, and where, if that is not where the ray meets E.
std::string tie_sentence(std::uint32_t triangle, const AnsweredRay& asked) {
    const auto& E = asked.right.triangles;
    const auto link = tie_link(triangle, asked);
    const std::uint32_t met = link ? link->met : E[0];
    const bool of_E = std::ranges::count(E, met) > 0;
    const std::string at = of_E ? "" : fmt::format("at {}, ", point_text(Vec<float>(link->at)));
    return fmt::format(
        "Triangle {} meets triangle {} {}where the ray passes, closer than {} can tell ({}){}: a "
        "tie, which is not an error.",
        triangle, met, at, to_string(asked.precision), number_text(asked.tau(), 2),
        of_E ? "" : fmt::format(", and triangle {} is a tie of triangle {}", met, E[0]));
}

/// Where the ray truly goes with respect to a triangle that it was said to hit.
std::string truly(const Explanation& explanation, std::uint32_t index, const Geometry& geometry) {
    if (index >= geometry.triangles.size())
        return fmt::format("the mesh has no triangle {}, only 0 to {}", index,
                           geometry.triangles.size() - 1);
    const Triangle<float>& tri = geometry.triangles[index];
    const ExactHit exact = exact_hit(explanation.ray, tri);
    if (exact.hit)
        return fmt::format("the ray meets triangle {} at t = {}", index, number_text(exact.t, 9));
    if (exact.position != Position::outside && exact.position != Position::degenerate)
        return fmt::format("triangle {} does not lie in front of the ray's start", index);
    const Ray<double> ray(explanation.ray);
    return fmt::format("the ray passes triangle {} at a distance of {}", index,
                       number_text(half_line_to_border(ray.o, ray.d, Triangle<double>(tri)), 2));
}

/// That a value of the computation is too small for a float to keep its digits.
std::string underflow_text(const Notes& notes, Precision precision) {
    const auto found = std::ranges::find_if(notes.values, [](const NotedValue& noted) {
        return !noted.coordinate && noted.value != 0 && std::abs(noted.value) < least_normal_float;
    });
    if (precision != Precision::single || found == notes.values.end()) return {};
    return fmt::format(" {} underflows: below {} a float loses its digits.", found->name,
                       number_text(least_normal_float, 2));
}

}  // namespace

std::string decimal(double value, Precision precision) {
    if (std::isnan(value)) return "nan";
    const bool is_float = precision == Precision::single && double(float(value)) == value;
    return is_float ? number_text(float(value)) : number_text(value);
}

std::string verdict_sentence(const Explanation& explanation, std::size_t m,
                             const Explanation::OneTriangle& about) {
    const Method& method = explanation.methods[m].method;
    const Decision* const deciding = deciding_comparison(about, m);
    if (method.kind() == Kind::exact || deciding == nullptr) return {};
    const auto& [notes, verdict] = about.computations[m];
    const bool hit = verdict.hit(), right = hit == ought_to_hit(explanation, m, about);
    return fmt::format("{}, so the test says {}. {}{}", reason(about, m, method, *deciding),
                       hit ? "hit" : "miss",
                       right ? "That is right."
                       : hit ? "It truly misses."
                             : "It truly hits.",
                       right ? "" : underflow_text(notes, method.precision()));
}

std::string outcome_sentence(const Explanation& explanation, std::size_t m,
                             const Geometry& geometry) {
    const auto& answered = explanation.methods[m];
    const auto& [method, answer, hit, outcome, across, told, along] = answered;
    const Precision precision = method.answer_precision();
    const std::string t = decimal(hit.t, precision);
    const bool known = hit && hit.triangle != unknown_triangle;
    const std::string there = known ? truly(explanation, hit.triangle, geometry) : "";
    switch (outcome) {
        case Outcome::right:
            return {};
        case Outcome::leak:
            return leak_sentence(explanation, m);
        case Outcome::false_hit:
            return known ? fmt::format("The hit at t = {} is wrong: {}, and nothing else is there.",
                                       t, there)
                         : fmt::format("The hit{} is wrong: nothing is there.",
                                       std::isnan(hit.t) ? "" : " at t = " + t);
        case Outcome::wrong_triangle:
            if (method.kind() == Kind::answer_file && is_close(hit.t, answer.t))
                return fmt::format(
                    "t is right; only the triangle's number, {}, is wrong: {} would be right, and "
                    "{}.",
                    hit.triangle, answer.triangles[0], there);
            return fmt::format("The hit at t = {} is wrong: {}. {} triangle {} at t = {}.", t,
                               there, hit.t < answer.t ? "It hides" : "The right one is",
                               answer.triangles[0], number_text(answer.t, 9));
        case Outcome::wrong_t:
            if (!known)
                return fmt::format("No hit of the ray has t = {}. Right is {}.", t,
                                   number_text(answer.t, 9));
            return fmt::format(
                "Triangle {} {}, but t = {} is not: it should be {}, to within 1 part in {}.",
                hit.triangle,
                outcome_of({answer.t, hit.triangle},
                           {explanation.ray, answer, geometry, precision}) == Outcome::tie
                    ? "is as good as the right one"
                    : "is right",
                t, number_text(answer.t, 9), with_separators(std::uint64_t(1 / close_to_t)));
        case Outcome::tie:
            return tie_sentence(hit.triangle, {explanation.ray, answer, geometry, precision});
        case Outcome::degenerate:
            break;
    }
    return fmt::format("The ray {} triangle {}. Conventions differ there, so this is not an error.",
                       contains_origin(explanation.ray, geometry.triangles[hit.triangle])
                           ? "starts on"
                           : "lies in the plane of",
                       hit.triangle);
}

}  // namespace hitmiss
