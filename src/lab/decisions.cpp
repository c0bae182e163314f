#include "lab/decisions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"

namespace hitmiss::lab {
namespace {

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

/// What method m compared, without the range of t, which is a question about the ray, not about P.
std::vector<Decision> comparisons_of(const Explanation& explanation, std::size_t m) {
    const Notes& notes = explanation.triangles[0].computations[m].notes;
    if (lacks_plane(explanation.methods[m].method, notes)) return {};
    auto decisions = notes.decisions;
    while (!decisions.empty() && decisions.back().guards()) decisions.pop_back();
    return decisions;
}

}  // namespace

bool lacks_plane(const Method& method, const Notes& notes) {
    const auto t = std::ranges::find(notes.values, "t", &NotedValue::name);
    return method.entry->info.kind == Kind::point_test && t != notes.values.end() &&
           !std::isfinite(t->value);
}

std::vector<std::string> comparison_texts(const Explanation& explanation, std::size_t m) {
    std::vector<std::string> texts;
    for (const Decision& decision : comparisons_of(explanation, m))
        texts.push_back(comparison_text(decision, explanation.methods[m].method.epsilon()));
    return texts;
}

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

}  // namespace hitmiss::lab
