#include "fast/margin.hpp"

namespace hitmiss {
namespace {

constexpr double unbounded = GrownTriangle::unbounded;

/// The least c at which the error along the ray is at most `off`.
double steep_along(const GrownTriangle& tri, double off) {
    const double by_mean = off > tri.flat ? tri.mean * tri.thinness / (off - tri.flat) : unbounded;
    return 1.001 * std::max(by_mean, 128 * tri.thinness * std::max(tri.seen.L, tri.farthest));
}

Margin by_vertices(const GrownTriangle& tri) {
    const Turned turned(tri);
    if (!turned.known) return no_bound;
    double off = turned.off, steepness = tri.thinnest <= tri.least_met() ? 0 : tri.thinnest;
    if (!(off < turned.distance)) {
        const double steep = std::max(steepness, steep_along(tri, turned.distance / 2));
        if (!(steep < 0.5)) return {Vec<double>(tri.flat + off), 1, steepness};
        off = tri.along(steep), steepness = steep;
    }
    return {Vec<double>(tri.flat), 1 - off / turned.distance, steepness};
}

}  // namespace

Margin best_margin(const GrownTriangle& tri) {
    if (const Margin weighed = margin_by_weights(tri); weighed.steepness < 1) return weighed;
    if (const Margin turned = by_vertices(tri); turned.steepness < 1) return turned;
    if (const Margin other = margin_of_others(tri); other.steepness < unbounded) return other;
    const double f = tri.steep / tri.farthest;
    const double steepness = std::max({tri.before_horizon, tri.thinnest, least_work_at(f)});
    const double size = tri.margin(steepness);
    return steepness < 1 && size < unbounded ? Margin{Vec<double>(size), 1, steepness} : no_bound;
}

}  // namespace hitmiss
