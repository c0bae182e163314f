#pragma once
// Why a tracer that we cannot look into errs: what its errors have in common, and which method of
// the catalogue gives the same answers.

#include "judge/alike.hpp"
#include "judge/lost_hits.hpp"
#include "judge/other_reading.hpp"

namespace hitmiss {

struct Diagnosis {
    /// How many rays were looked at, evenly spread over all of the source, and errors among them.
    std::uint64_t all = 0, rays = 0, errors = 0;
    std::uint64_t hits = 0;  ///< of the tracer; without any, no method is tried
    Precision precision{};   ///< of its answers
    /// How its answers are to be read, one reading after the other, and what is wrong then; all
    /// that follows is about these errors.
    std::vector<OtherReading> readings;
    std::uint64_t remaining = 0;
    std::uint64_t right_hits = 0;           ///< and ties
    std::uint64_t right_before_others = 0;  ///< of these, on rays that meet another triangle behind
    bool polygons = false;                  ///< as it seems by Evidence::polygons()
    Traits traits;
    std::optional<BoundOfT> bound;      ///< unless a threshold of the determinant explains the same
    std::optional<LostFronts> fronts;   ///< unless there is another cause than a bound
    std::optional<NeverHit> never_hit;  ///< unless there is another cause than a bound or behind()
    Box box{};  ///< of the mesh; its diagonal is the unit of Traits::Triangles::width
    /// How many rays of these the methods were held against, and the tracer's errors and hits among
    /// them.
    std::uint64_t tried = 0, tried_errors = 0, tried_hits = 0;
    /// The method with most answers in common, if nearly all are, and nearly all of its hits.
    std::optional<Alike> alike;
    std::optional<Alike> without;      ///< the same with the least epsilon
    std::optional<Alike> finer;        ///< the same in double
    std::optional<Alike> both;         ///< the same in double with the least epsilon
    std::optional<Strictness> strict;  ///< all that it answers otherwise

    /// Whether most errors are right but for the triangle's number. A halo, too, hits a neighbour
    /// at nearly the right t; but not one that is far away.
    bool renamed() const {
        return 2 * traits.renamed > remaining && 2 * traits.far_away > traits.renamed;
    }
    /// Whether most errors are right but for a t that is a little off: less than a twentieth of the
    /// mesh's size.
    bool coarse() const {
        return 2 * traits.off_t.count() > remaining && traits.off_t.median() > 20.0;
    }
    /// Whether most errors name the right triangle, at a wrong t.
    bool mostly_wrong_t() const {
        return traits.t_alone == 0 && 2 * traits.off_t.count() > remaining;
    }
    /// Whether most errors are hits behind the nearest, and not lost at edges, where a test leaks.
    bool mostly_behind() const {
        return 2 * traits.behind > remaining &&
               2 * traits.errors_at[std::size_t(Place::interior)] > remaining;
    }
    /// Whether this is also more than the right ones of rays that have a farther hit too: on other
    /// rays the farthest hit is the nearest.
    bool behind() const { return mostly_behind() && traits.behind > right_before_others; }
    /// Whether hardly any hit is right.
    bool hopeless() const { return 10 * right_hits < hits; }
};

/// Rays that are looked at, and those on which methods are tried.
inline constexpr std::size_t most_diagnosed = 200'000, most_tried = 20'000;

/// Judges the answerer again on at most so many of its rays, and methods of the catalogue
/// beside it, plain ones first. Nothing if there are no errors among these.
std::optional<Diagnosis> diagnose(const Round& round, const Answerer& answerer);

}  // namespace hitmiss
