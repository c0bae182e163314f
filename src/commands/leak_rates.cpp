#include "commands/leak_rates.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/interval.hpp"
#include "base/words.hpp"
#include "commands/count.hpp"
#include "draw/notation.hpp"
#include "draw/plot.hpp"

namespace hitmiss {
namespace {

struct Rate {
    double rate, low, high;  ///< per million
};

Rate per_million(std::uint64_t events, std::uint64_t rays) {
    const auto [low, high] = wilson_interval(events, rays);
    const auto thousandths = [](double rate) { return std::round(1e9 * rate) / 1e3; };
    return {thousandths(double(events) / double(rays)), thousandths(low), thousandths(high)};
}

/// For people: tenths matter below ten only.
double shown(double rate) {
    return rate < 10 ? std::round(10 * rate) / 10 : std::round(rate);
}

/// For people: a rate with its interval in one cell.
std::string cell(const Rate& rate) {
    const auto number = [](double x) { return with_separators(number_text(shown(x))); };
    return fmt::format("{} ({}..{})", number(rate.rate), number(rate.low), number(rate.high));
}

}  // namespace

Rows rate_rows(const Scene& scene, const std::vector<AimedTallies>& counted, bool for_people) {
    Rows rows;
    for (const auto& [aim, by_method] : counted)
        for (std::size_t m = 0; m < by_method.size(); ++m) {
            const Tally& count = by_method[m];
            Object& row = rows.emplace_back();
            row.push_back({"aim", aim_names[std::size_t(aim)]});
            append(row, for_people ? Object{{"method", to_string(scene.methods[m])}}
                                   : method_cells(scene.methods[m]));
            row.push_back({"rays", count.rays});
            const auto add = [&](const std::string& what, std::optional<std::uint64_t> events) {
                std::optional<Rate> rate;
                if (events && count.rays > 0) rate = per_million(*events, count.rays);
                if (for_people) return append(row, {{what, rate ? Value(cell(*rate)) : Value()}});
                append(row, {{what, events},
                             {what + "_per_million", rate ? Value(rate->rate) : Value()},
                             {what + "_low", rate ? Value(rate->low) : Value()},
                             {what + "_high", rate ? Value(rate->high) : Value()}});
            };
            for (const auto& [column, events] : counts_of(scene.methods[m], count.outcomes))
                if (column != row_of(Outcome::culled).column) add(column, events);
            add("multiple",
                scene.methods[m].has_kernel() ? std::optional(count.multiple) : std::nullopt);
        }
    return rows;
}

Rows leaks_by_aim(const Scene& scene, const std::vector<AimedTallies>& counted) {
    Rows rows;
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        Object& row = rows.emplace_back();
        row.push_back({"method", to_string(scene.methods[m])});
        const auto add = [&](std::string_view column, std::uint64_t events, std::uint64_t rays) {
            append(row, {{std::string(column),
                          rays > 0 ? Value(shown(per_million(events, rays).rate)) : Value()}});
        };
        for (const auto& [aim, by_method] : counted)
            if (aim != Aim::interior || counted.size() == 1)
                add(aim_names[std::size_t(aim)], by_method[m].outcomes.leaks, by_method[m].rays);
        for (const auto& [aim, by_method] : counted)
            if (aim == Aim::silhouette)
                add(row_of(Outcome::false_hit).column, by_method[m].outcomes.false_hits,
                    by_method[m].rays);
    }
    return rows;
}

Drawing draw_rates(const Scene& scene, const std::vector<AimedTallies>& counted, std::uint64_t rays,
                   const FigureOptions& options) {
    const double one = 1e6 / double(rays);
    DotPlot plot;
    plot.title = options.title.empty() ? fmt::format("{}: errors by how rays are aimed", scene.name)
                                       : options.title;
    plot.subtitle =
        fmt::format("{} rays aimed at each; lines: 95 % intervals; hollow: no error seen",
                    with_separators(rays));
    plot.axis = {"errors per million rays", std::pow(10, std::floor(std::log10(one))), 1e6, true,
                 true};
    for (const auto& [aim, by_method] : counted)
        plot.panels.emplace_back(aim_names[std::size_t(aim)]);
    for (std::size_t m = 0; m < scene.methods.size(); ++m) {
        plot.rows.push_back({caption_line(scene.methods[m], Caption::row), {}});
        for (const auto& [aim, by_method] : counted) {
            const auto [rate, low, high] =
                per_million(by_method[m].outcomes.errors(), by_method[m].rays);
            plot.rows.back().dots.push_back({rate, low, high});
        }
    }
    return draw_dots(plot, options.page);
}

}  // namespace hitmiss
