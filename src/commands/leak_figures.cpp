#include "commands/leak_rates.hpp"
#include "draw/bar_plot.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

/// A bar of a smaller share cannot be seen.
constexpr double seen_from = 0.0005;

/// What a method does, and on how many of so many rays.
struct Deeds {
    std::uint64_t rays;
    std::vector<std::pair<std::string_view, std::uint64_t>> counts;
};
Deeds errors_of(const Tally& tally) {
    return {tally.rays, {{"errs on", tally.outcomes.errors()}}};
}
Deeds wrong_crossings_of(const Tally& tally) {
    const WholeRays& whole = tally.whole;
    return {whole.rays,
            {{"misses a crossing on", whole.missed},
             {"counts a crossing twice on", whole.doubled},
             {"adds a crossing on", whole.extra},
             {"gets the parity wrong on", whole.parity}}};
}

/// What a method does on the largest share of the rays of one kind; `none` if none does anything.
std::string finding(const Scene& scene, const std::vector<AimedTallies>& counted,
                    Deeds (*deeds_of)(const Tally&), std::string_view none) {
    std::string text(none);
    double largest = 0;
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m) {
            const auto [rays, counts] = deeds_of(by_method[m]);
            for (const auto& [does, count] : counts) {
                if (rays == 0 || double(count) <= largest * double(rays)) continue;
                largest = double(count) / double(rays);
                text = as_title(fmt::format("{} {} {} of the {}",
                                            as_subject(caption(scene.methods[m], Caption::row)[0]),
                                            does, in_percent(100 * largest), aimed_text(aim)));
            }
        }
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
    plot.title =
        page.title_or(finding(scene, counted, errors_of, "No test errs on any of these rays"));
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
    plot.title = page.title_or(finding(scene, counted, wrong_crossings_of,
                                       "Every test counts every crossing of these rays once"));
    const bool extra = std::ranges::any_of(counted, [](const AimedTallies& aimed) {
        return std::ranges::any_of(aimed.by_method,
                                   [](const Tally& tally) { return tally.whole.extra > 0; });
    });
    plot.subtitle =
        fmt::format("{}; share of {} of each kind; wrong parity: inside and outside exchanged",
                    mesh_text(scene), number_of(rays, "ray"));
    struct Share {
        std::string_view name;
        std::uint64_t WholeRays::*count;
        Rgb colour;
    };
    std::vector<Share> shown{{"missed", &WholeRays::missed, palette::curves[1]},
                             {"counted twice", &WholeRays::doubled, palette::curves[1]},
                             {"extra", &WholeRays::extra, palette::curves[1]},
                             {"wrong parity", &WholeRays::parity, palette::curves[2]}};
    if (!extra) shown.erase(shown.begin() + 2);
    const auto wrong = [&](const WholeRays& whole) {
        return std::ranges::any_of(shown, [&](const Share& kind) { return whole.*kind.count > 0; });
    };
    for (const Share& kind : shown) plot.parts.push_back({kind.colour, ""});
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
            row.label = errs ? shown[k].name : "none of these";
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
