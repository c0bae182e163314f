// The frames of a sweep: the picture at each epsilon, its errors, and where that is on the curve.

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/notation.hpp"
#include "draw/sweep_plot.hpp"
#include "draw/titles.hpp"

namespace hitmiss {

std::vector<Drawing> sweep_frames(const Scene& scene, const ErrorCurve& curve,
                                  const std::function<Comparison(const Method&)>& compared,
                                  const Page& page) {
    std::vector<Drawing> sheets, frames;
    Scene shown = scene;
    Page whole = page;  // a frame has no second page
    whole.max_height_mm = std::numeric_limits<double>::infinity();
    whole.own_title = page.title_or(finding(scene, {curve}));
    SheetOptions options{whole};
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
    if (frames.empty()) throw Error{Exit::bug, "an animation without pictures"};
    constexpr std::size_t start_size = 33, width_and_height = 16;  // signature and IHDR
    struct Frame {
        std::string head, data;  // what stands before the data of a file of its own, and these
    };
    std::vector<Frame> parts(frames.size());
    parallel_for(frames.size(), [&](std::size_t k) {
        const std::string still = png(pixels(frames[k]), frames[0].dpi, true);
        const auto name = still.find("IDAT");
        const std::size_t size = still.size() - name - 4 - 4 - 12;  // without checksum and IEND
        parts[k] = {still.substr(0, name - 4), still.substr(name + 4, size)};
    });
    // acTL: how many pictures, and that they are repeated for ever.
    std::string file = parts[0].head;
    file.insert(start_size,
                png_chunk("acTL", big_endian(std::uint32_t(frames.size())) + big_endian(0)));
    std::uint32_t order = 0;  // of the chunks that only players read
    for (const auto& [head, data] : parts) {
        if (head != parts[0].head)
            throw Error{Exit::bug, "an animation of pictures of several sizes"};
        // fcTL: size, place, duration, and that the picture replaces the one before.
        const bool first = order == 0;
        file += png_chunk("fcTL", big_endian(order++) + head.substr(width_and_height, 8) +
                                      big_endian(0) + big_endian(0) + big_endian(1, 2) +
                                      big_endian(std::uint32_t(frames_per_second), 2) +
                                      std::string(2, '\0'));
        // The first picture is the file's own; the data of the others have a number.
        file += first ? png_chunk("IDAT", data) : png_chunk("fdAT", big_endian(order++) + data);
    }
    return file + png_chunk("IEND", "");
}

}  // namespace hitmiss
