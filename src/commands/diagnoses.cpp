#include "commands/diagnoses.hpp"

#include <fmt/format.h>

#include "base/words.hpp"
#include "base/wrapping.hpp"
#include "commands/count.hpp"

namespace hitmiss {
namespace {

Value alike_json(const std::optional<Alike>& alike) {
    if (!alike) return {};
    return Object{{"method", to_string(alike->method)},
                  {"same", alike->same},
                  {"same_errors", alike->same_errors},
                  {"errors", alike->errors}};
}

Object diagnosis_json(const Method& method, const Diagnosis& diagnosis) {
    const Traits& traits = diagnosis.traits;
    Object places;
    for (std::size_t k = 0; k < place_rows.size(); ++k)
        places.push_back({std::string(place_rows[k].key), traits.errors_at[k]});
    const auto width = [&](const Magnitudes& widths) {
        return widths.median() ? rounded(diagnosis.box.diagonal() / typical(widths), 2) : Value();
    };
    const auto slope = [](const Magnitudes& slopes) {
        return slopes.median() ? rounded(typical(slopes), 2) : Value();
    };
    Rows readings;
    for (const auto& [how, value, answers, errors, otherwise, read, or_plus] : diagnosis.readings)
        readings.push_back({{"reading", reading_names[std::size_t(how)]},
                            {"value", value},
                            {"or_plus", or_plus},
                            {"answers", answers},
                            {"errors", errors}});
    Value strict;
    if (const auto& found = diagnosis.strict)
        strict =
            Object{{"comparison", comparisons_text(*found, " and ", [](auto& op) { return op; })},
                   {"equal", found->equal},
                   {"differences", found->differences}};
    Value bound, fronts, never_hit;
    if (const auto& found = diagnosis.bound)
        bound = Object{{"bound", found->least ? "t_min" : "t_max"},
                       {"lost_t", found->lost},
                       {"kept_t", found->kept},
                       {"lost", found->lost_rays},
                       {"kept", found->kept_rays}};
    if (const auto& found = diagnosis.fronts)
        fronts = Object{{"hits", found->hits}, {"errors", found->lost}};
    if (const auto& found = diagnosis.never_hit)
        never_hit = Object{{"triangles", found->triangles.size()},
                           {"met", found->met},
                           {"errors", found->lost_rays}};
    return {{"method", method.name()},
            {"spec", to_string(method)},
            {"rays", diagnosis.rays},
            {"errors", diagnosis.errors},
            {"hits", diagnosis.hits},
            {"errors_at", places},
            {"width_missed", width(traits.missed.width)},
            {"width_hit", width(traits.hit.width)},
            {"slope_missed", slope(traits.missed.slope)},
            {"slope_hit", slope(traits.hit.slope)},
            {"other_number", traits.renamed},
            {"readings", readings},
            {"bound_of_t", bound},
            {"lost_fronts", fronts},
            {"never_hit", never_hit},
            {"rays_tried", diagnosis.tried},
            {"errors_tried", diagnosis.tried_errors},
            {"same_as", alike_json(diagnosis.alike)},
            {"without_epsilon", alike_json(diagnosis.without)},
            {"in_double", alike_json(diagnosis.finer)},
            {"with_both", alike_json(diagnosis.both)},
            {"strict", strict},
            {"sentences", sentences(diagnosis)}};
}

std::string heading(const Method& method, const Diagnosis& diagnosis) {
    return fmt::format(
        "What the errors of {} have in common ({} on {}{})", shown_name(method),
        number_of(diagnosis.errors, "error"),
        diagnosis.rays == diagnosis.all ? "" : with_separators(diagnosis.rays) + " of ",
        number_of(diagnosis.all, "ray"));
}

}  // namespace

void Diagnoses::add(const Method& method, const OutcomeCounts& outcomes, const Round& round,
                    const Answerer& answerer) {
    const bool wanted = method.kind() == Kind::answer_file && outcomes.errors() > 0;
    all_.emplace_back(method, wanted ? diagnose(round, answerer) : std::nullopt);
}

std::optional<Method> Diagnoses::alike(std::size_t m) const {
    const auto& diagnosis = all_[m].second;
    if (!diagnosis || !diagnosis->alike || diagnosis->bound || diagnosis->behind()) return {};
    return diagnosis->alike->method;
}

FirstRay Diagnoses::example(std::size_t m) const {
    const auto& diagnosis = all_[m].second;
    return diagnosis && diagnosis->strict ? diagnosis->strict->example : FirstRay{};
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

Disagreements::Disagreements(const std::vector<Method>& methods,
                             std::span<const Answerer> answerers)
    : answerers_(answerers) {
    for (std::size_t b = 0; b < methods.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
            if (methods[a].kind() == Kind::answer_file && methods[b].kind() == Kind::answer_file)
                pairs_.push_back({a, b, 0});
}

void Disagreements::count(const JudgedBatch& judged) {
    for (Pair& pair : pairs_) {
        const auto &a = judged.columns[pair.a].hits, &b = judged.columns[pair.b].hits;
        const Answerer &one = answerers_[pair.a], &other = answerers_[pair.b];
        // A t alone names no triangle: the one that stands there is the judge's choice.
        const bool names = !one.tells_t_alone && !other.tells_t_alone;
        std::uint64_t rays = 0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            const auto number = judged.batch.numbers[k];
            const bool apart = bool(a[k]) != bool(b[k]) ||
                               (names && a[k].triangle != b[k].triangle) ||
                               (a[k] && b[k] && !is_close(a[k].t, b[k].t));
            rays += one.tells_triangle && other.tells_triangle ? apart
                    : one.count && other.count ? one.count(number) != other.count(number)
                                               : bool(a[k]) != bool(b[k]);
        }
        const std::scoped_lock lock(mutex_);
        pair.rays += rays;
    }
}

Rows Disagreements::rows(const std::vector<Method>& methods) const {
    Rows rows;
    for (const Pair& pair : pairs_)
        rows.push_back({{"answers", to_string(methods[pair.a])},
                        {"others", to_string(methods[pair.b])},
                        {"rays", pair.rays}});
    return rows;
}

std::string disagreements_text(const Rows& rows, std::size_t rays, std::size_t width) {
    std::string text;
    for (const Object& row : rows)
        text += paragraph(
            fmt::format("{} and {} disagree on {} of {} rays.",
                        row.at("answers").get<std::string>(), row.at("others").get<std::string>(),
                        with_separators(row.at("rays").get<std::uint64_t>()),
                        with_separators(rays)),
            width);
    return text.empty() ? "" : '\n' + text;
}

}  // namespace hitmiss
