#include "draw/comparison_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/words.hpp"
#include "draw/error_map.hpp"
#include "draw/halo_overlay.hpp"
#include "draw/notation.hpp"
#include "draw/shade.hpp"
#include "draw/text.hpp"
#include "judge/halo_law.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

std::vector<std::string> caption(const Method& method) {
    std::vector<std::string> lines{std::string(method.name())};
    if (const auto epsilon = method.epsilon()) lines.push_back("ε = " + in_figure(*epsilon));
    std::vector<std::string_view> switches;
    if (method.arithmetic() && method.has_kernel()) switches.push_back(*method.arithmetic());
    if (method.variant != Variant::published) switches.push_back(to_string(method.variant));
    if (method.culls()) switches.push_back("cull back");
    lines.push_back(fmt::format("{}", fmt::join(switches, ", ")));
    return lines;
}

/// Outcomes that are counted: all errors, the others where there are any.
std::vector<OutcomeRow> counted_rows(const Comparison& comparison) {
    std::vector<OutcomeRow> shown(outcome_rows.begin(), outcome_rows.end());
    std::erase_if(shown, [&](const OutcomeRow& row) {
        return row.count == &Confusion::right ||
               (!row.error && std::ranges::none_of(comparison.columns, [&](const auto& column) {
                   return column.confusion.*row.count > 0;
               }));
    });
    return shown;
}

std::string subtitle(const Scene& scene, const Comparison& comparison,
                     const SheetOptions& options) {
    std::string text =
        fmt::format("{}, {} × {} pixels; errors against {}, those that stand alone enlarged",
                    number_of(scene.mesh.triangles.size(), "triangle"), scene.width, scene.height,
                    scene.reference.arithmetic() ? to_string(scene.reference) : "the exact answer");
    const auto counted = [&](auto count) {
        return std::ranges::any_of(comparison.columns, [&](const Comparison::Column& column) {
            return column.confusion.*count > 0;
        });
    };
    if (counted(&Confusion::neighbour)) text += "; neighbours: ties within rounding, no error";
    if (counted(&Confusion::nan))
        text += "; NaN: no number, which no tolerance accepts; the ray goes on";
    if (options.overlay == Overlay::halo)
        text += "; the law: a circular arc, from which the edge is seen under π − ε/2";
    if (const auto& crop = options.crop)
        text += fmt::format(
            "; only {0}\u00A0×\u00A0{1} pixels from {2},\u00A0{3} on are drawn, all "
            "{4}\u00A0×\u00A0{5} are counted",
            crop->width, crop->height, crop->x, crop->y, scene.width, scene.height);
    return text;
}

Picture shaded(const Scene& scene, const Shader& shade, std::span<const Hit> hits) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    Picture picture(scene.width, scene.height);
    for (std::size_t k = 0; k < hits.size(); ++k) {
        const auto [y, x] = std::div(int(k), scene.width);
        shade.prefetch(hits[std::min(k + 16, hits.size() - 1)]);
        picture.pixels[k] = to_rgb(shade(rays(x, y), hits[k]));
    }
    return picture;
}

/// The picture in greys, white where nothing is to be seen.
Picture ground(Picture picture, const Comparison& comparison) {
    for (std::size_t k = 0; k < picture.pixels.size(); ++k)
        picture.pixels[k] =
            comparison.covered[k] ? map_grey(picture.pixels[k]) : palette::background;
    return picture;
}

Picture cropped(const Picture& picture, const Rectangle& area) {
    return magnify(picture, area, 1);
}

/// Around the window: black, with white around it for dark pictures.
void outline(Drawing& target, const Rectangle& window, const Rectangle& shown, int factor,
             const Page& page) {
    const double width = page.mm(0.25);
    for (const auto& [colour, away] : {std::pair{palette::background, 1.5}, {ink, 0.5}}) {
        const double x = factor * (window.x - shown.x) - away * width;
        const double y = factor * (window.y - shown.y) - away * width;
        target.box(x, y, factor * window.width + 2 * away * width,
                   factor * window.height + 2 * away * width, {}, Pen{colour, width});
    }
}

/// The law's arcs, in a part of the picture.
void draw_halo(Drawing& target, std::span<const Segment> lines, const Rectangle& part, int factor,
               const Page& page) {
    const Point corner(part.x, part.y);
    for (const auto& [from, to] : lines)
        if (const auto seen =
                clipped(double(factor) * (from - corner), double(factor) * (to - corner),
                        factor * part.width, factor * part.height))
            target.line({seen->first, seen->second}, {halo_colour, page.mm(0.2)});
}

}  // namespace

