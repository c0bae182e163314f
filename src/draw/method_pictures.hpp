#pragma once
// What the picture and the error map of each method of a comparison show.

#include "draw/error_map.hpp"
#include "judge/comparison.hpp"
#include "scene/scene.hpp"

namespace hitmiss {

/// One method's, cropped.
struct MethodPictures {
    Picture picture, map;      ///< the map: errors over the picture in greys
    OutcomeMap outcomes;       ///< of the same pixels
    std::uint64_t unseen = 0;  ///< wrong triangles of the colour of the right one, of all pixels
};

std::vector<MethodPictures> method_pictures(const Scene& scene, const Comparison& comparison,
                                            const Rectangle& crop);

/// The kinds of errors of a figure, and whether wrong triangles that look right are told apart.
struct CountedErrors {
    std::vector<OutcomeRow> rows;
    bool unseen = false;

    std::vector<LegendEntry> legend() const;
    /// One method's numbers, in that order.
    std::vector<std::uint64_t> counts(const OutcomeCounts& outcomes,
                                      std::uint64_t unseen_ones) const;
};

}  // namespace hitmiss
