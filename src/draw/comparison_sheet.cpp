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

/// What all columns of a sheet share. Pictures are those of the crop, and so are places in them.
struct Sheet {
    const Scene& scene;
    const Comparison& comparison;
    const SheetOptions& options;
    Rectangle crop;
    Grid grid;
    std::vector<OutcomeMap> maps = {};     ///< by method
    Confusion total = {};                  ///< of all methods
    std::vector<OutcomeRow> counted = {};  ///< below the maps
    std::optional<Rectangle> window = {};  ///< the detail
    int factor = 1, window_factor = 1;     ///< dots that a pixel is wide
};

std::string subtitle(const Sheet& sheet) {
    const Scene& scene = sheet.scene;
    std::string text =
        fmt::format("{}, {} × {} pixels; errors against {}, those that stand alone enlarged",
                    number_of(scene.mesh.triangles.size(), "triangle"), scene.width, scene.height,
                    scene.reference.arithmetic() ? to_string(scene.reference) : "the exact answer");
    if (sheet.total.neighbour > 0) text += "; neighbours: ties within rounding, no error";
    if (sheet.total.nan > 0)
        text += "; NaN: no number, which no tolerance accepts; the ray goes on";
    if (sheet.options.overlay == Overlay::halo)
        text += "; the law: a circular arc, from which the edge is seen under π − ε/2";
    if (const auto& crop = sheet.options.crop)
        text += fmt::format(
            "; only {0}\u00A0×\u00A0{1} pixels from {2},\u00A0{3} on are drawn, all "
            "{4}\u00A0×\u00A0{5} are counted",
            crop->width, crop->height, crop->x, crop->y, scene.width, scene.height);
    if (sheet.window) text += "; boxed: one error, by its pixel";
    return text;
}

/// Around a rectangle of pixels: black, with white around it for dark pictures.
void outline(Drawing& target, const Rectangle& area, int factor, const Page& page) {
    const double width = page.mm(0.25);
    for (const auto& [colour, away] : {std::pair{palette::background, 1.5}, {ink, 0.5}})
        target.box(factor * area.x - away * width, factor * area.y - away * width,
                   factor * area.width + 2 * away * width, factor * area.height + 2 * away * width,
                   {}, Pen{colour, width});
}

/// Such pieces of arcs over the part of the picture from that pixel on.
void draw_halo(Drawing& target, std::span<const Segment> lines, Point corner, int factor,
               const Page& page) {
    for (const auto& [from, to] : lines)
        target.line_within(double(factor) * (from - corner), double(factor) * (to - corner),
                           {palette::halo, page.mm(0.2)});
}

/// The map of a method's errors, with their counts.
Cell errors_cell(const Sheet& sheet, std::size_t m, const Picture& ground) {
    const Confusion& confusion = sheet.comparison.columns[m].confusion;
    Cell cell{{}, draw_map(ground, sheet.maps[m], sheet.factor, sheet.grid.page)};
    for (const OutcomeRow& row : sheet.counted) cell.counts.push_back(confusion.*row.count);
    if (confusion.nan > 0)  // the angles of a sum do not depend on its epsilon
        cell.foot = fmt::format("NaN at {}{}", number_of(confusion.nan, "pixel"),
                                has_halo(sheet.scene.methods[m]) ? ", at any ε" : "");
    return cell;
}

/// The window of that map magnified, one error boxed.
Cell detail_cell(const Sheet& sheet, std::size_t m, const Picture& ground,
                 std::span<const Segment> arcs) {
    const Rectangle& window = *sheet.window;
    const int factor = sheet.window_factor;
    const int x = sheet.crop.x + window.x, y = sheet.crop.y + window.y;
    const OutcomeMap map = cropped(sheet.maps[m], window);
    Cell cell{{}, draw_map(magnify(ground, window, 1), map, factor, sheet.grid.page)};
    draw_halo(cell.body, arcs, Point(x, y), factor, sheet.grid.page);
    cell.foot = fmt::format("x {}–{}, y {}–{}", x, x + window.width - 1, y, y + window.height - 1);
    if (const auto pixel = middle_error(map)) {
        cell.foot += fmt::format("; boxed\u00A0{},{}", x + pixel->x, y + pixel->y);
        outline(cell.body, *pixel, factor, sheet.grid.page);
    }
    return cell;
}

