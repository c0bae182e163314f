#pragma once
// What is right along a whole ray, and what a method makes of it.
//
// Triangles that the ray meets at one exact t form a group, copies included. A group is crossed as
// often as the moved ray passes through a triangle of it (base/crossing.hpp): 1 at an edge where
// the surface goes on, 0 or 2 where it folds back.

#include "judge/reference.hpp"
#include "trace/all_hits.hpp"

namespace hitmiss {

struct Group {
    ExactAnswer met;
    std::uint64_t crossed = 0;
};

/// Everything that a ray meets, exactly.
struct WholeRay {
    std::vector<Group> groups;  ///< ascending by t
    bool starts_on_surface = false;

    std::uint64_t crossings() const;
};
WholeRay whole_ray(const Ray<float>& ray, const Geometry& geometry, const Duplicates& copies);

/// For each accepted triangle, by number, the group that it is of, else the nearest one, by t, of
/// which it is a tie; the number of groups if it belongs to none.
std::vector<std::size_t> groups_of(const WholeRay& right, std::span<const Hit> accepted,
                                   const Ray<float>& ray, const Geometry& geometry,
                                   Precision precision);

/// Rays by what was accepted along them; groups_of() says what each accepted triangle belongs to.
struct WholeRays {
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    std::uint64_t rays = 0;        ///< but for those that start on the surface
    std::uint64_t on_surface = 0;  ///< start there: not judged
    std::uint64_t crossings = 0;   ///< exact, of all rays together
    std::uint64_t missed = 0;      ///< fewer triangles of a group are accepted than it is crossed
    std::uint64_t doubled = 0;     ///< more are
    std::uint64_t extra = 0;       ///< some triangle is accepted that belongs to no group
    std::uint64_t miscounted = 0;  ///< any of these three
    std::uint64_t first_miscounted = none;  ///< the lowest number of such a ray
    /// Groups that ties join, the front and back of an outline, are together crossed an even
    /// number of times more or less often.
    std::uint64_t outline = 0;
    std::uint64_t parity = 0;  ///< the numbers of accepted triangles and of crossings differ by an
                               ///< odd number

    /// Adds the ray of that number.
    void add(const WholeRay& right, std::span<const Hit> accepted, const Ray<float>& ray,
             const Geometry& geometry, Precision precision, std::uint64_t number = 0);
    /// The same where only the number of accepted triangles is known.
    void add(const WholeRay& right, std::uint64_t accepted, std::uint64_t number = 0);
    WholeRays& operator+=(const WholeRays& other);

private:
    /// What only depends on how many were accepted. False: the ray starts on the surface.
    bool begin(const WholeRay& right, std::uint64_t accepted);
    void add_miscounted(std::uint64_t number);
};

struct WholeRayColumn {
    std::string_view key, meaning;
    std::uint64_t WholeRays::*count;
    bool by_triangle = false;  ///< a number of hits alone does not tell
};
/// As tables show them: how many rays of all.
inline constexpr std::array<WholeRayColumn, 5> whole_ray_columns{{
    {"missed",
     "with --whole-rays: rays that pass through the surface more often than was counted at some "
     "place; where only numbers of hits are told, in all",
     &WholeRays::missed},
    {"double", "rays that pass through it less often than was counted at some place",
     &WholeRays::doubled},
    {"extra",
     "rays on which a triangle was counted that the ray does not meet and that is not a tie",
     &WholeRays::extra, true},
    {"outline",
     "rays on which the front and the back of an outline were both counted, or both not, "
     "against the exact answer; inside and outside stay right",
     &WholeRays::outline, true},
    {"parity",
     "rays on which the whole count is wrong by an odd number: inside and outside are exchanged",
     &WholeRays::parity},
}};

}  // namespace hitmiss
