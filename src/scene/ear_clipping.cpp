// Cuts a polygon of the plane into triangles, by exact orientation tests.

#include <algorithm>
#include <cmath>

#include "base/two_doubles.hpp"
#include "scene/triangulate.hpp"

namespace hitmiss {
namespace {

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

bool clip_ears(std::vector<PlanePoint> points, FaceTriangles& triangles) {
    return Clipper(std::move(points)).run(triangles);
}

}  // namespace hitmiss
