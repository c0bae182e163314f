#pragma once
// The contract of a method, and what a user may say about one.
//
// A method is a value type `template <typename Real, Variant variant> struct Name` with
//
//     static constexpr MethodInfo info        name, source, idea, the variants it has
//     double epsilon = 0.1;                   its parameters, with their defaults
//     static void parameters(auto&& visit)    visit(key, &Name::member, allowed, meaning) for each
//     prepare(triangle)                       what is computed once per triangle: a struct of
//                                             numbers of one type only, which vector lanes copy
//                                             number by number
//     test(ray, prepared, note)               does the ray hit it, and at which t?
//     reach(triangle)                         optional: a box that holds every point it may
//                                             accept; without it the triangle's own box
//     fit(eye, box)                           optional: settings that depend on the scene
//
// and with `inside(P, prepared, note)` if it splits "where is the plane hit" from "is it inside".
// `note(name, value)` returns the value; it is how a kernel shows its intermediate values under
// the names of its source. In the fast loops it does nothing.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// published: decides as its source's code does, flaws included. corrected: mends what
/// MethodInfo::corrected says and nothing else. atan2: angles by arc tangent.
enum class Variant { published, corrected, atan2 };
enum class Precision { single, twice };
/// back: triangles seen from behind (d . n > 0) are misses.
enum class Cull { none, back };
inline constexpr std::array<std::string_view, 2> cull_names{"none", "back"};

/// What a method answers for one ray and one triangle. A `t` that is not finite or not positive
/// never counts as a hit, whatever the method says: the tracer owns t.
template <typename Real>
struct Candidate {
    int hit;  ///< 1 or 0; as a bool, g++ 12 would not vectorise a loop over early returns
    Real t;
};
template <typename Real>
inline constexpr Candidate<Real> miss{false, Real(-1)};

struct MethodInfo {
    std::string_view name;
    std::string_view source;          ///< author, title, year
    std::string_view idea;            ///< what decides, in one line
    std::string_view corrected = "";  ///< what variant=corrected mends; empty: no such variant
    bool atan2 = false;               ///< whether there is a variant=atan2
};

/// The values a number may take, and its unit.
struct Range {
    double lo, hi;
    bool open = false;  ///< the ends are excluded
    std::string_view unit = "";
};

/// A note-taker that takes none.
inline constexpr auto no_notes = [](std::string_view, auto value) { return value; };

/// A method as a user names it: NAME[:key=value,...], checked against the catalogue.
struct MethodSpec {
    std::string name;
    std::vector<std::pair<std::string, std::string>> settings;
};

}  // namespace hitmiss
