#include "commands/diagnosis_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/words.hpp"
#include "base/wrapping.hpp"
#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// Missed triangles are told from those that are hit by at least this factor.
constexpr double much = 4;
/// A triangle as few roundings wide as this suffers from them.
constexpr double few_roundings = 0x1p13;

/// The middle of the magnitudes that a power of two ends.
double typical(const Magnitudes& magnitudes) {
    return magnitudes.median().value_or(0) / std::numbers::sqrt2;
}

std::string of_all(std::uint64_t some, std::uint64_t all) {
    return fmt::format("{} of {}", with_separators(some), with_separators(all));
}

/// Two digits, but three above 99: the rest shows.
std::string percent(std::uint64_t count, std::uint64_t all) {
    const double share = 100 * double(count) / double(all);
    return number_text(share, share > 99 ? 3 : 2);
}

std::string places_sentence(const Diagnosis& diagnosis) {
    std::vector<std::pair<std::uint64_t, std::string_view>> places;
    for (std::size_t k = 0; k < place_rows.size(); ++k)
        if (const auto count = diagnosis.traits.errors_at[k])
            places.push_back({count, place_rows[k].words});
    std::ranges::sort(places, std::greater());
    if (diagnosis.errors == 1) return fmt::format("The error lies {}.", places[0].second);
    if (places.size() == 1)
        return fmt::format("All {} lie {}.", number_of(diagnosis.errors, "error"),
                           places[0].second);
    std::vector<std::string> parts;
    for (const auto& [count, where] : places)
        parts.push_back(fmt::format("{} % {}", percent(count, diagnosis.errors), where));
    return fmt::format("Where the errors lie: {}.", fmt::join(parts, ", "));
}

std::string width_sentence(const Diagnosis& diagnosis) {
    const Traits& traits = diagnosis.traits;
    const double few = typical(traits.missed.width), many = typical(traits.hit.width);
    if (few == 0 || many == 0 || few < much * many) return {};
    return fmt::format(
        "The triangles that it misses are small: these are typically {} wide, and those that it "
        "hits {}.",
        number_text(diagnosis.diagonal / few, 1), number_text(diagnosis.diagonal / many, 1));
}

std::string slope_sentence(const Traits& traits) {
    const double missed = typical(traits.missed.slope), hit = typical(traits.hit.slope);
    if (missed == 0 || hit == 0 || missed < much * hit) return {};
    const auto degrees = [](double slope) {
        return number_text(std::asin(std::min(1.0, 1 / slope)) * 180 / std::numbers::pi, 1);
    };
    return fmt::format(
        "The rays graze the triangles that it misses: they typically meet these at "
        "{}°, and those that it hits at {}°.",
        degrees(missed), degrees(hit));
}

std::string renamed_sentence(const Diagnosis& diagnosis) {
    const Traits& traits = diagnosis.traits;
    const std::string t_is_right =
        fmt::format("t is right on {} errors; only the triangle's number is wrong",
                    of_all(traits.renamed, diagnosis.errors));
    if (diagnosis.one_high())
        return t_is_right +
               ": it is one too high. Does this tracer number triangles from 1? The "
               "first one is 0.";
    if (diagnosis.one_low()) return t_is_right + ": it is one too low. The first triangle is 0.";
    return t_is_right +
           ". Does this tracer keep the triangles in another order? --triangles MESH "
           "says in which.";
}

std::string order_sentence(const Diagnosis& diagnosis) {
    const auto& [triangles, errors] = *diagnosis.other_order;
    const std::string count = with_separators(triangles);
    return fmt::format(
        "This tracer keeps the triangles in another order: its {} numbers stand for {} different "
        "triangles. With the mesh's own numbers it errs on {} rays. --triangles MESH says the "
        "order.",
        count, count, of_all(errors, diagnosis.rays));
}

std::string alike_sentence(const Diagnosis& diagnosis) {
    const Alike& alike = *diagnosis.alike;
    return fmt::format("It gives the same answers as {} on {} rays, and on {} errors.",
                       to_string(alike.method), of_all(alike.same, diagnosis.tried),
                       of_all(alike.same_errors, diagnosis.tried_errors));
}

std::string strict_sentence(const Strictness& strict) {
    const std::string wanted = fmt::format("{} {} {}", strict.left, strict.op, strict.right);
    return fmt::format(
        "On {} rays on which they differ, {} is exactly {}: this tracer seems to "
        "ask {} {} {}, which loses the points of an edge. {} keeps them.",
        of_all(strict.equal, strict.differences), strict.left, strict.right, strict.left,
        strict.op.substr(0, 1), strict.right, wanted);
}

/// Whether that method has next to none of the tracer's errors.
bool cures(const std::optional<Alike>& other, const Diagnosis& diagnosis) {
    return other && 10 * other->errors <= diagnosis.tried_errors;
}

std::string without_sentence(const Diagnosis& diagnosis) {
    return fmt::format(
        "With epsilon=0 that method errs on {} of these rays: a determinant "
        "threshold of {} is too large for these triangles.",
        with_separators(diagnosis.without->errors),
        number_text(diagnosis.alike->method.epsilon().value_or(0)));
}

std::string finer_sentence(const Diagnosis& diagnosis) {
    std::string text = fmt::format(
        "In double that method errs on {} of these rays: single "
        "precision is the cause{}.",
        with_separators(diagnosis.finer->errors), diagnosis.strict ? " of the other errors" : "");
    const double widths = typical(diagnosis.traits.roundings);
    if (widths > 0 && widths < few_roundings)
        text += fmt::format(
            " The rays start so far away that it rounds their hits by about {} % "
            "of a triangle's width. Start them nearer, or use double.",
            number_text(100 / widths, 1));
    return text;
}

