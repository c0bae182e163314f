// Plots on pages, and their heads.

#include <algorithm>
#include <tuple>

#include "draw/pages.hpp"
#include "draw/plot.hpp"
#include "draw/text.hpp"

namespace hitmiss {

double unit_of(const Page& page) {
    return page.mm(0.25) * page.font_pt / Page{}.font_pt;
}

std::size_t fitting_columns(const Page& page, std::size_t columns) {
    return std::clamp<std::size_t>(std::size_t(page.width() / unit_of(page) / narrowest_plot), 1,
                                   columns);
}

double draw_heading(Drawing& target, const std::string& title, const std::string& subtitle,
                    double body_font, double margin) {
    const double size = 1.22 * body_font;
    double y = 20 - 1.3 * size;
    for (const auto& [text, font, colour, face] :
         {std::tuple{title, size, ink, Face::medium},
          {subtitle, body_font, pale_ink, Face::regular}}) {
        if (text.empty()) continue;
        const double room = target.width - 2 * margin,
                     fitting = fitting_size(text, font, room, face);
        for (const std::string& line : wrap_text(text, fitting, room, face))
            target.text(margin, y += 1.3 * fitting, 0, line, fitting, colour, face);
    }
    return y - 20;
}

std::vector<Drawing> draw_plot_pages(const std::string& title, const std::string& subtitle,
                                     std::span<const Plot> panels, const Page& page,
                                     std::size_t columns) {
    columns = fitting_columns(page, columns);
    for (std::size_t rows = std::max<std::size_t>(1, (panels.size() + columns - 1) / columns);;
         --rows) {
        const std::size_t count = (panels.size() + rows * columns - 1) / (rows * columns);
        std::vector<Drawing> pages;
        for (auto rest = panels; !rest.empty();) {
            const std::size_t number = pages.size() + 1;
            const auto shown = rest.first(std::min(rows * columns, rest.size()));
            rest = rest.subspan(shown.size());
            pages.push_back(draw_plots(title_on(number, title),
                                       subtitle_on(number, count, subtitle), shown, page, columns));
        }
        const bool fits = std::ranges::all_of(
            pages, [&](const Drawing& one) { return one.height <= page.max_height(); });
        if (fits || rows <= 1) return pages;
    }
}

}  // namespace hitmiss
