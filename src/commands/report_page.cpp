#include <cmath>

#include "base/exact.hpp"
#include "base/utf8.hpp"
#include "commands/compare.hpp"
#include "commands/count.hpp"
#include "commands/explanation.hpp"
#include "judge/reproducer.hpp"

namespace hitmiss {
namespace {

constexpr std::pair<std::string_view, std::string_view> explained_columns[]{
    {"leaks", "nothing is hit, or something behind."},
    {"wrong_t",
     "the right triangle, a tie or a t alone, but t is off by more than 2^-12 of it and the point "
     "is off the "
     "triangle's plane by more than tau, which is 8 u |t d|; u is the unit roundoff of float or "
     "double."},
    {"ties",
     "another triangle that meets the right one within 8 u |t d| of the ray; not an error."},
    {"degenerate", "hits where conventions differ: at the ray's start, or edge-on; not an error."},
    {"t_off", "right answers and ties farther than 8 u |t d| from their plane; not an error."}};

/// Columns that a page without a list of all columns would leave unexplained.
constexpr std::string_view left_out[]{"leaks_background", "t_off_median", "t_off_99", "t_off_max"};

/// The rows without those columns and without those in which nothing was counted; `errors` stays.
Rows shown_columns(const Rows& rows) {
    Rows shown(rows.size());
    for (std::size_t k = 0; !rows.empty() && k < rows[0].size(); ++k) {
        const std::string& name = rows[0].data()[k].first;
        const bool empty = std::ranges::all_of(rows, [&](const Object& row) {
            const Value& value = row.data()[k].second;
            return value.is_null() || value == 0 || value == "";
        });
        if (std::ranges::count(left_out, name) > 0 || (empty && name != "errors")) continue;
        for (std::size_t row = 0; row < rows.size(); ++row)
            shown[row].push_back({std::string(name_for_people(name)), rows[row].data()[k].second});
    }
    return shown;
}

std::string meanings(const Rows& rows) {
    std::string text;
    for (const auto& [key, meaning] : explained_columns)
        if (!rows.empty() && rows[0].count(std::string(key)) > 0)
            text += fmt::format(" {}: {}", key, meaning);
    return text;
}

std::string hit_text(const Hit& hit) {
    if (!hit) return "no hit";
    if (std::isnan(hit.t)) return "a hit, where is not said";
    const std::string t = fmt::format("t = {} ({})", to_hex(hit.t), number_text(hit.t, 9));
    return hit.triangle == unknown_triangle ? t : fmt::format("triangle {}, {}", hit.triangle, t);
}

std::string exact_text(const ReportCase& one, const Geometry& geometry) {
    const auto& E = one.answer.triangles;
    if (E.empty()) return "no hit";
    const double t = exact_t(one.ray, geometry.triangles[E.front()]);
    return fmt::format("{}, t = {} ({})", triangles_text(E), to_hex(t), number_text(t, 9));
}

/// What the answer means, then why each triangle is hit or missed: by the method itself, or by one
/// that gives the same answers.
std::string why_text(const Explanation& explanation, const Geometry& geometry) {
    std::string text;
    const auto& methods = explanation.methods;
    const bool same = methods.back().outcome == methods[0].outcome;
    const std::size_t speaker = same ? methods.size() - 1 : 0;
    if (const auto what = outcome_sentence(explanation, speaker, geometry); !what.empty())
        text += fmt::format("- {}\n", what);
    for (std::size_t m = 0; m < methods.size(); ++m)
        for (const auto& about : explanation.triangles)
            if (const auto why = verdict_sentence(explanation, m, about); !why.empty())
                text += fmt::format(
                    "- triangle {}{}: {}\n", about.index,
                    m == 0 ? "" : fmt::format(", as {} computes it", to_string(methods[m].method)),
                    why);
    return text;
}

/// The triangles that matter, those of E first.
std::vector<std::uint32_t> shown_triangles(const ReportCase& one, const Explanation& explanation,
                                           const Geometry& geometry) {
    const auto& E = one.answer.triangles;
    std::vector<std::uint32_t> shown(E.begin(),
                                     E.begin() + std::ptrdiff_t(std::min(E.size(), max_explained)));
    const auto add = [&](std::uint32_t index) {
        if (std::ranges::find(shown, index) == shown.end()) shown.push_back(index);
    };
    if (names_triangle(one.hit, geometry)) add(one.hit.triangle);
    if (const auto& across = explanation.methods[0].across; across && across->neighbour)
        add(*across->neighbour);
    return shown;
}

std::string case_text(const ReportCase& one, const SceneOptions& options, const Geometry& geometry,
                      const Output& output) {
    std::vector<Method> methods{one.to_explain.method};
    const std::string name = shown_name(methods[0]);
    if (one.to_explain.alike) methods.push_back(*one.to_explain.alike);
    const auto explanation = explain(one.ray, methods, geometry, {&one.hit, 1});
    const auto shown = shown_triangles(one, explanation, geometry);
    Reproducer reproducer{shown.empty() ? "no triangle" : triangles_text(shown), {}, one.ray, {}};
    for (const auto index : shown) reproducer.triangles.push_back(geometry.triangles[index]);
    const bool known = options.scene != "-" && !output.program.empty();
    return fmt::format(
        "### {}: {}\n\n- exact: {}\n- {}: {}\n{}{}\n```\n{}```\n\n", name, one.title,
        exact_text(one, geometry), name, hit_text(one.hit), why_text(explanation, geometry),
        known ? fmt::format("- `{}` shows all values\n",
                            explain_command(options, options.scene, one.to_explain, output))
              : "",
        to_text(reproducer));
}

/// The path as a link of Markdown, which takes no blanks: its bytes but for plain ones as %20.
std::string link_text(std::string_view path) {
    constexpr std::string_view plain = "0123456789/._-";
    std::string text;
    for (const char c : path)
        text += is_letter(c) || plain.find(c) != plain.npos
                    ? std::string(1, c)
                    : fmt::format("%{:02X}", std::uint8_t(c));
    return text;
}

}  // namespace

void write_report(const ReportPage& page, const CompareOptions& options, const Geometry& geometry,
                  const Output& output) {
    if (options.report.empty()) return;
    const Rows rows = shown_columns(page.rows);
    std::string text =
        fmt::format("## {}\n\n    {}\n\nhitmiss {}\n\n{}\n{}", page.title, options.typed,
                    HITMISS_VERSION, as_markdown(rows), page.findings);
    for (const std::string& picture : page.pictures)
        text += fmt::format("![the errors]({})\n\n", link_text(picture));
    text += fmt::format(
        "The right answer is the nearest triangle for the coordinates as stored; where back faces "
        "are culled, the nearest front face. If several are equally near, any of them is "
        "right.{}{}\n\n",
        meanings(rows),
        page.cases.empty() ? ""
                           : " In each case below: the ray's origin o and direction d, then the "
                             "vertices of each triangle; t counts lengths of d.");
    for (const auto& one : page.cases) text += case_text(one, options.scene, geometry, output);
    output.write(options.report, as_utf8(text));
}

}  // namespace hitmiss
