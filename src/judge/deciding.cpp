// Which of the comparisons that a method made decides.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/explain.hpp"

namespace hitmiss {

std::string sign_text(const Decision& decision) {
    constexpr std::pair<std::string_view, std::string_view> contraries[]{
        {"<", ">="}, {"<=", ">"}, {">", "<="}, {">=", "<"}, {"==", "!="}};
    if (decision.holds) return std::string(decision.op);
    if (std::isnan(decision.left.value) || std::isnan(decision.right.value))
        return fmt::format("not {}", decision.op);
    return std::string(
        std::ranges::find(contraries, decision.op, [](auto& c) { return c.first; })->second);
}

const Decision* narrowest_inside(const Notes& notes) {
    const Decision* narrowest = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const Decision& decision : notes.decisions) {
        const auto& [left, op, right, holds] = decision;
        // Guards say nothing about inside; nor do special cases that do not apply: a number that is
        // zero, or not above it.
        if (decision.guards() || op == "==" || (op.ends_with('=') && !holds)) continue;
        const double slack = std::abs(left.value - right.value);
        if (slack > least) continue;
        narrowest = &decision;
        least = slack;
    }
    return narrowest;
}

const Decision* deciding_comparison(const Explanation::OneTriangle& about, std::size_t method) {
    const auto& [notes, verdict] = about.computations[method];
    const bool beside =
        about.exact.position == Position::outside || about.exact.position == Position::degenerate;
    if (verdict.hit() && beside)
        if (const Decision* narrowest = narrowest_inside(notes)) return narrowest;
    return notes.decisions.empty() ? nullptr : &notes.decisions.back();
}

bool ought_to_hit(const Explanation& explanation, std::size_t method,
                  const Explanation::OneTriangle& about) {
    return about.exact.hit && (!explanation.methods[method].method.culls() ||
                               seen_from_front(explanation.ray, about.triangle));
}

const Explanation::OneTriangle& deciding_triangle(const Explanation& explanation,
                                                  std::size_t method) {
    const auto& triangles = explanation.triangles;
    for (const auto& about : triangles)
        if (about.computations[method].verdict.hit() != ought_to_hit(explanation, method, about))
            return about;
    for (const auto& about : triangles)
        if (about.index == explanation.methods[method].hit.triangle) return about;
    return triangles.front();
}

}  // namespace hitmiss
