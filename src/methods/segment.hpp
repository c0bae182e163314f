#pragma once
// Methods that test a segment from the ray's origin: how long it is.

#include "methods/contract.hpp"

namespace hitmiss {

/// The parameter `length` of methods that test a segment. kernel_of.hpp resolves its default.
constexpr void length_parameter(auto member, auto&& visit) {
    visit("length", member, Range{0, std::numeric_limits<double>::max(), false, "lengths of d"},
          "of the segment (the camera makes d 1 long); 0: twice the distance from the eye to the "
          "scene's farthest corner; for other rays than a picture's, from their farthest start");
}

/// That default.
inline double default_segment_length(const Vec<double>& eye, const Box& scene) {
    const Vec<double> lo(scene.lo), hi(scene.hi);
    return 2 * glm::length(glm::max(glm::abs(lo - eye), glm::abs(hi - eye)));
}

}  // namespace hitmiss
