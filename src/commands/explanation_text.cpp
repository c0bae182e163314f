#include <fmt/color.h>

#include <cmath>

#include "base/words.hpp"
#include "base/wrapping.hpp"
#include "commands/explanation.hpp"
#include "draw/notation.hpp"
#include "judge/reproducer.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t line_width = 88;

/// The ray and what it truly hits.
std::string header_text(const Explanation& explanation) {
    const auto& E = explanation.answer.triangles;
    std::string text = fmt::format("ray  o {}\n     d {}\nexact: ", point_text(explanation.ray.o),
                                   point_text(explanation.ray.d));
    if (!E.empty())
        return text + fmt::format("nearest hit at t = {}, {}{}\n",
                                  number_text(explanation.answer.t), triangles_text(E),
                                  E.size() > max_explained
                                      ? fmt::format(" (the first {} below)", max_explained)
                                      : "");
    text += "no triangle is hit";
    if (std::ranges::none_of(explanation.methods, [](auto& method) { return bool(method.hit); }))
        text += "; below is the one that the ray passes most closely";
    return text + '\n';
}

/// A line per scalar or vector: name, value, and the scalar's hex float.
std::string values_text(const std::vector<NotedValue>& values, Precision precision) {
    struct Line {
        std::string name, value, hex;
    };
    std::vector<Line> lines;
    std::size_t names = 0, numbers = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const std::string& name = values[k].name;
        const auto text_of = [&](std::size_t j) { return decimal(values[j].value, precision); };
        if (values[k].coordinate) {
            lines.push_back(
                {name.substr(0, name.size() - 2),
                 fmt::format("({}, {}, {})", text_of(k), text_of(k + 1), text_of(k + 2)), ""});
            k += 2;
        } else {
            Line& line = lines.emplace_back(Line{name, text_of(k), to_hex(values[k].value)});
            for (auto* text : {&line.value, &line.hex})
                if (text->front() != '-') text->insert(0, 1, ' ');
            numbers = std::max(numbers, line.value.size());
        }
        names = std::max(names, lines.back().name.size());
    }
    std::string text;
    for (const auto& [name, value, hex] : lines)
        text += fmt::format("    {:{}}  {}\n", name, names,
                            hex.empty() ? value : fmt::format("{:{}}  {}", value, numbers, hex));
    return text;
}

std::string red(const std::string& text, bool wanted) {
    return wanted ? fmt::format(fmt::fg(fmt::terminal_color::red), "{}", text) : text;
}

/// The comparison that decides about a triangle, and the exact verdict.
std::string decision_line(const Explanation& explanation, const Explanation::OneTriangle& about,
                          std::size_t method) {
    const Precision precision = explanation.methods[method].method.precision();
    const Decision* const decision = deciding_comparison(about, method);
    const bool culled = about.exact.hit && !ought_to_hit(explanation, method, about);
    return fmt::format("{}{} (exact: {}{})",
                       decision != nullptr ? decision_text(*decision, precision) + ": " : "",
                       about.computations[method].verdict.hit() ? "hit" : "miss",
                       exact_text(about.exact), culled ? ", a back face" : "");
}

/// A sentence in lines, above values; nothing for none.
std::string sentence_text(const std::string& sentence) {
    return sentence.empty() ? "" : paragraph(sentence, line_width, 4);
}

/// What a method computes on a triangle, how that decides, and the exact verdict.
std::string computation_text(const Explanation& explanation, const Explanation::OneTriangle& about,
                             std::size_t method, bool wrong) {
    const auto& [notes, verdict] = about.computations[method];
    const Precision precision = explanation.methods[method].method.precision();
    std::string text = fmt::format("  triangle {}\n{}{}", about.index,
                                   sentence_text(verdict_sentence(explanation, method, about)),
                                   values_text(notes.values, precision));
    const Decision* const deciding = deciding_comparison(about, method);
    for (const Decision& decision : notes.decisions)
        if (&decision != deciding)
            text += fmt::format("    {}\n", decision_text(decision, precision));
    return text +
           red("    " + decision_line(explanation, about, method),
               wrong && verdict.hit() != ought_to_hit(explanation, method, about)) +
           '\n';
}

