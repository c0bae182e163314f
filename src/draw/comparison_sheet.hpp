#pragma once
#include <string>

#include "draw/drawing.hpp"
#include "judge/comparison.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// What is drawn over the pictures and details. halo: the border of the halo by its law, for each
/// triangle that an angle sum hits somewhere.
enum class Overlay { none, halo };

struct SheetOptions {
    Page page = {};
    std::string title = {};              ///< the scene's name where empty
    std::optional<Rectangle> crop = {};  ///< the part of the picture that is shown
    bool detail = true;
    Overlay overlay = Overlay::none;
};

/// The contact sheet: a column per method with its picture, the map of its errors with their
/// counts, and a spot magnified where right and wrong stand side by side. Throws
/// Error{Exit::usage} for a crop that does not lie in the picture.
Drawing draw_comparison(const Scene& scene, const Comparison& comparison,
                        const SheetOptions& options = {});

}  // namespace hitmiss
