#pragma once
// Errors in colour, over a picture in greys.

#include <functional>

#include "draw/compose.hpp"
#include "draw/error_count.hpp"

namespace hitmiss {

/// A colour as a grey that every error colour stands out from by a contrast of 3 : 1 and more.
Rgb map_grey(Rgb colour);

/// By pixel: whether an error stands there alone, with at most one other of its kind near it.
std::vector<bool> errors_alone(const OutcomeMap& map);

/// The legend's entry of an outcome.
LegendEntry legend_entry(const OutcomeRow& row);

/// The map over `ground`, a picture of its size in greys light enough for the marks. Each pixel is
/// a square of `factor` dots, each error as large as it is. Where pixels are large enough, each
/// error carries its mark in white. Elsewhere areas of errors carry marks, because grey print would
/// not tell their colours apart, and an error that stands alone and would be lost in print is
/// enlarged to its sign in the legend. `under` draws what the marks lie upon.
Drawing draw_map(
    const Picture& ground, const OutcomeMap& map, int factor, const Page& page,
    const std::function<void(Drawing&)>& under = [](Drawing&) {});

}  // namespace hitmiss
