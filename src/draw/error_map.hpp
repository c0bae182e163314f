#pragma once
// What is not right, over a picture in greys.

#include <functional>
#include <optional>
#include <span>

#include "draw/compose.hpp"
#include "judge/outcome.hpp"

namespace hitmiss {

/// Outcomes pixel by pixel, over what lies under them.
struct ErrorMap {
    Picture ground;  ///< in greys light enough for the marks
    std::span<const Outcome> outcomes;
};

/// A colour as a grey that every error colour stands out from by a contrast of 3 : 1 and more.
Rgb map_grey(Rgb colour);

/// Pixel by pixel of the part, in rows: whether an error stands there alone, with at most one other
/// of its kind near it. `outcomes` are in rows of that width.
std::vector<bool> errors_alone(std::span<const Outcome> outcomes, int width, const Rectangle& part);

/// The legend's entry of an outcome.
LegendEntry legend_entry(const OutcomeRow& row);

/// The part of the map, each pixel a square of `factor` dots. Errors are as large as they are.
/// Where pixels are large enough, each error carries its mark in white; else areas do, which grey
/// print would not tell apart, and an error that stands alone and would be lost in print is
/// enlarged to its sign in the legend. `under` draws what the marks lie upon.
Drawing draw_map(
    const ErrorMap& map, const Rectangle& part, int factor, const Page& page,
    const std::function<void(Drawing&)>& under = [](Drawing&) {});

/// The window to magnify: one that holds right and wrong pixels of as many methods as possible, of
/// both as evenly as possible, the errors about its middle. `columns` are outcomes in rows of that
/// width; nothing where no window of the area holds both.
std::optional<Rectangle> detail_window(std::span<const std::span<const Outcome>> columns, int width,
                                       const Rectangle& area);

}  // namespace hitmiss
