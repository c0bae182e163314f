#include "scene/triangulate.hpp"

#include <algorithm>
#include <cmath>

#include "base/two_doubles.hpp"

namespace hitmiss {
namespace {

using Polygon = std::span<const Vec<float>>;
using FaceTriangles = std::vector<std::array<std::uint32_t, 3>>;

/// The sign of the exact sum. Shewchuk's grow-expansion keeps every rounding error as a term of its
/// own; the last term that is not zero outweighs all terms before it.
int sign_of_sum(std::array<double, 6> terms) {
    for (std::size_t n = 1; n < terms.size(); ++n)
        for (std::size_t k = 0; k < n; ++k) {
            const TwoDoubles sum = TwoDoubles::sum(terms[n], terms[k]);
            terms[n] = sum.hi, terms[k] = sum.lo;
        }
    const auto last = std::find_if(terms.rbegin(), terms.rend(), [](double x) { return x != 0; });
    return last == terms.rend() ? 0 : *last > 0 ? 1 : -1;
}

/// The polygon's normal, as long as twice its area, and the same with areas that do not cancel.
struct Newell {
    Vec<double> normal{0}, absolute{0};
};

Newell newell(Polygon corners) {
    // Relative to the first corner: far from the origin, rounding would swallow the area.
    const Vec<double> origin(corners[0]);
    Newell sum;
    for (std::size_t k = 2; k < corners.size(); ++k) {
        const auto part =
            glm::cross(Vec<double>(corners[k - 1]) - origin, Vec<double>(corners[k]) - origin);
        sum.normal += part, sum.absolute += glm::abs(part);
    }
    return sum;
}

/// The polygon projected along the largest component of its Newell normal, mirrored if necessary so
/// that it winds counter-clockwise. Dropping a coordinate rounds nothing.
std::vector<PlanePoint> along_axis(Polygon corners) {
    const auto [normal, absolute] = newell(corners);
    // The two halves of a bow tie cancel.
    const int drop = widest_axis(normal == Vec<double>{0} ? absolute : glm::abs(normal));
    int u = (drop + 1) % 3, v = (drop + 2) % 3;
    if (normal[drop] < 0) std::swap(u, v);
    std::vector<PlanePoint> points;
    points.reserve(corners.size());
    for (const auto& corner : corners) points.push_back({corner[u], corner[v]});
    return points;
}

/// The polygon projected along its Newell normal onto its own plane, where it winds
/// counter-clockwise; rounded, and as large as a unit. Empty if it has no normal.
std::vector<PlanePoint> along_normal(Polygon corners) {
    const auto [normal, absolute] = newell(corners);
    if (normal == Vec<double>{0}) return {};
    // An orthonormal basis of the plane.
    const Vec<double> n = glm::normalize(normal);
    Vec<double> axis{0};
    axis[(widest_axis(glm::abs(n)) + 1) % 3] = 1;
    const Vec<double> u = glm::normalize(glm::cross(axis, n)), v = glm::cross(n, u);
    std::vector<glm::dvec2> points;
    double size = 0;
    for (const auto& corner : corners) {
        const auto p = Vec<double>(corner) - Vec<double>(corners[0]);
        const auto& at = points.emplace_back(glm::dot(p, u), glm::dot(p, v));
        size = std::max({size, std::abs(at.x), std::abs(at.y)});
    }
    std::vector<PlanePoint> rounded;
    rounded.reserve(points.size());
    for (const auto& p : points) rounded.emplace_back(p / size);
    return rounded;
}

bool split_quad(Polygon corners, const std::vector<PlanePoint>& p, FaceTriangles& triangles) {
    // The worse of the two triangles a diagonal makes: 1 is inside, 0 touches, -1 is outside.
    const int first = std::min(orientation(p[0], p[1], p[2]), orientation(p[0], p[2], p[3]));
    const int second = std::min(orientation(p[0], p[1], p[3]), orientation(p[1], p[2], p[3]));
    const auto length = [&](std::size_t a, std::size_t b) {
        return glm::length(Vec<double>(corners[a]) - Vec<double>(corners[b]));
    };
    if (first != second ? first > second : length(0, 2) <= length(1, 3))
        triangles.insert(triangles.end(), {{0, 1, 2}, {0, 2, 3}});
    else
        triangles.insert(triangles.end(), {{0, 1, 3}, {1, 2, 3}});
    return std::max(first, second) >= 0;
}

/// Ear clipping. Cutting an ear changes only its two neighbours, so each corner keeps its state and
/// the whole takes O(n^2) at worst.
class Clipper {
public:
    explicit Clipper(std::vector<PlanePoint> points)
        : points_(std::move(points)), count_(std::uint32_t(points_.size())), corners_(count_) {
        for (std::uint32_t k = 0; k < count_; ++k) {
            corners_[k] = {(k + count_ - 1) % count_, (k + 1) % count_, 0, false};
            corners_[k].turn = turn(k);
            if (corners_[k].turn <= 0) blockers_.push_back(k);
        }
        std::ranges::sort(blockers_, {}, [&](std::uint32_t k) { return points_[k].x; });
        for (std::uint32_t k = 0; k < count_; ++k) corners_[k].ear = is_ear(k);
    }

