#include "draw/comparison_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/words.hpp"
#include "draw/notation.hpp"
#include "draw/traced.hpp"
#include "judge/halo_law.hpp"

namespace hitmiss {
namespace {

/// Outlines a rectangle of pixels in black, with white around it for dark pictures.
void outline(Drawing& target, const Rectangle& area, int factor, const Page& page) {
    const double width = page.mm(0.25);
    for (const auto& [colour, away] : {std::pair{palette::background, 1.5}, {ink, 0.5}})
        target.box(factor * area.x - away * width, factor * area.y - away * width,
                   factor * area.width + 2 * away * width, factor * area.height + 2 * away * width,
                   {}, Pen{colour, width});
}

/// Where a wrong triangle has the colour of one that would be right.
SamePicture same_picture(const Scene& scene, const Comparison& comparison, std::size_t m,
                         const Shader& shade) {
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    SamePicture same(scene.width, scene.height);
    const auto width = std::size_t(scene.width);
    for (const auto& [pixel, answer] : comparison.columns[m].hidden) {
        const auto ray = rays(int(pixel % width), int(pixel / width));
        const Rgb shown = to_rgb(shade(ray, comparison.columns[m].hits[pixel]));
        same.pixels[pixel] = std::ranges::any_of(answer.triangles, [&](std::uint32_t triangle) {
            return to_rgb(shade(ray, {answer.t, triangle})) == shown;
        });
    }
    return same;
}

/// Data that all columns of a sheet share. Pictures and coordinates are those of the crop.
struct Sheet {
    const Scene& scene;
    const Comparison& comparison;
    const SheetOptions& options;
    Rectangle crop;
    Grid grid;
    int widest = grid.factor(crop.width);  ///< width of a pixel that fills the column, in dots
    int factor = std::min(widest, highest_factor());     ///< width of a pixel, in dots
    std::vector<OutcomeMap> maps = {};                   ///< by method
    std::vector<SamePicture> same = {};                  ///< by method, of the whole picture
    bool any_same = false;                               ///< anywhere
    Confusion total = {};                                ///< of all methods
    std::vector<OutcomeRow> counted = {};                ///< below the maps
    std::optional<Rectangle> window = {};                ///< the detail
    std::vector<std::optional<std::size_t>> boxed = {};  ///< by method, if it lies in the window
    int window_factor = 1;

    /// A picture may be four times as high as its column is wide. A higher one stays narrow.
    int highest_factor() const { return std::max(1, int(4 * grid.cell) / crop.height); }

    std::string subtitle() const {
        std::string text = fmt::format(
            "{}, {} × {} pixels; errors compared with {}; a ring marks a small group of errors",
            number_of(scene.mesh.triangles.size(), "triangle"), scene.width, scene.height,
            scene.reference.precision_text() ? to_string(scene.reference) : "the exact answer");
        if (total.nan > 0) text += "; where a value is NaN, the test fails at any tolerance";
        if (options.halo)
            text += "; predicted halo: up to the arc from which the edge subtends π − ε/2";
        if (options.crop)
            text += fmt::format(
                "; shown: {0}\u00A0×\u00A0{1} pixels starting at ({2},\u00A0{3}); counts are "
                "for all {4}\u00A0×\u00A0{5}",
                crop.width, crop.height, crop.x, crop.y, scene.width, scene.height);
        return window ? text + "; box: the pixel named below" : text;
    }

    /// The magnified window of a method's painted map, with one error boxed.
    Cell detail(std::size_t m, const Picture& whole, std::span<const Segment> arcs) const {
        const int x = crop.x + window->x, y = crop.y + window->y;
        const OutcomeMap map = cropped(maps[m], *window);
        Cell cell{{}, draw_map(cropped(whole, *window), map, window_factor, grid.page)};
        draw_halo(cell.body, arcs, Point(x, y), window_factor, grid.page);
        cell.foot =
            fmt::format("x {}–{}, y {}–{}", x, x + window->width - 1, y, y + window->height - 1);
        if (!boxed[m]) return cell;
        const auto width = std::size_t(comparison.width);
        const Rectangle pixel{int(*boxed[m] % width) - x, int(*boxed[m] / width) - y, 1, 1};
        if (intersection(pixel, {0, 0, window->width, window->height}) == pixel) {
            cell.foot += fmt::format("; boxed\u00A0{},{}", x + pixel.x, y + pixel.y);
            outline(cell.body, pixel, window_factor, grid.page);
        }
        return cell;
    }