Object alike_json(const std::optional<Alike>& alike) {
    if (!alike) return {};
    return {{"method", to_string(alike->method)},
            {"same", alike->same},
            {"same_errors", alike->same_errors},
            {"errors", alike->errors}};
}

Value or_null(const Object& object) {
    return object.empty() ? Value() : Value(object);
}

Object diagnosis_json(const Method& method, const Diagnosis& diagnosis) {
    const Traits& traits = diagnosis.traits;
    Object places;
    for (std::size_t k = 0; k < place_rows.size(); ++k)
        places.push_back({std::string(place_rows[k].key), traits.errors_at[k]});
    const auto width = [&](const Magnitudes& widths) {
        return widths.median() ? rounded(diagnosis.diagonal / typical(widths), 2) : Value();
    };
    const auto slope = [](const Magnitudes& slopes) {
        return slopes.median() ? rounded(typical(slopes), 2) : Value();
    };
    Object other_order;
    if (const auto& found = diagnosis.other_order)
        other_order = {{"triangles", found->triangles}, {"errors", found->errors}};
    Object strict;
    if (const auto& found = diagnosis.strict)
        strict = {{"comparison", fmt::format("{} {} {}", found->left, found->op, found->right)},
                  {"equal", found->equal},
                  {"differences", found->differences}};
    return {{"method", method.name()},
            {"rays", diagnosis.rays},
            {"errors", diagnosis.errors},
            {"hits", diagnosis.hits},
            {"errors_at", places},
            {"width_missed", width(traits.missed.width)},
            {"width_hit", width(traits.hit.width)},
            {"slope_missed", slope(traits.missed.slope)},
            {"slope_hit", slope(traits.hit.slope)},
            {"other_number", traits.renamed},
            {"number_one_high", traits.one_high},
            {"number_one_low", traits.one_low},
            {"other_order", or_null(other_order)},
            {"rays_tried", diagnosis.tried},
            {"errors_tried", diagnosis.tried_errors},
            {"same_as", or_null(alike_json(diagnosis.alike))},
            {"without_epsilon", or_null(alike_json(diagnosis.without))},
            {"in_double", or_null(alike_json(diagnosis.finer))},
            {"strict", or_null(strict)},
            {"sentences", sentences(diagnosis)}};
}

std::string heading(const Method& method, const Diagnosis& diagnosis) {
    return fmt::format(
        "What the errors of {} have in common ({} on {}{})", method.name(),
        number_of(diagnosis.errors, "error"),
        diagnosis.rays == diagnosis.all ? "" : with_separators(diagnosis.rays) + " of ",
        number_of(diagnosis.all, "ray"));
}

}  // namespace

std::vector<std::string> sentences(const Diagnosis& diagnosis) {
    if (diagnosis.other_order) return {order_sentence(diagnosis)};
    if (diagnosis.renamed()) return {renamed_sentence(diagnosis)};
    if (diagnosis.hits == 0) return {places_sentence(diagnosis), "It hits nothing at all."};
    std::vector<std::string> all{places_sentence(diagnosis), width_sentence(diagnosis),
                                 slope_sentence(diagnosis.traits)};
    if (diagnosis.alike) all.push_back(alike_sentence(diagnosis));
    if (diagnosis.strict) all.push_back(strict_sentence(*diagnosis.strict));
    if (cures(diagnosis.without, diagnosis))
        all.push_back(without_sentence(diagnosis));
    else if (cures(diagnosis.finer, diagnosis) &&
             (!diagnosis.strict || diagnosis.alike->same_errors > 0))
        all.push_back(finer_sentence(diagnosis));
    std::erase(all, "");
    return all;
}

void Diagnoses::add(const Method& method, const OutcomeCounts& outcomes, const Round& round,
                    const Answerer& answerer) {
    const bool wanted = method.kind() == Kind::answer_file && outcomes.errors() > 0;
    all_.emplace_back(method, wanted ? diagnose(round, answerer) : std::nullopt);
}

std::optional<Method> Diagnoses::alike(std::size_t m) const {
    const auto& diagnosis = all_[m].second;
    return diagnosis && diagnosis->alike ? std::optional(diagnosis->alike->method) : std::nullopt;
}

std::string Diagnoses::text(std::size_t width) const {
    std::string text;
    for (const auto& [method, diagnosis] : all_) {
        if (!diagnosis) continue;
        text += "\n" + heading(method, *diagnosis) + ":\n";
        for (const auto& sentence : sentences(*diagnosis)) text += paragraph(sentence, width, 2);
    }
    return text;
}

std::string Diagnoses::markdown() const {
    std::string text;
    for (const auto& [method, diagnosis] : all_) {
        if (!diagnosis) continue;
        text += heading(method, *diagnosis) + ":\n\n";
        for (const auto& sentence : sentences(*diagnosis)) text += "- " + sentence + '\n';
        text += '\n';
    }
    return text;
}

void Diagnoses::append_to(Object& json) const {
    Rows found;
    for (const auto& [method, diagnosis] : all_)
        if (diagnosis) found.push_back(diagnosis_json(method, *diagnosis));
    if (!found.empty()) json.push_back({"diagnosis", found});
}

}  // namespace hitmiss
