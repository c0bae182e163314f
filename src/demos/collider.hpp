#pragma once
// From a method to the collision test of a walking text.

#include <array>
#include <limits>
#include <string_view>

#include "methods/catalogue.hpp"
#include "scene/mesh.hpp"

namespace hitmiss {

/// Why a step of the walker, the segment o + t d of a ray with 0 < t <= 1, is blocked
/// or not, the more telling the later.
enum class Reason { untested, misses, same_side, behind, beyond, touches, beside, collision };
inline constexpr std::array<std::string_view, 8> reasons{"not tested",
                                                         "ray misses the triangle",
                                                         "stays on one side of the plane",
                                                         "hit behind the walker",
                                                         "hit beyond the step",
                                                         "touches the plane",
                                                         "crosses the plane beside the triangle",
                                                         "collision"};

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Distances in scene units, as the test measures them, flaws included: the plane tests' have the
/// sign of the side, the ray tests' are along the ray. What a test does not know is NaN.
struct StepVerdict {
    Reason reason = Reason::untested;
    double before = unknown, after = unknown;  ///< distances from the wall at the step's ends
    double t = unknown;                        ///< of the plane or the hit, in lengths of `asked`
    Vec<double> asked{0};                      ///< the direction that was asked about

    bool collides() const { return reason == Reason::collision; }
};

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
