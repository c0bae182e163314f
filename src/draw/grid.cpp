// The columns of a composition, and how many of them a page has room for.

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "draw/compose.hpp"
#include "draw/text.hpp"

namespace hitmiss {

std::size_t frames_per_row(const Page& page) {
    constexpr double narrowest = 24;  // mm, for letters of the usual size
    const double most = page.width_mm / (narrowest * std::max(1.0, page.font_pt / Page{}.font_pt));
    return std::clamp<std::size_t>(std::size_t(most), 1, 6);
}

std::size_t even_columns(std::size_t count, std::size_t most) {
    most = std::max<std::size_t>(most, 1);
    const std::size_t rows = (count + most - 1) / most;
    return (count + rows - 1) / rows;
}

double margin_for(std::span<const std::string> names, std::span<const LegendEntry> counted) {
    double widest = 0;
    for (const std::string& name : names)
        for (const auto line : split(name, '\n')) widest = std::max(widest, text_width(line, 1));
    for (const LegendEntry& entry : counted)
        widest = std::max(widest, swatch_space + text_width(entry.label, 1));
    return widest + 1;
}

Grid::Grid(const Page& page_, std::size_t count, std::size_t most, double margin, int pixels)
    : page(page_) {
    constexpr double gap_mm = 3;
    columns = even_columns(count, most);
    const auto measure = [&] {
        gap = page.mm(gap_mm), label = margin * page.font();
        cell = (page.width() - label - gap * double(columns + 1)) / double(columns);
    };
    const auto is_narrow = [&] { return measure(), cell < narrowest_cell * page.font(); };
    while (columns > 1 && is_narrow()) columns = even_columns(count, columns - 1);
    if (narrow = margin > upright_names && is_narrow(); narrow) margin = upright_names;
    check_width(page, margin + narrowest_cell, 2 * gap_mm);
    measure();
    // Raise the resolution until whole pixels fill the column.
    const double filled = pixels * std::ceil(0.95 * cell / pixels);
    if (filled > cell) page.dpi *= filled / cell, measure();
    cell = std::floor(cell + 1e-6);
}

}  // namespace hitmiss