    bool run(FaceTriangles& triangles) {
        std::uint32_t at = 0;
        for (; count_ > 3; --count_) {
            auto cut = find(at, [](const Corner& corner) { return corner.ear; });
            // Without an ear, the outline touches or crosses itself. A flat corner has no area.
            if (!corners_[cut].ear)
                cut = find(at, [](const Corner& corner) { return corner.turn == 0; });
            const auto [before, after, turn_of_cut, is_ear_cut] = corners_[cut];
            if (!is_ear_cut && turn_of_cut != 0) break;
            triangles.push_back({before, cut, after});
            corners_[before].after = after;
            corners_[after].before = before;
            corners_[cut].turn = 1;
            corners_[before].turn = turn(before);
            corners_[after].turn = turn(after);
            corners_[before].ear = is_ear(before);
            corners_[after].ear = is_ear(after);
            at = corners_[after].after;  // not `after` itself: fewer slivers
        }
        const bool simple = count_ == 3 && turn(at) >= 0;
        for (; count_ >= 3; --count_) {
            const auto second = corners_[at].after, third = corners_[second].after;
            triangles.push_back({at, second, third});
            corners_[at].after = third;
        }
        return simple;
    }

private:
    struct Corner {
        std::uint32_t before, after;
        int turn;
        bool ear;
    };

    int turn(std::uint32_t k) const {
        return orientation(points_[corners_[k].before], points_[k], points_[corners_[k].after]);
    }

    /// The first remaining corner from `at` on that satisfies, or `at`.
    std::uint32_t find(std::uint32_t at, auto satisfies) const {
        auto k = at;
        for (auto left = count_; left > 0 && !satisfies(corners_[k]); --left) k = corners_[k].after;
        return k;
    }

    /// Whether corner k can be cut off: it turns left, and its closed triangle holds no other
    /// corner that does not turn left (if it holds any corner, it holds such a one). A corner at
    /// the same point as one of the triangle's own does not count: outlines with holes visit points
    /// twice.
    bool is_ear(std::uint32_t k) const {
        if (corners_[k].turn <= 0) return false;
        const PlanePoint a = points_[corners_[k].before], b = points_[k],
                         c = points_[corners_[k].after];
        const auto [left, right] = std::minmax({a.x, b.x, c.x});
        const auto [low, high] = std::minmax({a.y, b.y, c.y});
        auto it = std::ranges::lower_bound(blockers_, left, {},
                                           [&](std::uint32_t other) { return points_[other].x; });
        for (; it != blockers_.end() && points_[*it].x <= right; ++it) {
            const PlanePoint p = points_[*it];
            if (p.y < low || p.y > high || corners_[*it].turn > 0) continue;
            if (p == a || p == b || p == c) continue;
            if (orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0)
                return false;
        }
        return true;
    }

    std::vector<PlanePoint> points_;
    std::uint32_t count_;  ///< corners not yet cut
    std::vector<Corner> corners_;
    std::vector<std::uint32_t> blockers_;  ///< corners that did not turn left at first, by x
};

}  // namespace

int orientation(PlanePoint a, PlanePoint b, PlanePoint c) {
    const double ax = a.x, ay = a.y, bx = b.x, by = b.y, cx = c.x, cy = c.y;
    const double left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx), det = left - right;
    constexpr double bound = 3.3306690738754716e-16;  // (3 + 16u) u with u = 2^-53
    if (std::abs(det) > bound * (std::abs(left) + std::abs(right))) return det > 0 ? 1 : -1;
    // The product of two floats is exact in double.
    return sign_of_sum({ax * by, -ax * cy, -cx * by, -ay * bx, ay * cx, cy * bx});
}

bool is_degenerate(const Triangle<float>& tri) {
    const auto collinear = [&](int u, int v) {
        return orientation({tri.a[u], tri.a[v]}, {tri.b[u], tri.b[v]}, {tri.c[u], tri.c[v]}) == 0;
    };
    return collinear(0, 1) && collinear(1, 2) && collinear(2, 0);
}

bool triangulate(Polygon corners, FaceTriangles& triangles) {
    const auto split = [&](const std::vector<PlanePoint>& points, FaceTriangles& into) {
        return corners.size() == 4 ? split_quad(corners, points, into) : Clipper(points).run(into);
    };
    const std::size_t before = triangles.size();
    if (split(along_axis(corners), triangles)) return true;
    // A bent outline may cross itself as seen along an axis, but not in its own plane.
    const auto points = along_normal(corners);
    FaceTriangles in_plane;
    if (points.empty() || !split(points, in_plane)) return false;
    std::ranges::copy(in_plane, triangles.begin() + std::ptrdiff_t(before));
    return true;
}

void SplitFaces::add(const Triangle<float>& tri) {
    triangles.push_back(tri);
    if (is_degenerate(tri)) ++degenerate;
}

void SplitFaces::add(std::span<const Vec<float>> corners) {
    if (corners.size() == 3) return add({corners[0], corners[1], corners[2]});
    std::vector<std::array<std::uint32_t, 3>> split;
    if (!triangulate(corners, split)) ++crossing;
    for (const auto& [a, b, c] : split) add({corners[a], corners[b], corners[c]});
}

void SplitFaces::append(const SplitFaces& next) {
    triangles.insert(triangles.end(), next.triangles.begin(), next.triangles.end());
    degenerate += next.degenerate, crossing += next.crossing;
}

}  // namespace hitmiss
