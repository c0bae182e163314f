#pragma once
// From a method's name to the collision test of a walking text.

#include <functional>

#include "demos/step.hpp"
#include "scene/placement.hpp"

namespace hitmiss {

/// A triangle of a wall: as it stands now, and at rest with the W that moves it there.
struct Wall {
    Triangle<float> placed, rest;
    Affine W;
};

struct Collider {
    std::function<StepVerdict(const Step<float>&, const Wall&)> test;
    bool tests_plane;    ///< by the text's plane, which published mirrors in the origin
    bool as_text_walks;  ///< published walk of the tutorials: only steps forward are tested, and
                         ///< with the height that they do not climb
};

/// The demonstration of the method, published or corrected: a method with inside() behind the
/// plane tests, the collision matrix on the segment, any other with the tutorial's ray. The
/// method's own variant is the same one, unless the spec names it or the method has none.
Collider make_collider(const MethodSpec& spec, Variant variant);

/// The spec with that variant, if the method has it and the spec does not name one.
MethodSpec in_variant(MethodSpec spec, Variant variant);

}  // namespace hitmiss