/// A method's column, by row of the sheet.
std::vector<Cell> column_of(const Sheet& sheet, std::size_t m, const Shader& shade) {
    const int x0 = sheet.crop.x, y0 = sheet.crop.y;
    const int width = sheet.crop.width, height = sheet.crop.height;
    const Scene& scene = sheet.scene;
    const Method& method = scene.methods[m];
    const auto& hits = sheet.comparison.columns[m].hits;
    const PrimaryRays rays(scene.camera, scene.width, scene.height);
    Picture picture(width, height), greys(width, height);  // white where nothing is to be seen
    const auto number = [&](int x, int y) { return sheet.comparison.pixel(x0 + x, y0 + y); };
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x)
            picture.at(x, y) = to_rgb(shade(rays(x0 + x, y0 + y), hits[number(x, y)]));
        // A loop of its own: reading a pixel right after its bytes are stored stalls.
        for (int x = 0; x < width; ++x)
            if (sheet.comparison.covered[number(x, y)]) greys.at(x, y) = map_grey(picture.at(x, y));
    }
    std::vector<Segment> arcs;
    if (sheet.options.overlay == Overlay::halo && has_halo(method))
        arcs = halo_lines(scene, hits, *method.epsilon());

    std::vector<Cell> cells;
    cells.push_back(
        {caption(method, Caption::column), framed(picture, sheet.factor, sheet.grid.page)});
    draw_halo(cells[0].body, arcs, Point(x0, y0), sheet.factor, sheet.grid.page);
    cells.push_back(errors_cell(sheet, m, greys));
    if (!sheet.window) return cells;
    for (Cell& cell : cells) outline(cell.body, *sheet.window, sheet.factor, sheet.grid.page);
    cells.push_back(detail_cell(sheet, m, greys, arcs));
    return cells;
}

}  // namespace

Drawing draw_comparison(const Scene& scene, const Comparison& comparison,
                        const SheetOptions& options) {
    const Rectangle picture{0, 0, scene.width, scene.height};
    const Rectangle crop = options.crop.value_or(picture);
    if (crop.width < 1 || crop.height < 1 || intersection(crop, picture) != crop)
        throw Error(Exit::usage, "--crop: not within the picture of {}x{} pixels", scene.width,
                    scene.height);
    std::vector<std::vector<Cell>> columns(comparison.columns.size());
    const Grid grid(options.page, columns.size(), options.page.columns(), true, crop.width);
    Sheet sheet{scene, comparison, options, crop, grid};
    for (const auto& column : comparison.columns) {
        sheet.maps.push_back(cropped({scene.width, scene.height, column.outcomes}, crop));
        sheet.total += column.confusion;
    }
    // All errors, and what else there is but right answers.
    for (const OutcomeRow& row : outcome_rows)
        if (row.error || (sheet.total.*row.count > 0 && row.count != &Confusion::right))
            sheet.counted.push_back(row);
    sheet.factor = grid.factor(crop.width);
    if (options.detail) sheet.window = detail_window(sheet.maps);
    if (sheet.window)
        sheet.window_factor = std::max(1, sheet.factor * crop.width / sheet.window->width);

    Composition figure{options.title.empty() ? scene.name : options.title,
                       subtitle(sheet),
                       {{"picture", {}}, {"errors", {}}}};
    if (sheet.window)
        figure.rows.push_back(
            {"detail × " + number_text(double(sheet.window_factor) / sheet.factor, 3), {}});
    const bool depth = scene.shading == Shading::depth;
    const Shader shade(scene, depth ? bounds(scene.mesh.triangles) : Box());
    parallel_for(columns.size(), [&](std::size_t m) { columns[m] = column_of(sheet, m, shade); });
    for (auto& column : columns)
        for (std::size_t row = 0; row < figure.rows.size(); ++row)
            figure.rows[row].cells.push_back(std::move(column[row]));
    for (const OutcomeRow& row : sheet.counted) figure.legend.push_back(legend_entry(row));
    figure.legend.push_back({palette::silhouette, row_of(Outcome::right).label});
    if (options.overlay == Overlay::halo)
        figure.legend.push_back({palette::halo, "the halo's border by its law", PlotMarker::none,
                                 LegendEntry::Sample::line});
    return compose(std::move(figure), grid);
}

}  // namespace hitmiss
