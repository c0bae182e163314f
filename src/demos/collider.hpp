#pragma once
// From a method to the collision test of a walking text.

#include "demos/step.hpp"
#include "methods/catalogue.hpp"
#include "scene/placement.hpp"

namespace hitmiss {

/// A triangle of a wall: as it stands now, and at rest with the W that moves it there.
struct Wall {
    Triangle<float> placed, rest;
    Affine W;
};

/// How the texts use a method: behind plane tests, with the tutorial's ray, on the step's segment.
enum class Construction { plane, ray, segment };

/// The demonstration of a method, published or corrected: a method that tests points behind the
/// plane tests, the collision matrix on the segment, any other with the tutorial's ray. The
/// method's own variant is the same one, unless the user said one or the method has none.
class Collider {
public:
    Collider(const Method& method, Variant variant);

    StepVerdict test(const Ray<float>& step, const Wall& wall) const;
    Construction construction() const { return construction_; }
    /// The walk of the tutorials, which has plane and ray: only steps forward are tested, and with
    /// a height that the walker does not climb.
    bool as_text_walks() const {
        return variant_ == Variant::published && construction_ != Construction::segment;
    }

private:
    template <typename Real>
    StepVerdict test_in(const Ray<Real>& step, const Wall& wall) const;

    Method method_;
    Variant variant_;  ///< of the demonstration: published or corrected
    Kernel kernel_;
    Construction construction_;
};

}  // namespace hitmiss