/// The nearest hit in the scene as it was told.
std::string told_text(const Explanation::Answered& answered) {
    const Hit& hit = answered.told;
    if (!hit) return "no hit";
    if (std::isnan(hit.t)) {
        const bool counted = answered.along && !answered.method.has_kernel();
        return (counted ? number_of(answered.along->hits, "hit") : "a hit") + ", where is not said";
    }
    return fmt::format(
        "{} at t = {}",
        hit.triangle == unknown_triangle ? "a hit" : fmt::format("triangle {}", hit.triangle),
        decimal(hit.t, answered.method.precision()));
}

/// The nearest hit in the scene, and what is right.
std::string answer_text(const Explanation& explanation, std::size_t m) {
    const auto& answered = explanation.methods[m];
    const Hit& hit = answered.hit;
    std::string text = told_text(answered);
    std::vector<std::uint32_t> tied;
    for (const auto& about : explanation.triangles)
        if (const auto& verdict = about.computations[m].verdict;
            verdict.hit() && verdict.t == hit.t && about.index != hit.triangle)
            tied.push_back(about.index);
    if (!tied.empty())
        text += fmt::format(", as near as {}, which {} later", fmt::join(tied, ", "),
                            tied.size() == 1 ? "comes" : "come");
    const auto& [t, E] = answered.answer;
    text += answered.method.culls() ? "; exact, of front faces: " : "; exact: ";
    text += E.empty() ? "no hit"
                      : fmt::format("triangle {} at t = {}", fmt::join(E, " or "),
                                    decimal(t, Precision::twice));
    text += fmt::format(": {}", answered.judgement());
    if (!row_of(answered.outcome).error) return text;
    std::string how(to_string(answered.outcome));
    std::ranges::replace(how, '_', ' ');
    return fmt::format("{} ({})", text, how);
}

}  // namespace

std::string triangles_text(std::span<const std::uint32_t> indices) {
    return fmt::format("triangle{} {}", indices.size() == 1 ? "" : "s", fmt::join(indices, ", "));
}

std::string point_text(const Vec<float>& p) {
    return fmt::format("({}, {}, {})", number_text(p.x), number_text(p.y), number_text(p.z));
}

std::string exact_text(const ExactHit& exact) {
    const bool meets =
        exact.position != Position::outside && exact.position != Position::degenerate;
    return fmt::format("{}, {}{}", exact.hit ? "hit" : "miss", to_string(exact.position),
                       meets && !exact.hit ? " but not in front" : "");
}

std::string decision_text(const Decision& decision, Precision precision) {
    const auto side = [&](const NotedValue& noted) {
        return (noted.name.empty() ? "" : noted.name + " = ") + decimal(noted.value, precision);
    };
    return fmt::format("{} {} {}", side(decision.left), sign_text(decision), side(decision.right));
}

std::string along_sentence(const Explanation::Answered& answered) {
    if (!answered.along) return {};
    const auto& [hits, crossings, starts_on_surface] = *answered.along;
    return fmt::format(
        "Along the whole ray: {}; {}.", number_of(hits, "hit"),
        starts_on_surface ? "it starts on the surface, so no number is right"
                          : fmt::format("it crosses the surface {}", number_of(crossings, "time")));
}

std::string text_of(const Explanation& explanation, const Geometry& geometry, bool in_colour) {
    std::string text = header_text(explanation);
    for (const auto& about : explanation.triangles) {
        const auto& tri = geometry.triangles[about.index];
        text += fmt::format("\ntriangle {}: exact {}\n  a {}\n  b {}\n  c {}\n", about.index,
                            exact_text(about.exact), point_text(tri.a), point_text(tri.b),
                            point_text(tri.c));
    }
    for (std::size_t m = 0; m < explanation.methods.size(); ++m) {
        const auto& answered = explanation.methods[m];
        const bool wrong = in_colour && row_of(answered.outcome).error;
        text += fmt::format("\n{}\n", caption(answered.method, Caption::full)[0]);
        for (const auto& about : explanation.triangles)
            if (answered.method.has_kernel())
                text += computation_text(explanation, about, m, wrong);
        text += red("  nearest: " + answer_text(explanation, m), wrong) + '\n' +
                sentence_text(outcome_sentence(explanation, m, geometry)) +
                sentence_text(along_sentence(answered));
    }
    return text;
}

}  // namespace hitmiss
