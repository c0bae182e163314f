#pragma once
// The contact sheet and its parts: which detail is magnified, and the halo by its law.

#include "draw/error_map.hpp"
#include "judge/comparison.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// The window to magnify: the same part of several methods' maps, which are of one size. It shows
/// right and wrong pixels of as many methods as possible, of both as evenly as possible, the errors
/// about its middle. Nothing if no window shows both of any method.
std::optional<Rectangle> detail_window(std::span<const OutcomeMap> maps);

/// The error nearest to the middle of the map, of equals the first in reading order, as a rectangle
/// of one pixel; nothing for a map without errors.
std::optional<Rectangle> middle_error(const OutcomeMap& map);

/// A straight piece of an arc on the picture.
struct Segment {
    Point from, to;
};

/// The arcs of the halo law over each triangle that is hit, except where the hits, one per pixel,
/// hide them. Arcs of a few pixels are left out: they would cover the picture.
std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon);

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
