#pragma once
// Finds E among the triangles that a traversal meets.

#include <algorithm>

#include "judge/reference.hpp"

namespace hitmiss {

/// The triangles at the nearest t among those met so far.
template <typename AnyRay>
class NearestExact {
public:
    NearestExact(const AnyRay& ray, const Geometry& geometry) : ray_(ray), geometry_(geometry) {}

    /// Meets another triangle. Returns whether it is now among the nearest.
    bool meet(const MetTriangle& met) {
        auto& E = answer_.triangles;
        if (!met.exact.hit) return false;
        const auto order =
            E.empty() ? std::strong_ordering::less : exact_order(met, nearest_, ray_, geometry_);
        if (order > 0) return false;
        if (order < 0) E.clear(), nearest_ = met;
        E.push_back(met.index);
        return true;
    }
    /// No triangle of the answer is farther; infinity if there is none yet.
    double limit() const {
        return answer_.triangles.empty() ? answer_.t : nearest_.exact.t + nearest_.exact.t_error;
    }
    /// E, once all triangles are met.
    ExactAnswer answer() && {
        if (answer_.triangles.empty()) return answer_;
        answer_.t = t_of(nearest_, ray_, geometry_);
        std::sort(answer_.triangles.begin(), answer_.triangles.end());
        return std::move(answer_);
    }

private:
    const AnyRay& ray_;
    const Geometry& geometry_;
    MetTriangle nearest_{};
    ExactAnswer answer_;
};

}  // namespace hitmiss
