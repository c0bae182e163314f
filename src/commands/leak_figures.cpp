#include "commands/leak_rates.hpp"
#include "commands/rates.hpp"
#include "commands/ray_choice.hpp"
#include "draw/bar_plot.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

/// A bar of a smaller share cannot be seen.
constexpr double seen_from = 0.0005;

/// What a method may do wrong along a whole ray: in a title, and beside its bar.
struct Deed {
    std::string_view does, label;
    std::uint64_t WholeRays::*count;
    Rgb colour;
};
constexpr Deed whole_deeds[]{
    {"misses a crossing on", "missed", &WholeRays::missed, palette::curves[1]},
    {"counts a crossing twice on", "counted twice", &WholeRays::doubled, palette::curves[1]},
    {"adds a crossing on", "extra", &WholeRays::extra, palette::curves[1]},
    {"gets the parity wrong on", "wrong parity", &WholeRays::parity, palette::curves[2]}};

/// What a method does on the largest share of the rays of one kind; `none` if none does anything.
/// `tell` says what a tally holds: says(what is done, on how many, of so many rays).
std::string finding(const Scene& scene, const std::vector<AimedTallies>& counted,
                    std::string_view none, const auto& tell) {
    std::string text(none);
    double largest = 0;
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m)
            tell(by_method[m], [&, &a = aim](std::string_view does, std::uint64_t count,
                                             std::uint64_t rays) {
                if (rays == 0 || double(count) <= largest * double(rays)) return;
                largest = double(count) / double(rays);
                text = as_title(fmt::format("{} {} {} of the {}",
                                            as_subject(caption(scene.methods[m], Caption::row)[0]),
                                            does, in_percent(100 * largest), aimed_text(a)));
            });
    return text;
}

/// The kinds of rays on which some method errs, or all kinds if there are none of these; and the
/// names of those left out.
struct ShownAims {
    std::vector<const AimedTallies*> shown;
    std::vector<std::string_view> without;
};
ShownAims shown_aims(const std::vector<AimedTallies>& counted, const auto& errs) {
    ShownAims aims;
    for (const AimedTallies& aimed : counted)
        if (std::ranges::any_of(aimed.by_method, errs))
            aims.shown.push_back(&aimed);
        else
            aims.without.push_back(aim_names[std::size_t(aimed.aim)]);
    if (!aims.shown.empty()) return aims;
    for (const AimedTallies& aimed : counted) aims.shown.push_back(&aimed);
    return {aims.shown, {}};
}

}  // namespace

std::vector<Drawing> draw_rates(const Scene& scene, const std::vector<AimedTallies>& counted,
                                std::uint64_t rays, const Page& page) {
    BarPlot plot;
    plot.title = page.title_or(finding(scene, counted, "No test errs on any of these rays",
                                       [](const Tally& tally, const auto& says) {
                                           says("errs on", tally.outcomes.errors(), tally.rays);
                                       }));
    const auto [shown, without] =
        shown_aims(counted, [](const Tally& tally) { return tally.error_rate() >= seen_from; });
    plot.subtitle =
        fmt::format("{}; wrong answers among {} of each kind; lines: 95\u00A0% intervals",
                    mesh_text(scene), number_of(rays, "ray"));
    // Where no bar is seen: how far the intervals reach.
    double most = 0;
    for (const AimedTallies& aimed : counted)
        for (const Tally& tally : aimed.by_method)
            if (std::ranges::count(without, aim_names[std::size_t(aimed.aim)]) > 0)
                most = std::max(most, wilson_interval(tally.outcomes.errors(), tally.rays).high);
    if (!without.empty())
        plot.subtitle += fmt::format("; {}: intervals up to {}", fmt::join(without, ", "),
                                     in_percent(100 * most));
    for (const OutcomeRow& row : outcome_rows)
        if (row.error) plot.parts.push_back({row.colour, row.label});
    for (const Method& method : scene.methods)
        plot.rows.push_back({caption(method, Caption::row)[0], {}});
    for (const AimedTallies* aimed : shown) {
        plot.panels.emplace_back(aim_names[std::size_t(aimed->aim)]);
        for (std::size_t m = 0; m < plot.rows.size(); ++m) {
            const Tally& tally = aimed->by_method[m];
            const auto [value, low, high] = per_million(tally.outcomes.errors(), tally.rays);
            Bar& bar = plot.rows[m].bars.emplace_back(Bar{{}, low / 1e4, high / 1e4});
            for (const OutcomeRow& row : outcome_rows)
                if (row.error)
                    bar.parts.push_back(100 * double(tally.outcomes.*row.count) /
                                        double(std::max<std::uint64_t>(tally.rays, 1)));
        }
    }
    return draw_bar_pages(plot, page);
}

std::vector<Drawing> draw_whole_rays(const Scene& scene, const std::vector<AimedTallies>& counted,
                                     std::uint64_t rays, const Page& page) {
    BarPlot plot;
    plot.title =
        page.title_or(finding(scene, counted, "Every test counts every crossing of these rays once",
                              [](const Tally& tally, const auto& says) {
                                  for (const Deed& deed : whole_deeds)
                                      says(deed.does, tally.whole.*deed.count, tally.whole.rays);
                              }));
    const bool extra = std::ranges::any_of(counted, [](const AimedTallies& aimed) {
        return std::ranges::any_of(aimed.by_method,
                                   [](const Tally& tally) { return tally.whole.extra > 0; });
    });
    plot.subtitle =
        fmt::format("{}; share of {} of each kind; wrong parity: inside and outside exchanged",
                    mesh_text(scene), number_of(rays, "ray"));
    std::vector<Deed> shown(std::begin(whole_deeds), std::end(whole_deeds));
    if (!extra) shown.erase(shown.begin() + 2);
    const auto wrong = [&](const WholeRays& whole) {
        return std::ranges::any_of(shown, [&](const Deed& kind) { return whole.*kind.count > 0; });
    };
    for (const Deed& kind : shown) plot.parts.push_back({kind.colour, ""});
    const auto [aims, without] =
        shown_aims(counted, [&](const Tally& tally) { return wrong(tally.whole); });
    if (!without.empty()) plot.subtitle += fmt::format("; {}: none", fmt::join(without, ", "));
    for (const AimedTallies* aimed : aims)
        plot.panels.emplace_back(aim_names[std::size_t(aimed->aim)]);
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        const bool errs = std::ranges::any_of(
            aims, [&](const AimedTallies* aimed) { return wrong(aimed->by_method[m].whole); });
        for (std::size_t k = 0; k < (errs ? shown.size() : 1); ++k) {
            auto& row = plot.rows.emplace_back();
            row.label = errs ? shown[k].label : "none of these";
            if (k == 0)
                row.group = errs ? caption(scene.methods[m], Caption::row)[0]
                                 : printed_name(scene.methods[m]);
            for (const AimedTallies* aimed : aims) {
                const WholeRays& whole = aimed->by_method[m].whole;
                Bar& bar = row.bars.emplace_back(Bar{std::vector<double>(shown.size())});
                if (whole.rays > 0)
                    bar.parts[k] = 100 * double(whole.*shown[k].count) / double(whole.rays);
            }
        }
    }
    return draw_bar_pages(plot, page);
}

}  // namespace hitmiss
