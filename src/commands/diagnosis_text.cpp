#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "base/words.hpp"
#include "commands/diagnoses.hpp"
#include "scene/notes.hpp"

namespace hitmiss {

double typical(const Magnitudes& magnitudes) {
    return magnitudes.median().value_or(0) / std::numbers::sqrt2;
}

std::string comparisons_text(const Strictness& strict, std::string_view last,
                             const std::function<std::string(const std::string& op)>& sign) {
    std::vector<std::string> words;
    for (const auto& [left, op, right] : strict.comparisons)
        words.push_back(fmt::format("{} {} {}", left, sign(op), right));
    return list_text(words, last);
}

std::string of_all(std::uint64_t some, std::uint64_t all) {
    return fmt::format("{} of {}", with_separators(some), with_separators(all));
}

namespace {

/// Missed triangles are told from those that are hit by at least this factor.
constexpr double much = 4;
/// A triangle as few roundings wide as this suffers from them.
constexpr double few_roundings = 0x1p13;

/// Two digits, but three above 99: the rest shows.
std::string percent(std::uint64_t count, std::uint64_t all) {
    const double share = 100 * double(count) / double(all);
    return number_text(share, share > 99 ? 3 : 2);
}

/// Whether another way to read the answers explains some of the errors.
bool reread(const Diagnosis& diagnosis) {
    return diagnosis.remaining < diagnosis.errors;
}

std::string places_sentence(const Diagnosis& diagnosis) {
    std::vector<std::pair<std::uint64_t, std::string_view>> places;
    for (std::size_t k = 0; k < place_rows.size(); ++k)
        if (const auto count = diagnosis.traits.errors_at[k])
            places.push_back({count, place_rows[k].words});
    std::ranges::sort(places, std::greater());
    const std::string_view other = reread(diagnosis) ? "other " : "";
    if (diagnosis.remaining == 1)
        return fmt::format("The {}error lies {}.", other, places[0].second);
    if (places.size() == 1)
        return fmt::format("All {}{} lie {}.", other, number_of(diagnosis.remaining, "error"),
                           places[0].second);
    std::vector<std::string> parts;
    for (const auto& [count, where] : places)
        parts.push_back(fmt::format("{} % {}", percent(count, diagnosis.remaining), where));
    return fmt::format("Where the {}errors lie: {}.", other, fmt::join(parts, ", "));
}

/// Fewer missed triangles tell nothing.
constexpr std::uint64_t enough = 20;

std::string width_sentence(const Diagnosis& diagnosis) {
    const Traits& traits = diagnosis.traits;
    const double few = typical(traits.missed.width), many = typical(traits.hit.width);
    if (few == 0 || many == 0 || few < much * many || traits.missed.width.count() < enough)
        return {};
    return fmt::format(
        "The triangles that it misses are small: these are typically {} wide, and those that it "
        "hits {}.",
        number_text(diagnosis.box.diagonal() / few, 1),
        number_text(diagnosis.box.diagonal() / many, 1));
}

std::string slope_sentence(const Traits& traits) {
    const double missed = typical(traits.missed.slope), hit = typical(traits.hit.slope);
    if (missed == 0 || hit == 0 || missed < much * hit || traits.missed.slope.count() < enough)
        return {};
    const auto degrees = [](double slope) {
        return number_text(std::asin(std::min(1.0, 1 / slope)) * 180 / std::numbers::pi, 1);
    };
    return fmt::format(
        "The rays graze the triangles that it misses: they typically meet these at "
        "{}°, and those that it hits at {}°.",
        degrees(missed), degrees(hit));
}

std::string renamed_sentence(const Diagnosis& diagnosis) {
    const std::uint64_t renamed = diagnosis.traits.renamed;
    const bool many = 10 * renamed > diagnosis.right_hits;  // another order leaves few numbers
    return fmt::format("t is right on {} errors; only the triangle's number is wrong.{}",
                       of_all(renamed, diagnosis.remaining),
                       !many ? ""
                       : diagnosis.polygons
                           ? " Does this tracer number polygons, each of several triangles?"
                           : " Does this tracer keep the triangles in another order? --triangles "
                             "MESH says in which.");
}

std::string alike_sentence(const Diagnosis& diagnosis) {
    const Alike& alike = *diagnosis.alike;
    return fmt::format("It gives the same answers as {} on {} rays, and on {} errors.",
                       to_string(alike.method), of_all(alike.same, diagnosis.tried),
                       of_all(alike.same_errors, diagnosis.tried_errors));
}

std::string strict_sentence(const Strictness& strict) {
    return fmt::format(
        "On {} rays on which they differ, {}: this tracer seems to ask {}, which loses the points "
        "of an edge. {} keep{} them.",
        of_all(strict.equal, strict.differences),
        comparisons_text(strict, " or ", [](auto&) { return "is exactly"; }),
        comparisons_text(strict, " and ", [](auto& op) { return op.substr(0, 1); }),
        comparisons_text(strict, " and ", [](auto& op) { return op; }),
        strict.comparisons.size() == 1 ? "s" : "");
}

/// What a threshold of the determinant and single precision cause of the errors of the method that
/// is alike, if without these next to none are left.
std::string cause_sentence(const Diagnosis& diagnosis) {
    const auto& [tracer, without, finer, both] =
        std::tie(*diagnosis.alike, diagnosis.without, diagnosis.finer, diagnosis.both);
    const auto& cured = both ? both : without ? without : finer;
    if (!cured || 10 * cured->errors > diagnosis.tried_errors) return {};
    const bool by_single = finer && (without ? *without : tracer).errors > cured->errors;
    const bool by_threshold = without && (finer ? *finer : tracer).errors > cured->errors;
    const std::string threshold = fmt::format("a determinant threshold of {} is too large for {}",
                                              number_text(tracer.method.epsilon().value_or(0)),
                                              by_single ? "some triangles" : "these triangles");
    std::string text;
    if (both && by_threshold == by_single)
        text = fmt::format(
            "That method errs on {} of these rays with epsilon=0, on {} in double, and on {} with "
            "both: {}{}.",
            with_separators(without->errors), with_separators(finer->errors),
            with_separators(cured->errors), threshold,
            by_single ? ", and single precision causes errors too" : " in single precision");
    else if (by_threshold)
        text = fmt::format("With epsilon=0 that method errs on {} of these rays: {}.",
                           with_separators(without->errors), threshold);
    else if (by_single)
        text = fmt::format(
            "In double that method errs on {} of these rays{}", with_separators(finer->errors),
            diagnosis.precision == Precision::twice
                ? ". Were these answers, which are doubles, computed in single precision?"
            : diagnosis.strict ? ": single precision is the cause of the other errors."
                               : ": single precision is the cause.");
    const double widths = typical(diagnosis.traits.roundings);
    if (by_single && widths > 0 && widths < few_roundings)
        text += fmt::format(
            " The rays start so far away that it rounds their hits by about {} % "
            "of a triangle's width. Start them nearer, or use double.",
            number_text(100 / widths, 1));
    return text;
}

/// How far t is off where the triangle is right, and where floats are that coarse, if the answers
/// are floats: at the mesh's own coordinates, or at larger ones.
std::string coarse_sentence(const Diagnosis& diagnosis) {
    const Magnitudes& off_t = diagnosis.traits.off_t;
    const double off = diagnosis.box.diagonal() / typical(off_t);
    const Coarseness mesh = coarseness_of(diagnosis.box);
    const bool known = 16 * mesh.apart > off;
    const std::string around = number_text(0x1p25 * off, 1);
    const auto [largest, apart] =
        known ? mesh : coarseness_at(parse_number<float>(around).value_or(0));
    const std::string where = fmt::format("On {} errors the triangle is right, and t is ",
                                          of_all(off_t.count(), diagnosis.remaining));
    const std::string by = number_text(off, 1);
    const std::string apart_there =
        fmt::format("near {} are {} apart.", with_separators(number_text(double(largest), 2)),
                    number_text(apart, 2));
    if (diagnosis.traits.t_alone > 0)
        return fmt::format(
            "On {} errors t is not that of a hit of the ray, and off by about {} from the right "
            "one. Answers that name the triangle, too, would tell more.",
            of_all(off_t.count(), diagnosis.remaining), by);
    const bool single = diagnosis.precision == Precision::single;
    if (single && known)
        return fmt::format(
            "{}off by about {}. Single precision rounds that coarsely at these coordinates: floats "
            "{} "
            "Compute nearer to the origin, or in double.",
            where, by, apart_there);
    const std::string rounding =
        single ? " Does it compute at larger coordinates? Floats " + apart_there : "";
    const std::uint64_t larger = diagnosis.traits.t_too_large;
    if (off_t.count() >= 20 && 10 * std::max(larger, off_t.count() - larger) > 9 * off_t.count())
        return fmt::format(
            "{}too {} by about {}, nearly always. Is t measured from another point, or is the mesh "
            "a little larger or smaller?{}",
            where, 2 * larger > off_t.count() ? "large" : "small", by, rounding);
    return fmt::format("{}off by about {}.{} {} these the answers to other rays?", where, by,
                       rounding, single ? "Or are" : "Are");
}

std::string behind_sentence(const Diagnosis& diagnosis) {
    return fmt::format(
        "{} {} errors it answers another hit of the same ray, behind the nearest one. Does it keep "
        "the smallest t of all triangles that a ray hits, and cull no front faces?",
        diagnosis.alike ? "Another cause is possible: on" : "On",
        of_all(diagnosis.traits.behind, diagnosis.remaining));
}

/// What is right of most errors, or else that hardly any hit is right.
std::string rightness_sentence(const Diagnosis& diagnosis) {
    const Traits& traits = diagnosis.traits;
    const std::uint64_t remaining = diagnosis.remaining;
    if (2 * traits.renamed > remaining) return renamed_sentence(diagnosis);
    if (diagnosis.mostly_wrong_t())
        return fmt::format(
            "On {} errors the triangle is right, but not t. Is that another quantity, or is it "
            "measured from another point?",
            of_all(traits.off_t.count(), remaining));
    return fmt::format(
        "Hardly any of its {} is right ({}). Are these the answers to other rays, or of another "
        "mesh?",
        number_of(diagnosis.hits, "hit"), with_separators(diagnosis.right_hits));
}

}  // namespace

std::vector<std::string> sentences(const Diagnosis& diagnosis) {
    std::vector<std::string> all;
    for (const OtherReading& reading : diagnosis.readings)
        all.push_back(reading_sentence(reading, diagnosis.rays));
    if (diagnosis.remaining == 0) return all;
    if (diagnosis.hits == 0) {
        const bool then = reread(diagnosis);
        all.insert(then ? all.end() : all.begin(),
                   {places_sentence(diagnosis),
                    then ? "Then it hits nothing." : "It hits nothing at all."});
        if (diagnosis.bound) all.push_back(bound_sentence(*diagnosis.bound));
        return all;
    }
    if (diagnosis.renamed()) {
        all.push_back(renamed_sentence(diagnosis));
        return all;
    }
    all.insert(all.end(), {places_sentence(diagnosis), width_sentence(diagnosis),
                           slope_sentence(diagnosis.traits)});
    if (diagnosis.alike) all.push_back(alike_sentence(diagnosis));
    if (diagnosis.strict) all.push_back(strict_sentence(*diagnosis.strict));
    // A wrong order of the hits does not answer misses, as triangles do that were left out.
    const auto& never = diagnosis.never_hit;
    const bool behind = diagnosis.behind() && !diagnosis.bound &&
                        !(never && 10 * diagnosis.traits.behind < 9 * never->lost_rays);
    if (diagnosis.alike || diagnosis.bound || never || diagnosis.fronts || behind) {
        if (diagnosis.alike) all.push_back(cause_sentence(diagnosis));
        // Where all of a distant part is lost, nobody can tell these two apart.
        if (diagnosis.bound) all.push_back(bound_sentence(*diagnosis.bound));
        if (diagnosis.fronts)
            all.push_back(fronts_sentence(*diagnosis.fronts, diagnosis.remaining));
        if (never) all.push_back(never_hit_sentence(*never, diagnosis.remaining));
        if (behind) all.push_back(behind_sentence(diagnosis));
    } else if (diagnosis.coarse())
        all.push_back(coarse_sentence(diagnosis));
    else if (diagnosis.hopeless() || diagnosis.mostly_wrong_t())
        all.push_back(rightness_sentence(diagnosis));
    std::erase(all, "");
    return all;
}

}  // namespace hitmiss
