#pragma once
// The contact sheet and its parts: which detail is magnified, and the predicted halo; and the
// pictures of several scenes side by side.

#include "draw/error_map.hpp"
#include "judge/comparison.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// The window to magnify, at the same position in all maps, which have one size. It shows both
/// right and wrong pixels of as many methods as possible, with errors near its middle. Nothing if
/// no window shows both.
std::optional<Rectangle> detail_window(std::span<const OutcomeMap> maps);

/// The pixel of the error nearest to the map's middle; among equals the first in reading order.
std::optional<Rectangle> middle_error(const OutcomeMap& map);

/// Data for a reader's eye in a comparison: the window to magnify, and for each column a pixel in
/// error, which the figure boxes, tables name and printed commands explain. It is the
/// middle_error() of the window; where that holds no error of the column, worst_pixel(). Nothing
/// for a column without errors.
struct ToLookAt {
    std::optional<Rectangle> window;  ///< in the crop
    std::vector<std::optional<std::size_t>> pixels;
};
ToLookAt to_look_at(const Comparison& comparison, const Rectangle& crop);
inline ToLookAt to_look_at(const Comparison& comparison) {
    return to_look_at(comparison, {0, 0, comparison.width, comparison.height});
}

/// The part of the picture that is shown: the crop, or all of it. Throws Error{Exit::usage} for a
/// crop that does not lie in the picture.
Rectangle shown_part(const std::optional<Rectangle>& crop, const Scene& scene);

/// On the picture, the arcs of the predicted halo over each triangle that is hit, except where the
/// hits, one per pixel, hide them. Arcs of a few pixels are left out: they would cover the picture.
std::vector<Segment> halo_lines(const Scene& scene, std::span<const Hit> hits, double epsilon);

/// Draws the arcs over a part of the picture that begins at `corner`, magnified.
void draw_halo(Drawing& target, std::span<const Segment> lines, Point corner, int factor,
               const Page& page);

/// Which rows a sheet has. A detail is left out where no window shows right and wrong pixels.
struct SheetRows {
    bool picture = true, errors = true, detail = true;
};

/// A sentence that says what the comparison found: the worst method and its share of the pixels.
std::string finding(const Scene& scene, const Comparison& comparison);

struct SheetOptions {
    Page page = {};
    std::optional<Rectangle> crop = {};  ///< the part of the picture that is shown
    SheetRows rows = {};
    /// Methods whose names must fit as well, so that several sheets have one layout.
    std::vector<Method> room_for = {};
    const ToLookAt* look_at = nullptr;  ///< if it is known already: the search takes long
    /// Draws the predicted border of the halo over the pictures and details of angle sums.
    bool halo = false;
};

/// The contact sheet: a column per method with its picture, the map of its errors with their
/// counts, and a magnified detail where right and wrong pixels meet. One or two methods have a row
/// each instead, where the page is wide enough. Throws Error{Exit::usage} for a crop that does not
/// lie in the picture.
std::vector<Drawing> comparison_pages(const Scene& scene, const Comparison& comparison,
                                      const SheetOptions& options = {});

struct PlateColumn {
    const Scene& scene;
    const Comparison& comparison;  ///< of the scene's methods
};

/// A column for each scene, all with the same methods. A row of pictures for each method; where it
/// errs, a row of maps of its errors below, with their counts.
std::vector<Drawing> draw_plate(const std::string& title, const std::string& subtitle,
                                const std::vector<PlateColumn>& columns, const Page& page = {});

}  // namespace hitmiss
