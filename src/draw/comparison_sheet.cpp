#include "draw/comparison_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/words.hpp"
#include "draw/method_pictures.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"
#include "judge/halo_law.hpp"

namespace hitmiss {
namespace {

/// Outlines the window on a map, in grey and beside its pixels, but where an error lies there.
void outline(Drawing& target, const Rectangle& window, const OutcomeMap& map, int factor,
             const Page& page) {
    const int width = std::clamp(int(page.hair()), 1, factor);
    Shape box{{}, pale_ink};
    const auto cover = [&](int x, int y, int left, int top, int across, int down) {
        if (x < 0 || y < 0 || x >= map.width || y >= map.height || row_of(map.at(x, y)).error)
            return;
        const Point from(left, top), size(across, down);
        box.contours.push_back(
            {{from, from + Point(size.x, 0), from + size, from + Point(0, size.y)}});
    };
    const int right = window.x + window.width, bottom = window.y + window.height;
    for (int x = window.x; x < right; ++x) {
        cover(x, window.y - 1, factor * x, factor * window.y - width, factor, width);
        cover(x, bottom, factor * x, factor * bottom, factor, width);
    }
    for (int y = window.y; y < bottom; ++y) {
        cover(window.x - 1, y, factor * window.x - width, factor * y, width, factor);
        cover(right, y, factor * right, factor * y, width, factor);
    }
    if (!box.contours.empty()) target.add(std::move(box));
}

/// Outlines a rectangle of pixels in black, with white around it for dark pictures.
void outline(Drawing& target, const Rectangle& area, int factor, const Page& page) {
    const double width = page.mm(0.25);
    for (const auto& [colour, away] : {std::pair{palette::background, 1.5}, {ink, 0.5}})
        target.box(factor * area.x - away * width, factor * area.y - away * width,
                   factor * area.width + 2 * away * width, factor * area.height + 2 * away * width,
                   {}, Pen{colour, width});
}

/// Data that all columns of a sheet share. Pictures and coordinates are those of the crop.
struct Sheet {
    const Scene& scene;
    const Comparison& comparison;
    const SheetOptions& options;
    Rectangle crop;
    Grid grid;
    int factor = 1;                                      ///< width of a pixel, in dots
    std::vector<MethodPictures> pictures = {};           ///< by method
    bool own_counts = false;                             ///< below each map, with their words
    CountedErrors counted = {};                          ///< below the maps
    std::optional<Rectangle> window = {};                ///< the detail
    std::vector<std::optional<std::size_t>> boxed = {};  ///< by method, if it lies in the window
    int window_factor = 1;
    std::string shared = {};  ///< the last line of all captions, which the subtitle says once

    std::string subtitle() const {
        std::string text =
            fmt::format("{}, {} × {} pixels", mesh_text(scene), scene.width, scene.height);
        if (!shared.empty()) text += ", " + shared;
        if (scene.reference.precision_text())
            text += ", compared with " + printed_name(scene.reference);
        if (options.halo) text += "; lines: the halo's predicted border";
        if (options.crop)
            text +=
                fmt::format("; shown: {}\u00A0×\u00A0{} pixels from ({},\u00A0{}), counted: all",
                            crop.width, crop.height, crop.x, crop.y);
        return text;
    }

    /// The magnified window of a method's painted map, with one error boxed.
    Cell detail(std::size_t m, std::span<const Segment> arcs) const {
        const int x = crop.x + window->x, y = crop.y + window->y;
        const OutcomeMap map = cropped(pictures[m].outcomes, *window);
        const Picture whole = cropped(pictures[m].map, *window);
        Cell cell{{}, draw_map(whole, map, window_factor, grid.page)};
        draw_halo(cell.body, arcs, Point(x, y), window_factor, grid.page);
        if (!boxed[m]) return cell;
        const auto width = std::size_t(comparison.width);
        const Rectangle pixel{int(*boxed[m] % width) - x, int(*boxed[m] / width) - y, 1, 1};
        if (intersection(pixel, map.area()) == pixel)
            outline(cell.body, pixel, window_factor, grid.page);
        return cell;
    }

