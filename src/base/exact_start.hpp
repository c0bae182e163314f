#pragma once
// The exact answer for a ray that starts on the surface, where another ray met it.
//
// The first ray o1 + t d1 meets the plane of its triangle at t = N / D, both of them polynomials of
// the stored floats. The second ray starts exactly there, at X = o1 + (N / D) d1, and goes in a
// direction of stored floats. With D A = D a - (D o1 + N d1) and so on, the signs of its volumes
// are those of integer polynomials again. X in double, with a bound on its error, decides almost
// always. Where it goes to a point L, its direction is D L - (D o1 + N d1).

#include "base/exact.hpp"

namespace hitmiss {

/// X: where the first ray hits the triangle.
struct ExactStart {
    Ray<float> first;
    Triangle<float> triangle;
    Vec<double> point;  ///< X, rounded
    Vec<double> error;  ///< bound on how far each coordinate of it is off
};
/// The ray must hit the triangle.
ExactStart exact_start(const Ray<float>& first, const Triangle<float>& triangle);

/// in_direction: to all X + t d with t > 0. to_point: to the points between X and d, which are
/// X + t (d - X) with 0 < t < 1; no triangle may contain d.
enum class Goes { in_direction, to_point };
struct SpawnedRay {
    ExactStart start;
    Vec<float> d;
    Goes goes = Goes::in_direction;

    /// Its direction, rounded.
    Vec<double> direction() const {
        return goes == Goes::to_point ? Vec<double>(d) - start.point : Vec<double>(d);
    }
};

/// These are what they are for other rays (exact.hpp). A triangle that contains X is met at t = 0,
/// which does not count as a hit.
ExactHit exact_hit(const SpawnedRay& ray, const Triangle<float>& tri);
std::strong_ordering exact_order(const SpawnedRay& ray, const Triangle<float>& tri,
                                 const Triangle<float>& other);
double exact_t(const SpawnedRay& ray, const Triangle<float>& tri);
int side_of(const ExactStart& start, const Triangle<float>& tri);
/// Whether X is a point of the triangle.
bool contains(const Triangle<float>& tri, const ExactStart& start);

}  // namespace hitmiss
