#pragma once
// The contact sheet and its parts: which detail is magnified, and the halo by its law.

#include "draw/error_map.hpp"
#include "judge/comparison.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// The window to magnify, the same part of all maps, which are of one size: it shows right and
/// wrong pixels of as many methods as possible, errors around its middle. Nothing if none shows
/// both.
std::optional<Rectangle> detail_window(std::span<const OutcomeMap> maps);

/// The pixel of the error nearest to the middle of the map, of equals the first in reading order.
std::optional<Rectangle> middle_error(const OutcomeMap& map);

/// What to look at in a comparison: the window to magnify, and for each column a pixel in error,
/// which the figure boxes, tables name and printed commands explain. It is the middle_error() of
/// the window; where that holds no error of the column, worst_pixel(). Nothing for a column without
/// errors.
struct ToLookAt {
    std::optional<Rectangle> window;  ///< in the crop
    std::vector<std::optional<std::size_t>> pixels;
};
ToLookAt to_look_at(const Comparison& comparison, const Rectangle& crop);
inline ToLookAt to_look_at(const Comparison& comparison) {
    return to_look_at(comparison, {0, 0, comparison.width, comparison.height});
}

/// On the picture, the arcs of the halo law over each triangle that is hit, except where the hits,
/// one per pixel, hide them. Arcs of a few pixels are left out: they would cover the picture.
std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon);

/// Draws them over the part of the picture from that pixel on, magnified.
void draw_halo(Drawing& target, std::span<const Segment> lines, Point corner, int factor,
               const Page& page);

struct SheetOptions {
    Page page = {};
    std::string title = {};              ///< the scene's name where empty
    std::optional<Rectangle> crop = {};  ///< the part of the picture that is shown
    bool detail = true;
    /// Over the pictures and details of angle sums, the border of the halo by its law.
    bool halo = false;
};

/// The contact sheet: a column per method with its picture, the map of its errors with their
/// counts, and a spot magnified where right and wrong stand side by side. Throws
/// Error{Exit::usage} for a crop that does not lie in the picture.
Drawing draw_comparison(const Scene& scene, const Comparison& comparison,
                        const SheetOptions& options = {});

}  // namespace hitmiss
