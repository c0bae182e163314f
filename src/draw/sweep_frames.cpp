// The frames of a sweep: the picture at each epsilon, its errors, and where that is on the curve.

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "draw/apng.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"
#include "draw/titles.hpp"

namespace hitmiss {

std::vector<Drawing> sweep_frames(const Scene& scene, const ErrorCurve& curve,
                                  const std::function<Comparison(const Method&)>& compared,
                                  const Page& page, const std::string& title) {
    std::vector<Drawing> sheets, frames;
    Scene shown = scene;
    Page whole = page;  // a frame has no second page
    whole.max_height_mm = std::numeric_limits<double>::infinity();
    SheetOptions options{whole, title.empty() ? finding(scene, {curve}) : title};
    options.rows.detail = false;
    for (const auto& point : curve.points) options.room_for.push_back(point.method);
    for (const auto& point : curve.points) {
        shown.methods = {point.method};
        sheets.push_back(comparison_pages(shown, compared(point.method), options).front());
    }
    // Heads and tallies differ in height, but every frame has the plot in the same place.
    double top = 0;
    for (const Drawing& sheet : sheets) top = std::max(top, sheet.height);
    for (std::size_t k = 0; k < sheets.size(); ++k) {
        Plot panel = sweep_panel(scene, curve, {&curve, 1});
        const double epsilon = *curve.points[k].epsilon;
        panel.span = PlotSpan{epsilon, epsilon, "ε = " + in_figure(epsilon)};
        Page same = page;
        same.dpi = sheets[k].dpi;
        Drawing plot = draw_plots("", "", {&panel, 1}, same);
        Drawing& frame =
            frames.emplace_back(Drawing{std::max(sheets[k].width, std::ceil(plot.width)),
                                        std::ceil(top + plot.height), sheets[k].dpi});
        frame.title = sheets[k].title, frame.description = sheets[k].description;
        frame.place(0, 0, std::move(sheets[k]));
        frame.place(0, top, std::move(plot));
    }
    return frames;
}

std::string animation(const std::vector<Drawing>& frames) {
    return apng(
        frames.size(), [&](std::size_t k) { return pixels(frames[k]); }, frames.at(0).dpi,
        frames_per_second);
}

}  // namespace hitmiss
