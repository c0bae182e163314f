#pragma once
// Rays aimed at what a mesh consists of; at a closed one all but those past its silhouettes must
// hit.
//
// A mesh is closed when each edge belongs to exactly two triangles. Then every line that meets no
// edge crosses the surface an even number of times, so a point from which one ray crosses it an
// odd number of times is inside, and every ray from there hits. Into a mesh with borders rays go
// from one point that is given, past its borders.

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "judge/known_cells.hpp"
#include "trace/traced_scene.hpp"

namespace hitmiss {

/// edge: at a random point of an edge whose two triangles face the ray, or both face away.
/// vertex: at a vertex all of whose triangles do so. interior: at a random point of a triangle.
/// random: anywhere. These four start inside. silhouette: from outside, at a random point of an
/// edge of which one triangle faces the ray and the other faces away. From a given start, all begin
/// there; random ones go to random points of the mesh's box.
enum class Aim { edge, vertex, silhouette, interior, random };
inline constexpr std::array<std::string_view, 5> aim_names{"edge", "vertex", "silhouette",
                                                           "interior", "random"};

/// Makes the rays. The triangles must outlive it. Corners are the same when they are equal.
///
/// A start inside is a uniform random point of the mesh's box that the exact answer proves to be
/// inside: by the triangles between it and a point of which that is known (known_cells.hpp), or
/// because both rays along a random line cross an odd number of triangles, none of them on its
/// border. A start outside lies on the sphere around the box's centre whose radius is three halves
/// of the box's diagonal; of all pairs of such a start and an edge that is a silhouette from there,
/// each is as likely. The target is computed in double; the direction is target - start, normalised
/// in double and rounded once to float. Rounding the target to a float first would move it off its
/// edge by more than most methods' errors, all the more far from the origin.
class AimedRays {
public:
    /// Where starts are looked for: a point of, or around, a box, and where that is placed.
    struct Starts {
        Box box;
        std::function<Vec<float>(const Vec<double>&)> place;
    };

    /// From starts of their own, where the mesh must be closed, or all from that one. Own ones are
    /// looked for in the mesh's box, unless elsewhere: the box of a thin mesh is nearly empty.
    explicit AimedRays(const Geometry& geometry, std::optional<Vec<float>> start = {});
    AimedRays(const Geometry& geometry, Starts starts);

    /// The next ray of that kind, of which there must be some. Throws Error{Exit::bad_input} if
    /// 100,000 starts have none. Loops for ever if it is to start inside and the mesh encloses
    /// nothing.
    Ray<float> operator()(Aim aim, Random& random) const;

    /// The mesh's box.
    const Box& box() const { return geometry_.box; }
    /// The start that was given.
    const std::optional<Vec<float>>& start() const { return start_; }
    /// Whether there is anything to aim at.
    bool has(Aim aim) const;
    /// Edges that do not belong to exactly two triangles.
    std::size_t border_edges() const { return border_edges_; }
    /// Those of them that belong to more than two, as where faces lie on one another.
    std::size_t crowded_edges() const { return crowded_edges_; }
    /// How many random points are tried until one is inside; nothing if none of 100,000 is.
    std::optional<std::size_t> tries_for_start(Random& random) const;

    /// A point as far from the scene as any start.
    static Vec<double> farthest_start(const Box& box);

private:
    /// A side or a corner of a triangle; the ends of a side in an order that both triangles of an
    /// edge agree on, those of a corner alike.
    struct Part {
        Vec<float> a, b;
        std::uint32_t triangle;
    };
    /// An edge or a vertex: all parts that are in one place.
    using Feature = std::span<const Part>;
    /// Part of the sphere of starts, as the unit sphere around 0: between two planes across the
    /// axis.
    struct Band {
        Vec<float> axis;  ///< of length 1
        float lo, hi;     ///< where the planes meet the axis
        double until;     ///< the widths of all bands up to this one added up
        /// A uniform random point of it.
        Vec<double> point(Random& random) const;
    };
    /// For each edge a band that holds all starts from which it is a silhouette; found when first
    /// asked for.
    struct Bands {
        std::once_flag once;
        std::vector<Band> of_edges;
    };

    static std::vector<Feature> runs_of(const std::vector<Part>& sorted);
    std::optional<Vec<float>> try_inside(Random& random) const;
    Ray<float> past_silhouette(Random& random) const;
    /// The start in that direction from the centre.
    Vec<float> outside(const Vec<double>& out) const;
    /// A point, and the feature that it is of; none in an interior or at random.
    std::pair<Vec<double>, Feature> target(Aim aim, Random& random) const;
    static Vec<double> point_of(Feature feature, double along);
    /// None to the start itself.
    static std::optional<Ray<float>> ray_to(const Vec<double>& point, const Vec<float>& start);
    bool face_alike(Feature feature, const Vec<float>& start) const;
    void find_bands() const;

    Geometry geometry_;
    std::optional<Vec<float>> start_;
    Starts starts_;
    std::shared_ptr<const KnownCells> cells_;
    std::size_t border_edges_ = 0, crowded_edges_ = 0;
    std::shared_ptr<std::vector<Part>> sides_, corners_;
    /// By Aim. From a given start silhouettes are told from other edges, else by ray.
    std::array<std::vector<Feature>, 3> features_;
    std::shared_ptr<Bands> bands_;  ///< none where starts are given or placed elsewhere
};

}  // namespace hitmiss