    /// A method's column, by row of the sheet.
    std::vector<Cell> column(std::size_t m) const {
        const Method& method = scene.methods[m];
        const OutcomeCounts& outcomes = comparison.columns[m].tally.outcomes;
        const std::vector<Hit>& hits = comparison.columns[m].hits;
        const MethodPictures& shown = pictures[m];
        std::vector<Segment> arcs;
        if (options.halo && has_halo(method)) arcs = halo_lines(scene, hits, *method.epsilon());

        const bool empty = std::ranges::none_of(comparison.covered, std::identity());
        std::vector<Cell> cells{{{}, framed(shown.picture, factor, grid.page)},
                                {{}, words_in_cell(empty ? "nothing to hit" : "no errors", grid)}};
        draw_halo(cells[0].body, arcs, Point(crop.x, crop.y), factor, grid.page);
        if (outcomes.errors() > 0)
            cells[1].body = draw_map(shown.map, shown.outcomes, factor, grid.page);
        // A table has a number in each column; a map of its own needs no zeros.
        if (!own_counts || outcomes.errors() > 0)
            cells[1].counts = counted.counts(outcomes, shown.unseen);
        if (outcomes.nan > 0) cells[1].foot = "NaN at " + number_of(outcomes.nan, "pixel");
        if (!window) return cells;
        outline(cells[0].body, *window, factor, grid.page);
        if (outcomes.errors() > 0) {
            outline(cells[1].body, *window, shown.outcomes, factor, grid.page);
            cells.push_back(detail(m, arcs));
        } else {
            cells.push_back({});
        }
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

std::string finding(const Scene& scene, const Comparison& comparison) {
    const auto worst = std::ranges::max_element(
        comparison.columns, {}, [](const auto& column) { return column.tally.outcomes.errors(); });
    const OutcomeCounts& counts = worst->tally.outcomes;
    const std::uint64_t errors = counts.errors();
    const auto covered = std::uint64_t(std::ranges::count(comparison.covered, true));
    if (errors == 0 && covered == 0) return no_ray_meets_it;
    const Method& method = scene.methods[std::size_t(worst - comparison.columns.begin())];
    const auto epsilon = method.epsilon();
    const bool repeats = std::ranges::any_of(scene.methods, [&](const Method& other) {
        return other != method && other.epsilon() == epsilon &&
               printed_name(other) == printed_name(method);
    });
    const std::string at = epsilon > 0 ? "at ε = " + in_figure(*epsilon) : "";
    std::string name = printed_name(method);
    if (repeats)
        name = as_subject(caption(method, Caption::row)[0]);
    else if (!method.title.empty())
        name += at.empty() ? "" : " " + at;
    else
        name = (at.empty() ? "" : at + " ") + (name.find("angle sum") != name.npos ? "the " : "") +
               name;
    if (errors == 0)
        return as_title(fmt::format("{} right at every pixel", comparison.columns.size() == 1
                                                                   ? name + " is"
                                                                   : "all tests are"));
    return as_title(counts.false_hits == 0
                        ? fmt::format("{} is wrong at {} of the mesh's {} pixels", name,
                                      with_separators(errors), with_separators(covered))
                        : fmt::format("{} is wrong at {}; the mesh covers {}", name,
                                      number_of(errors, "pixel"), with_separators(covered)));
}

std::vector<Drawing> comparison_pages(const Scene& scene, const Comparison& comparison,
                                      const SheetOptions& options) {
    const Rectangle crop = shown_part(options.crop, scene);
    const std::size_t count = comparison.columns.size();
    const Page& page = options.page;
    ToLookAt found;
    if (options.rows.detail)
        found = options.look_at ? *options.look_at : to_look_at(comparison, crop);
    std::vector<std::pair<std::size_t, std::string>> shown;  // rows of column(), with their names
    if (options.rows.picture) shown.emplace_back(0, "picture");
    if (options.rows.errors) shown.emplace_back(1, "errors");
    if (found.window) shown.emplace_back(2, "detail × 0.00");
    if (shown.empty()) shown.emplace_back(0, "picture");
    std::vector<std::string> names;
    for (const auto& [row, name] : shown) names.push_back(name);
    Composition figure{page.title_or(finding(scene, comparison)), {}};
    OutcomeCounts total;
    for (const auto& column : comparison.columns) total += column.tally.outcomes;
    auto pictures = method_pictures(scene, comparison, crop);
    CountedErrors counted;
    // The errors that there are; frames of an animation keep their rows.
    const bool frame = !options.room_for.empty();
    counted.unseen = frame || std::ranges::any_of(pictures, [](const MethodPictures& one) {
                         return one.unseen > 0;
                     });
    for (const OutcomeRow& row : outcome_rows)
        if (row.error && (total.*row.count > 0 || (frame && row.count != &OutcomeCounts::wrong_t)))
            counted.rows.push_back(row);
    figure.legend = counted.legend();

    // What all columns have in common is said once, in the subtitle.
    std::vector<std::vector<std::string>> captions;
    for (const Method& method : scene.methods) captions.push_back(caption(method, Caption::column));
    std::string shared;
    if (page.own_subtitle.empty() && page.has_subtitle &&
        std::ranges::all_of(captions,
                            [&](const auto& lines) { return lines[2] == captions[0][2]; })) {
        shared = captions[0][2];
        for (auto& lines : captions) lines.pop_back();
    }
    std::vector<std::string> methods;
    for (const auto& lines : captions) methods.push_back(joined_texts(lines, "\n"));
    std::vector<std::string> all_methods = methods;
    for (const Method& method : options.room_for) {
        auto lines = caption(method, Caption::column);
        lines.resize(captions[0].size());
        all_methods.push_back(joined_texts(lines, "\n"));
    }
    const Grid by_row(page, shown.size(), shown.size(), margin_for(all_methods, {}), crop.width);
    const bool beside = count <= 2 && shown.size() > 1 && page.columns() > shown.size() &&
                        by_row.columns == shown.size() && !by_row.narrow;
    figure.margin = beside               ? LeftMargin::names
                    : page.columns() > 1 ? LeftMargin::table
                                         : LeftMargin::narrow;
    const double margin =
        figure.margin == LeftMargin::table ? margin_for(names, figure.legend) : upright_names;
    Sheet sheet{scene, comparison, options, crop,
                beside ? by_row : Grid(page, count, page.columns(), margin, crop.width)};
    const int widest = sheet.grid.factor(crop.width);
    sheet.pictures = std::move(pictures), sheet.counted = std::move(counted);
    sheet.own_counts = beside, sheet.window = found.window;
    sheet.boxed = std::move(found.pixels);
    sheet.shared = std::move(shared);
    figure.subtitle = page.subtitle_or(sheet.subtitle());

    // Without errors or details nothing has their colours; counts stand below the errors alone.
    if (!options.rows.errors && !found.window) figure.legend.clear();
    if (options.halo)
        figure.legend.push_back(
            {palette::halo, "the halo's predicted border", LegendEntry::Sample::line});

    // The largest pictures with which all rows of methods side by side fit on a page.
    const std::size_t rows = beside ? count : shown.size();
    const std::size_t most_pages = beside ? 1 : (count - 1) / sheet.grid.columns + 1;
    const double height = sheet.grid.page.max_height();
    for (sheet.factor =
             std::clamp(int(std::min(height, 4 * sheet.grid.cell) / crop.height), 1, widest);
         ; --sheet.factor) {
        if (sheet.window) {
            const int side = beside ? sheet.factor * std::min(crop.width, crop.height)
                                    : std::min(sheet.factor * std::max(crop.width, crop.height),
                                               widest * crop.width);
            sheet.window_factor = std::max(1, side / sheet.window->width);
            for (auto& [row, name] : shown)
                if (row == 2)
                    name = "detail × " + number_text(double(sheet.window_factor) / sheet.factor, 3);
        }
        std::vector<std::vector<Cell>> columns(count);  // by method, then by row
        parallel_for(count, [&](std::size_t m) { columns[m] = sheet.column(m); });
        figure.rows.assign(rows, {});
        for (std::size_t m = 0; m < count; ++m)
            for (std::size_t r = 0; r < shown.size(); ++r) {
                Cell& cell = columns[m][shown[r].first];
                if (beside && m == 0) cell.caption = {shown[r].second};
                if (!beside && r == 0) cell.caption = captions[m];
                CellRow& row = figure.rows[beside ? m : r];
                row.name = beside ? methods[m] : shown[r].second;
                row.cells.push_back(std::move(cell));
            }
        auto sheets = compose_pages(figure, sheet.grid);
        const auto fits = [&](const Drawing& one) { return one.height <= height + 1; };
        if (sheet.factor == 1 || (sheets.size() <= most_pages && std::ranges::all_of(sheets, fits)))
            return sheets;
    }
}

}  // namespace hitmiss
