#pragma once
// Is a point inside a closed mesh? The exact answers, and the rules by which software decides.

#include "base/math.hpp"
#include "base/random.hpp"
#include "judge/crossings.hpp"

namespace hitmiss {

/// Counted along a ray whose crossings count once each (base/crossing.hpp).
struct ExactInside {
    bool on_surface = false;   ///< the point belongs to a triangle: neither inside nor outside
    bool parity = false;       ///< an odd number of crossings: what "inside" means here
    std::int64_t winding = 0;  ///< crossings outwards less those inwards

    /// What the winding number says, above 1/2 as libraries ask.
    bool wound() const { return winding > 0; }
};
ExactInside exact_inside(const Vec<float>& point, const Geometry& geometry);

/// A rule for points. ray, opposite and vote ask a method for all hits along rays.
enum class InsideRule { ray, opposite, vote, nearest_face, solid_angle };
inline constexpr std::array<std::string_view, 5> inside_rule_names{"ray", "opposite", "vote",
                                                                   "nearest-face", "solid-angle"};
/// What each does, and who ships it.
struct InsideRuleInfo {
    std::string_view idea, source;
    bool casts_rays;
};
const InsideRuleInfo& info_of(InsideRule rule);

/// Settings of the rules.
struct InsideSettings {
    Vec<float> direction{1, 1, 1};    ///< of ray, and of opposite
    int votes = 3;                    ///< random rays of vote; odd
    double epsilon = 2 * pi<double>;  ///< of solid-angle: what a sum may lack of 4 pi
};

/// Decides points by a rule; from any thread. `number` is the point's, from which its random rays
/// are drawn.
using Insider = std::function<bool(const Vec<float>& point, std::uint64_t number)>;
/// `kernel`: whose hits are counted, by rules that cast rays. `precision`: of solid-angle. The
/// triangles must outlive it.
Insider make_insider(InsideRule rule, const InsideSettings& settings, const Geometry& geometry,
                     const Kernel* kernel, Precision precision,
                     std::shared_ptr<const Duplicates> copies);

/// The sum of the solid angles under which the point sees the triangles, positive where it sees
/// their backs: 4 pi inside a closed surface whose normals point outwards, 0 outside. In double
/// or float, all triangles in turn.
std::function<double(const Vec<float>&)> solid_angle_sum(std::span<const Triangle<float>> triangles,
                                                         Precision precision);

/// By such a sum a point is inside if the sum exceeds 4 pi minus epsilon.
bool inside_by_solid_angle(double sum, double epsilon);

/// The sign of (point - q) . n is negative, where q is the point of the mesh nearest to it and n
/// the normal of its triangle: of several as near the one of lowest number.
bool behind_nearest_face(const Vec<float>& point, const Geometry& geometry);

/// Points of one kind as a rule decides them.
struct InsideTally {
    std::uint64_t points = 0;      ///< but for those on the surface
    std::uint64_t on_surface = 0;  ///< not judged
    std::uint64_t missing = 0;     ///< inside, and taken for outside
    std::uint64_t added = 0;       ///< outside, and taken for inside

    std::uint64_t errors() const { return missing + added; }
    void add(const ExactInside& exact, bool said);
    InsideTally& operator+=(const InsideTally& other);
};

/// So many points, each made from its number.
using PointSource = std::function<Vec<float>(std::uint64_t number)>;
/// Uniform in the mesh's box, larger by a tenth on every side.
PointSource random_points(const Geometry& geometry, std::uint64_t seed);
/// Beside random points of random triangles, by at most 1e-6 of the box's diagonal.
PointSource points_near_surface(const Geometry& geometry, std::uint64_t seed);

/// What was counted of points of one kind.
struct PointTallies {
    std::vector<InsideTally> rules;
    InsideTally winding;  ///< by the exact winding number, against the parity
};

/// Judges points by the exact parity, on all threads. `each` sees every point with the exact answer
/// and what the rules said; called from any thread, for different points.
using EachPoint = std::function<void(std::uint64_t number, const ExactInside& exact,
                                     const std::vector<bool>& said)>;
PointTallies judge_points(const PointSource& points, std::uint64_t count,
                          const std::vector<Insider>& rules, const Geometry& geometry,
                          const EachPoint& each = {});

}  // namespace hitmiss
