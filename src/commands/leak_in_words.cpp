// Why a ray leaks, in sentences.

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "commands/explanation.hpp"

namespace hitmiss {
namespace {

/// A distance of the ray from an edge that it does not meet, or the bound below which doubles
/// cannot tell it.
std::string distance_text(double distance, double t, const Ray<float>& ray) {
    const double rounding = tie_tolerance(t, ray, Precision::twice);
    return distance > rounding ? number_text(distance, 2)
                               : "less than " + number_text(rounded_up(rounding, 1));
}

/// A leak though the test hits the right triangle: one behind it wins.
std::string hit_too_sentence(const Hit& right, const Hit& taken, Precision precision) {
    return fmt::format(
        "The test hits triangle {} too, at t = {}, but takes triangle {}, which lies behind: {}.",
        right.triangle, decimal(right.t, precision), taken.triangle,
        right.t == taken.t
            ? "its rounded t is the same, and its number is lower"
            : fmt::format("it computes the smaller t there, {}", decimal(taken.t, precision)));
}

/// How far beside an edge rounding may put a ray, as is supposed of a file of answers: what
/// computed them is unknown.
double supposed_rounding(const Explanation& explanation, const Explanation::Answered& answered) {
    return tie_tolerance(answered.answer.t, explanation.ray, Precision::single);
}

/// A leak in a file of answers. The file tells one hit, not what the test said of others.
std::string answer_behind_sentence(const Explanation& explanation,
                                   const Explanation::Answered& answered) {
    const auto& E = answered.answer.triangles;
    const double t = answered.answer.t;
    std::string where, how = E.size() > 1 ? "the test rejects them" : "the test rejects it";
    if (const auto& across = answered.across) {
        const bool at_edge =
            across->neighbour && across->distance <= supposed_rounding(explanation, answered);
        where = fmt::format(
            ", which the ray meets {} away from its {}",
            distance_text(across->distance, t, explanation.ray),
            at_edge ? fmt::format("edge with triangle {}", *across->neighbour) : "nearest edge");
        if (at_edge && *across->neighbour != answered.hit.triangle) {
            const auto beside = std::ranges::find(explanation.triangles, *across->neighbour,
                                                  &Explanation::OneTriangle::index);
            how = beside->exact.hit ? "the test rejects both" : "the ray slips between the two";
        }
    }
    return fmt::format(
        "The answer, at t = {}, lies behind triangle{} {}{}: either {}, or the farther hit is "
        "kept.",
        decimal(answered.hit.t, answered.method.answer_precision()), E.size() > 1 ? "s" : "",
        fmt::join(E, ", "), where, how);
}

}  // namespace

std::string leak_sentence(const Explanation& explanation, std::size_t m) {
    const auto& answered = explanation.methods[m];
    const auto& E = answered.answer.triangles;
    const Precision precision = answered.method.answer_precision();
    const std::string t = decimal(answered.hit.t, precision);
    const std::string behind =
        answered.hit ? " What it hits instead, at t = " + t + ", lies behind." : "";
    const bool computes = answered.method.has_kernel();
    // The one that the test hits, at the least t if there are several.
    Hit right;
    for (const auto& about : explanation.triangles)
        if (computes && std::ranges::count(E, about.index) > 0 &&
            about.computations[m].verdict.hit())
            right.keep_nearer({about.computations[m].verdict.t, about.index});
    if (right) return hit_too_sentence(right, answered.hit, precision);
    if (!computes && answered.hit) return answer_behind_sentence(explanation, answered);
    const auto about =
        std::ranges::find(explanation.triangles, E[0], &Explanation::OneTriangle::index);
    const Position position = about->exact.position;
    const std::string_view border =
        position == Position::vertex ? "exactly at a vertex" : "exactly on an edge";
    // Only if all that are listed are explained, too.
    const bool alike =
        E.size() <= max_explained &&
        std::ranges::all_of(explanation.triangles, [&](const auto& one) {
            return std::ranges::count(E, one.index) == 0 || one.exact.position == position;
        });
    if (!answered.across && alike && position == Position::inside)
        return fmt::format(
            "The ray meets triangles {} at one point, and none of them says yes: the test rejects "
            "each, not for its border.{}",
            fmt::join(E, ", "), behind);
    if (!answered.across)
        return fmt::format(
            "The ray meets triangles {} at one point{}. It belongs to each of them, and none of "
            "them says yes.{}",
            fmt::join(E, ", "), alike ? fmt::format(", {} of each", border) : "", behind);
    const Decision* const deciding = computes ? deciding_comparison(*about, m) : nullptr;
    if (deciding != nullptr && deciding->guards())
        return fmt::format(
            "The test rejects triangle {} before it looks where the ray meets it, so no neighbour "
            "can catch it.{}",
            E[0], behind);
    if (position != Position::inside)
        return fmt::format(
            "Triangle {} says no. The ray meets it {}, which belongs to it, and no other {} is hit "
            "there.{}",
            E[0], border, answered.method.culls() ? "front face" : "triangle", behind);
    const auto& [distance, length, neighbour] = *answered.across;
    const std::string apart = distance_text(distance, answered.answer.t, explanation.ray);
    const double near =
        deciding != nullptr ? nearly_on_edge * length : supposed_rounding(explanation, answered);
    if (distance > near)
        return fmt::format(
            "Triangle {} says no. The ray meets it {} away from its nearest edge, "
            "so no neighbour can catch it.{}",
            E[0], apart, behind);
    if (!neighbour)
        return fmt::format(
            "Triangle {} says no, {} from an edge that no other triangle shares: "
            "the ray slips past the border.{}",
            E[0], apart, behind);
    const auto beside =
        std::ranges::find(explanation.triangles, *neighbour, &Explanation::OneTriangle::index);
    if (const Verdict said = beside->computations[m].verdict; computes && said.hit())
        return fmt::format(
            "Triangle {} says no, {} from its common edge with triangle {}, which says yes, but at "
            "t = {}.{}",
            E[0], apart, *neighbour, decimal(said.t, precision), behind);
    const std::string_view how =
        beside->exact.hit ? "the ray meets both, front and back, but rounding moves this outline "
                            "inwards past it"
                          : "the ray slips between them";
    return fmt::format(
        "Triangle {} and its neighbour {} both say no: {}, {} from their common edge.{}", E[0],
        *neighbour, how, apart, behind);
}

}  // namespace hitmiss
