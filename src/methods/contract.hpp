#pragma once
// The contract of a method, which is written in a file of its own. The struct below, in templates
// called Test, becomes an Entry of the catalogue; with a user's settings that is a Method
// (method.hpp), and made ready for a scene a Kernel (kernel.hpp).
//
//     template <typename Real, Variant variant>
//     struct Name {
//         static constexpr MethodInfo info        name, source, idea, what the source leaves
//                                                 open, what we changed, its precision, the
//                                                 variants it has
//         double epsilon = 0.1;                   its parameters, with their defaults
//         static constexpr void parameters(auto&& visit)   visit(key, &Name::member, allowed,
//                                                 meaning) for each, at most five, in the order of
//                                                 their keys; left out if none
//         static prepare(triangle)                what is computed once per triangle: a struct of
//                                                 numbers of one type only, which vector lanes
//                                                 copy number by number; whatever the parameters.
//                                                 Left out: the triangle, as it is
//         test(ray, prepared, note)               does the ray hit it, and at which t? A Candidate
//         prepare_ray(ray, note)                  optional: what is computed once per ray, at most
//                                                 four numbers of type Real; test(ray, prepared
//                                                 ray, prepared, note) then takes it too
//         quick_test(prepared ray, for_rays)      optional beside it: the same answer at less
//                                                 cost, or `undecided`
//         prepare_for_rays(o, prepared ray, prepared)   for it, `for_rays`: numbers of a triangle
//                                                 for rays from o that are like this one
//         reach()                                 optional: a Reach, what it accepts around a
//                                                 triangle by design (halo.hpp); else nothing
//         growth()                                optional: how far rounding throws accepted points
//                                                 out of the reach (growth.hpp); else anywhere
//         static constexpr bool scalar = true     optional: the test does not run in vector lanes,
//                                                 and rays are traced one by one
//         static constexpr bool fused_in_lanes    optional: whether it runs in vector lanes where
//                                                 its numbers contract; else one ray at a time
//         static constexpr auto lanes_choice = &Name::choice   optional: a parameter of words of
//                                                 which only the first runs in vector lanes
//         slower()                                optional: another struct that answers instead,
//                                                 for settings that the fast loops do without
//     };
// Real is float, double, or one of these that contracts: Fused<float>, Fused<double>
// (base/fused.hpp). in_single<Real> asks for the precision, BaseOf<Real> is the plain type.
//     extern constinit const Entry name = entry<Name>();   (entry: kernel_of.hpp; a const that is
//                                                          not extern is private to its file)
// and the line METHOD(name) in catalogue.def.
//
// A method that splits "where is the plane hit" from "is it inside" has bool inside(P, prepared,
// note) and the parameter `plane` in place of test; its default of prepare is in calling.hpp.
// `note(name, value)` returns the value; with it a method shows its intermediate values under the
// names of its source. In the fast loops it does nothing. A third argument tells figures and the
// page what the value means (Meaning, notes.hpp). `const auto u = note("u", ...)` is a number whose
// comparisons are explained too, as in `if (u < 0) return miss<Real>`: note whatever decides.

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "base/fused_vec.hpp"
#include "base/geometry.hpp"

namespace hitmiss {

/// published: decides as its source's code does, flaws included. corrected: mends what
/// MethodInfo::corrected says and nothing else. atan2: angles by arc tangent.
enum class Variant { published, corrected, atan2 };
inline constexpr std::array<std::string_view, 3> variant_names{"published", "corrected", "atan2"};
enum class Precision { single, twice };
inline constexpr std::array<std::string_view, 2> precision_names{"float", "double"};
/// separate: each operation rounds. fused: products contract, see base/fused.hpp.
enum class Arithmetic { separate, fused };
inline constexpr std::array<std::string_view, 2> arithmetic_names{"separate", "fused"};
/// back: triangles seen from behind (d . n > 0) are misses.
enum class Cull { none, back };
inline constexpr std::array<std::string_view, 2> cull_names{"none", "back"};

constexpr Precision other(Precision precision) {
    return precision == Precision::single ? Precision::twice : Precision::single;
}

/// How a method cuts the triangle's plane. difference: n . (a - o); constant: n . o + D with D kept
/// in the method's precision, as the texts write it.
enum class PlaneForm { difference, constant };
inline constexpr std::array<std::string_view, 2> plane_names{"difference", "constant"};

inline std::string_view to_string(Variant variant) {
    return variant_names[std::size_t(variant)];
}
inline std::string_view to_string(Precision precision) {
    return precision_names[std::size_t(precision)];
}
inline std::string_view to_string(Arithmetic arithmetic) {
    return arithmetic_names[std::size_t(arithmetic)];
}

/// What a method's text answers for one ray and one triangle. What it accepts is a hit if t is also
/// in_front (hit.hpp).
template <typename Real>
struct Candidate {
    int accepted;  ///< 1 or 0; as a bool, g++ 12 would not vectorise a loop over early returns
    Real t;
};
template <typename Real>
inline constexpr Candidate<Real> miss{false, Real(-1)};
/// What a quick_test answers where it cannot decide.
template <typename Real>
inline constexpr Candidate<Real> undecided{true, std::numeric_limits<Real>::quiet_NaN()};

/// What a method is asked: whether a ray meets the triangle, whether a point is inside it, or
/// whether a segment crosses it once a map has taken the triangle to a standard one. exact: a ray
/// test without rounding, the reference for all others. The last two have no test of ours: a file
/// or another tracer answers for them.
enum class Kind { ray_test, point_test, segment_map, exact, answer_file, peer };

/// What a method accepts around its triangle by design. arcs: circular segments over the edges, as
/// an angle sum with the tolerance epsilon does. larger: a larger triangle of the same shape.
enum class Halo { none, arcs, larger };

struct MethodInfo {
    std::string_view name;
    std::string_view source;  ///< author, title, year
    std::string_view idea;    ///< what decides, in one line
    Kind kind = Kind::ray_test;
    std::string_view open = "";  ///< what the source leaves open: what we chose
    /// Where it decides differently from its source, or in other types.
    std::string_view changed = "";
    Precision precision = Precision::single;  ///< the text's own; float where open
    std::string_view corrected = "";  ///< what variant=corrected mends; empty: no such variant
    bool atan2 = false;               ///< whether there is a variant=atan2
    Halo halo = Halo::none;           ///< what it accepts around the triangle by design: halo.hpp
    /// A test as one program ships it: found by name, but in no list of all methods to compare.
    bool shipped = false;

    /// Whether its answer is rounded, so that there are a precision and an arithmetic to choose.
    constexpr bool rounds() const { return kind != Kind::exact; }
    constexpr bool has(Variant variant) const {
        return variant == Variant::published ||
               (variant == Variant::corrected ? !corrected.empty() : atan2);
    }
};

/// The values a number may take, and its unit.
struct Range {
    double lo, hi;
    bool open = false;  ///< the ends are excluded
    std::string_view unit = "";
};

/// The number type of a method's struct.
template <template <typename, Variant> class Name, typename Real, Variant variant>
Real real_of(const Name<Real, variant>&);
template <typename Test>
using RealOf = decltype(real_of(std::declval<Test>()));

}  // namespace hitmiss
