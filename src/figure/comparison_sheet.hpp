#pragma once
#include <string>

#include "figure/picture.hpp"
#include "scene/scene.hpp"
#include "truth/comparison.hpp"

namespace hitmiss {

/// The window in which most methods err, and among those windows the one with most errors;
/// nothing where no method errs.
std::optional<Rectangle> worst_spot(const Comparison& comparison);

/// A pixel of the spot at which the method errs, the one nearest to the spot's middle, of equals
/// the first in reading order; as "x,y" for `hitmiss explain --pixel`, empty where it errs nowhere.
std::string pixel_to_explain(const Comparison& comparison, const Comparison::Column& column,
                             const Rectangle& spot);

/// What is drawn over the pictures and maps. halo: the border of the halo by its law, for each
/// triangle that an angle sum hits somewhere.
enum class Overlay { none, halo };

/// The contact sheet: a column per method with its picture, the map of its errors and the worst
/// spot magnified.
Picture draw_comparison(const Scene& scene, const Comparison& comparison,
                        Overlay overlay = Overlay::none);

}  // namespace hitmiss
