#include "figure/comparison_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "figure/halo_overlay.hpp"
#include "figure/shade.hpp"
#include "figure/sheet.hpp"
#include "methods/catalogue.hpp"
#include "truth/halo_law.hpp"

namespace hitmiss {
namespace {

std::vector<std::string> caption(const Method& method) {
    std::vector<std::string> lines{std::string(method.name())};
    if (const auto epsilon = method.epsilon()) lines.push_back("ε = " + number_text(*epsilon));
    std::vector<std::string_view> switches;
    if (method.arithmetic()) switches.push_back(*method.arithmetic());
    if (method.variant != Variant::published) switches.push_back(to_string(method.variant));
    if (method.culls()) switches.push_back("cull back");
    lines.push_back(fmt::format("{}", fmt::join(switches, ", ")));
    return lines;
}

/// Colours on the map and in the magnified spot: what is not right over what is.
Picture paint_errors(const Comparison& comparison, const Comparison::Column& column,
                     Picture right) {
    for (int y = 0; y < right.height; ++y)
        for (int x = 0; x < right.width; ++x)
            if (const auto outcome = column.outcomes[comparison.pixel(x, y)];
                outcome != Outcome::right)
                right.at(x, y) = row_of(outcome).colour;
    return right;
}

/// The map of what is not right. A single pixel is lost in print, so each is a dot, those of errors
/// above the others, and where dots overlap the true pixels lie on top.
Picture draw_map(const Comparison& comparison, const Comparison::Column& column, int dot) {
    Picture map(comparison.width, comparison.height);
    for (int y = 0; y < map.height; ++y)
        for (int x = 0; x < map.width; ++x)
            if (comparison.covered[comparison.pixel(x, y)])
                map.at(x, y) = row_of(Outcome::right).colour;
    for (const bool error : {false, true})
        for (int y = 0; y < map.height; ++y)
            for (int x = 0; x < map.width; ++x)
                if (const auto outcome = column.outcomes[comparison.pixel(x, y)];
                    outcome != Outcome::right && row_of(outcome).error == error)
                    fill(map, {x - dot / 2, y - dot / 2, dot, dot}, row_of(outcome).colour);
    return paint_errors(comparison, column, std::move(map));
}

}  // namespace

std::optional<Rectangle> worst_spot(const Comparison& comparison) {
    const int shorter = std::min(comparison.width, comparison.height);
    const int side = std::clamp(shorter / 16, std::min(shorter, 8), 64),
              step = std::max(1, side / 4);
    std::optional<Rectangle> worst;
    std::pair<std::size_t, std::size_t> most{0, 0};  // methods that err, errors
    for (int y = 0; y + side <= comparison.height; y += step) {
        for (int x = 0; x + side <= comparison.width; x += step) {
            std::pair<std::size_t, std::size_t> found{0, 0};
            for (const auto& column : comparison.columns) {
                std::size_t errors = 0;
                for (int row = y; row < y + side; ++row) {
                    const auto first =
                        column.outcomes.begin() + std::ptrdiff_t(row) * comparison.width + x;
                    errors += std::size_t(std::count_if(first, first + side, [](Outcome outcome) {
                        return row_of(outcome).error;
                    }));
                }
                found.first += errors > 0, found.second += errors;
            }
            if (found > most) most = found, worst = Rectangle{x, y, side, side};
        }
    }
    return worst;
}

std::string pixel_to_explain(const Comparison& comparison, const Comparison::Column& column,
                             const Rectangle& spot) {
    std::string nearest;
    int least = std::numeric_limits<int>::max();
    for (int y = spot.y; y < spot.y + spot.height; ++y)
        for (int x = spot.x; x < spot.x + spot.width; ++x) {
            if (!row_of(column.outcomes[comparison.pixel(x, y)]).error) continue;
            const int right = 2 * (x - spot.x) + 1 - spot.width,
                      down = 2 * (y - spot.y) + 1 - spot.height;
            const int distance = right * right + down * down;
            if (distance < least) least = distance, nearest = fmt::format("{},{}", x, y);
        }
    return nearest;
}

Picture draw_comparison(const Scene& scene, const Comparison& comparison, Overlay overlay) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    const Shader shade(scene, bounds(scene.mesh));
    Sheet sheet;
    sheet.title = scene.name;
    const int dot = 1 + 2 * (scene.width / 400);
    const std::size_t triangles = scene.mesh.triangles.size();
    sheet.subtitle = fmt::format("{} triangle{}, {} × {} pixels, errors against {}",
                                 with_separators(triangles), triangles == 1 ? "" : "s", scene.width,
                                 scene.height, to_string(scene.reference));
    if (dot > 1) sheet.subtitle += fmt::format("; each a dot of {0} × {0} on its map", dot);
    const OutcomeRow& right = row_of(Outcome::right);
    std::vector<OutcomeRow> shown(outcome_rows.begin(), outcome_rows.end());
    std::erase_if(shown, [&](const OutcomeRow& row) {  // of the errors the zeros are shown too
        return row.count == right.count ||
               (!row.error &&
                std::none_of(comparison.columns.begin(), comparison.columns.end(),
                             [&](const auto& column) { return column.confusion.*row.count > 0; }));
    });
    for (const auto& row : shown) sheet.legend.push_back({row.colour, row.label});
    sheet.legend.push_back({right.colour, right.label});
    if (overlay == Overlay::halo)
        sheet.legend.push_back({halo_colour, "the halo's border by its law"});
    sheet.detail = worst_spot(comparison);
    for (std::size_t m = 0; m < comparison.columns.size(); ++m) {
        const auto& from = comparison.columns[m];
        SheetColumn column{
            caption(scene.methods[m]), Picture(scene.width, scene.height), {}, {}, {}, {}};
        for (int y = 0; y < scene.height; ++y)
            for (int x = 0; x < scene.width; ++x)
                column.picture.at(x, y) =
                    to_rgb(shade(rays(x, y), from.hits[comparison.pixel(x, y)]));
        column.map = draw_map(comparison, from, dot);
        column.detail = paint_errors(comparison, from, column.picture);
        if (sheet.detail) column.detail_pixel = pixel_to_explain(comparison, from, *sheet.detail);
        if (overlay == Overlay::halo && has_halo(scene.methods[m])) {
            const auto lines = halo_lines(scene, from.hits, *scene.methods[m].epsilon());
            draw_halo(column.picture, lines), draw_halo(column.map, lines);
        }
        for (const auto& row : shown) column.counts.push_back(from.confusion.*row.count);
        sheet.columns.push_back(std::move(column));
    }
    return draw_sheet(sheet);
}

}  // namespace hitmiss
