#include "base/exact.hpp"
#include "base/utf8.hpp"
#include "commands/compare.hpp"
#include "judge/explain.hpp"
#include "judge/reproducer.hpp"

namespace hitmiss {
namespace {

std::string hit_text(const Hit& hit) {
    if (!hit) return "no hit";
    const std::string t = fmt::format("t = {} ({})", to_hex(hit.t), number_text(hit.t, 9));
    return hit.triangle == unknown_triangle ? t : fmt::format("triangle {}, {}", hit.triangle, t);
}

std::string exact_text(const ReportCase& one, const Geometry& geometry) {
    const auto& E = one.answer.triangles;
    if (E.empty()) return "no hit";
    const double t = exact_t(one.ray, geometry.triangles[E.front()]);
    return fmt::format("triangle{} {}, t = {} ({})", E.size() == 1 ? "" : "s", fmt::join(E, ", "),
                       to_hex(t), number_text(t, 9));
}

std::string case_text(const ReportCase& one, const Geometry& geometry) {
    const auto& E = one.answer.triangles;
    const Hit& hit = one.hit;
    std::vector<std::uint32_t> shown(E.begin(),
                                     E.begin() + std::ptrdiff_t(std::min(E.size(), max_explained)));
    if (hit && hit.triangle != unknown_triangle &&
        std::ranges::find(shown, hit.triangle) == shown.end())
        shown.push_back(hit.triangle);
    Reproducer reproducer{"no triangle", {}, one.ray, {}};
    if (!shown.empty())
        reproducer.comment =
            fmt::format("triangle{} {}", shown.size() == 1 ? "" : "s", fmt::join(shown, ", "));
    for (const auto index : shown) reproducer.triangles.push_back(geometry.triangles[index]);
    return fmt::format("### {}: {}\n\n- exact: {}\n- {}: {}\n\n```\n{}```\n\n", one.method.name(),
                       one.title, exact_text(one, geometry), one.method.name(), hit_text(hit),
                       to_text(reproducer));
}

}  // namespace

std::string to_markdown(const ReportPage& page, const Geometry& geometry) {
    std::string text =
        fmt::format("## {}\n\n    {}\n\n{}\n", page.title, page.command, as_markdown(page.rows));
    if (!page.picture.empty()) text += fmt::format("![the errors]({})\n\n", page.picture);
    text +=
        "A right answer is any triangle at the nearest exact t of the stored float ray and the "
        "stored float vertices; where back faces are culled, of the front faces. leaks: nothing is "
        "hit, or something behind. wrong_t: the right triangle or a tie, but t is off by more than "
        "2^-12 of it and the point is off the triangle's plane by more than tau, which is 8 u "
        "|t d|; u is the unit roundoff of float or double. neighbour: a tie, another triangle that "
        "meets the right one within tau of the ray; no error. t_off: right answers and ties "
        "farther than tau from their plane. In each case below: the ray's origin o and direction "
        "d, then the vertices of each triangle; t counts lengths of d.\n\n";
    for (const auto& one : page.cases) text += case_text(one, geometry);
    return as_utf8(text);
}

}  // namespace hitmiss