std::optional<Rectangle> pixel_to_explain(const Comparison& comparison,
                                          const Comparison::Column& column, const Rectangle& spot) {
    std::optional<Rectangle> nearest;
    int least = std::numeric_limits<int>::max();
    for (int y = spot.y; y < spot.y + spot.height; ++y)
        for (int x = spot.x; x < spot.x + spot.width; ++x) {
            if (!row_of(column.outcomes[comparison.pixel(x, y)]).error) continue;
            const int right = 2 * (x - spot.x) + 1 - spot.width,
                      down = 2 * (y - spot.y) + 1 - spot.height;
            const int distance = right * right + down * down;
            if (distance < least) least = distance, nearest = Rectangle{x, y, 1, 1};
        }
    return nearest;
}

Drawing draw_comparison(const Scene& scene, const Comparison& comparison,
                        const SheetOptions& options) {
    const Rectangle whole{0, 0, scene.width, scene.height};
    const Rectangle shown = options.crop.value_or(whole);
    if (shown.width < 1 || shown.height < 1 || intersection(shown, whole) != shown)
        throw Error(Exit::usage, "--crop: not within the picture of {}x{} pixels", scene.width,
                    scene.height);
    const auto counted = counted_rows(comparison);
    const std::size_t methods = comparison.columns.size();
    const Grid grid(options.page, methods, most_columns(options.page), true, shown.width);
    const Page& page = grid.page;
    const int factor = grid.factor(shown.width);

    std::optional<Rectangle> window;
    std::vector<std::span<const Outcome>> outcomes;
    for (const auto& column : comparison.columns) outcomes.emplace_back(column.outcomes);
    if (options.detail) window = detail_window(outcomes, scene.width, shown);
    const int closer = window ? std::max(1, factor * shown.width / window->width) : 1;

    Composition figure{options.title.empty() ? scene.name : options.title,
                       subtitle(scene, comparison, options),
                       {{"picture", {}}, {"errors", {}}}};
    if (window) {
        figure.rows.push_back({"detail × " + number_text(double(closer) / factor, 3), {}});
        figure.subtitle += "; boxed: one error, by its pixel";
    }
    const Shader shade(scene);
    // Of one method, by row.
    const auto cells_of = [&](std::size_t m) {
        const auto& column = comparison.columns[m];
        const Method& method = scene.methods[m];
        const Picture picture = shaded(scene, shade, column.hits);
        const ErrorMap map{ground(picture, comparison), outcomes[m]};
        std::vector<Segment> arcs;
        if (options.overlay == Overlay::halo && has_halo(method))
            arcs = halo_lines(scene, column.hits, *method.epsilon());

        Drawing view = framed(cropped(picture, shown), factor, page);
        draw_halo(view, arcs, shown, factor, page);
        Drawing errors = draw_map(map, shown, factor, page);
        if (window)
            for (Drawing* drawing : {&view, &errors})
                outline(*drawing, *window, shown, factor, page);
        std::vector<Cell> cells;
        cells.push_back({caption(method), std::move(view)});
        std::vector<std::uint64_t> counts;
        for (const auto& row : counted) counts.push_back(column.confusion.*row.count);
        const std::uint64_t nan = column.confusion.nan;
        // The angles of a sum know nothing of its epsilon.
        cells.push_back({{},
                         std::move(errors),
                         std::move(counts),
                         nan == 0 ? ""
                                  : fmt::format("NaN at {}{}", number_of(nan, "pixel"),
                                                has_halo(method) ? ", at any ε" : "")});
        if (!window) return cells;
        Drawing detail = draw_map(map, *window, closer, page);
        draw_halo(detail, arcs, *window, closer, page);
        std::string place =
            fmt::format("x {}–{}, y {}–{}", window->x, window->x + window->width - 1, window->y,
                        window->y + window->height - 1);
        if (const auto pixel = pixel_to_explain(comparison, column, *window)) {
            place += fmt::format("; boxed\u00A0{},{}", pixel->x, pixel->y);  // kept together
            outline(detail, *pixel, *window, closer, page);
        }
        cells.push_back({{}, std::move(detail), {}, std::move(place)});
        return cells;
    };
    std::vector<std::vector<Cell>> cells(methods);
    parallel_for(methods, [&](std::size_t m) { cells[m] = cells_of(m); });
    for (auto& of_method : cells)
        for (std::size_t row = 0; row < figure.rows.size(); ++row)
            figure.rows[row].cells.push_back(std::move(of_method[row]));
    for (const auto& row : counted) figure.legend.push_back(legend_entry(row));
    figure.legend.push_back({palette::silhouette, row_of(Outcome::right).label});
    if (options.overlay == Overlay::halo)
        figure.legend.push_back({halo_colour, "the halo's border by its law", PlotMarker::none,
                                 LegendEntry::Sample::line});
    return compose(figure, grid);
}

}  // namespace hitmiss
