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

/// How the texts use a method: behind plane tests, with the tutorial's ray, on the step's segment.
enum class Construction { plane, ray, segment };

struct Collider {
    std::function<StepVerdict(const Step<float>&, const Wall&)> test;
    Construction construction;
    Variant variant;  ///< published or corrected

    /// The walk of the tutorials, which has plane and ray: only steps forward are tested, and with
    /// a height that the walker does not climb.
    bool as_text_walks() const {
        return variant == Variant::published && construction != Construction::segment;
    }
};

/// The demonstration of the method, published or corrected: a method with inside() behind the
/// plane tests, the collision matrix on the segment, any other with the tutorial's ray. The
/// method's own variant is the same one, unless the spec names it or the method has none.
Collider make_collider(const MethodSpec& spec, Variant variant);

/// The spec with that variant, if the method has it and the spec does not name one.
MethodSpec in_variant(MethodSpec spec, Variant variant);

}  // namespace hitmiss