    /// A method's column, by row of the sheet.
    std::vector<Cell> column(std::size_t m, const Shader& shade) const {
        const Method& method = scene.methods[m];
        const Confusion& confusion = comparison.columns[m].confusion;
        const std::vector<Hit>& hits = comparison.columns[m].hits;
        const PrimaryRays rays(scene.camera, scene.width, scene.height);
        Picture picture(crop.width, crop.height), greys = picture;  // white where nothing is seen
        for (int y = 0; y < crop.height; ++y) {
            const std::size_t first = comparison.pixel(crop.x, crop.y + y);
            for (int x = 0; x < crop.width; ++x)
                picture.at(x, y) =
                    to_rgb(shade(rays(crop.x + x, crop.y + y), hits[first + std::size_t(x)]));
            // A separate loop: reading a pixel right after storing its bytes would stall.
            for (int x = 0; x < crop.width; ++x)
                if (comparison.covered[first + std::size_t(x)])
                    greys.at(x, y) = map_grey(picture.at(x, y));
        }
        const Picture map = painted(std::move(greys), maps[m], cropped(same[m], crop));
        std::vector<Segment> arcs;
        if (options.halo && has_halo(method)) arcs = halo_lines(scene, hits, *method.epsilon());

        std::vector<Cell> cells{
            {caption(method, Caption::column), framed(picture, factor, grid.page)},
            {{}, draw_map(map, maps[m], factor, grid.page)}};
        draw_halo(cells[0].body, arcs, Point(crop.x, crop.y), factor, grid.page);
        for (const OutcomeRow& row : counted) {
            const bool split = row.count == &Confusion::wrong_triangle && any_same;
            const auto hidden = std::uint64_t(std::ranges::count(same[m].pixels, 1));
            cells[1].counts.push_back(confusion.*row.count - (split ? hidden : 0));
            if (split) cells[1].counts.push_back(hidden);
        }
        if (confusion.nan > 0)  // the angles of a sum do not depend on its epsilon
            cells[1].foot = fmt::format("NaN at {}{}", number_of(confusion.nan, "pixel"),
                                        has_halo(method) ? ", at any ε" : "");
        if (!window) return cells;
        for (Cell& cell : cells) outline(cell.body, *window, factor, grid.page);
        cells.push_back(detail(m, map, arcs));
        return cells;
    }
};

}  // namespace

Rectangle shown_part(const std::optional<Rectangle>& crop, const Scene& scene) {
    const Rectangle picture{0, 0, scene.width, scene.height}, part = crop.value_or(picture);
    if (part.width < 1 || part.height < 1 || intersection(part, picture) != part)
        throw Error(Exit::usage, "--crop: not within the picture of {}x{} pixels", scene.width,
                    scene.height);
    return part;
}

Drawing draw_comparison(const Scene& scene, const Comparison& comparison,
                        const SheetOptions& options) {
    const Rectangle crop = shown_part(options.crop, scene);
    const std::size_t count = comparison.columns.size();
    Sheet sheet{scene, comparison, options, crop,
                Grid(options.page, count, options.page.columns(), true, crop.width)};
    for (const auto& column : comparison.columns) {
        OutcomeMap& map = sheet.maps.emplace_back(scene.width, scene.height);
        map.pixels = column.outcomes, map = cropped(map, crop);
        sheet.total += column.confusion;
    }
    const bool depth = scene.shading == Shading::depth;
    const Shader shade(scene, depth ? bounds(scene.mesh.triangles) : Box());
    sheet.same.resize(count);
    parallel_for(count,
                 [&](std::size_t m) { sheet.same[m] = same_picture(scene, comparison, m, shade); });
    for (const SamePicture& same : sheet.same)
        sheet.any_same = sheet.any_same || std::ranges::count(same.pixels, 1) > 0;
    // The errors; of wrong t, which most comparisons have none of, only where there are some.
    for (const OutcomeRow& row : outcome_rows)
        if (row.error && (row.count != &Confusion::wrong_t || sheet.total.wrong_t > 0))
            sheet.counted.push_back(row);
    if (options.detail) {
        const ToLookAt found = options.look_at ? *options.look_at : to_look_at(comparison, crop);
        sheet.window = found.window, sheet.boxed = found.pixels;
    }
    if (sheet.window)
        sheet.window_factor = std::max(1, sheet.widest * crop.width / sheet.window->width);

    Composition figure{options.title.empty() ? scene.name : options.title,
                       sheet.subtitle(),
                       {{"picture", {}}, {"errors", {}}}};
    if (sheet.window)
        figure.rows.push_back(
            {"detail × " + number_text(double(sheet.window_factor) / sheet.factor, 3), {}});
    for (CellRow& row : figure.rows) row.cells.resize(count);
    parallel_for(count, [&](std::size_t m) {
        auto column = sheet.column(m, shade);
        for (std::size_t row = 0; row < column.size(); ++row)
            figure.rows[row].cells[m] = std::move(column[row]);
    });
    for (const OutcomeRow& row : sheet.counted) {
        figure.legend.push_back(legend_entry(row));
        if (row.count != &Confusion::wrong_triangle || !sheet.any_same) continue;
        figure.legend.back().label = "wrong triangle: changed";
        figure.legend.push_back({palette::unchanged, "wrong triangle: unchanged"});
    }
    if (options.halo)
        figure.legend.push_back(
            {palette::halo, "the halo's predicted border", LegendEntry::Sample::line});
    return compose(std::move(figure), sheet.grid);
}

}  // namespace hitmiss
