#pragma once
// Finds E among the triangles that a traversal meets: one of its own, or one that finds hits.

#include <algorithm>
#include <optional>

#include "base/exact.hpp"
#include "judge/reference.hpp"
#include "trace/one_ray.hpp"

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

/// The exact answers for some rays by a traversal that finds hits. Its boxes must hold the
/// triangles, whose tree has the places of geometry's.
class ExactAlong final : public FoundAlong {
public:
    /// `reference`: the exact one, for rays whose traversal is not seen.
    ExactAlong(std::span<const Ray<float>> rays, const Geometry& geometry,
               const Reference& reference)
        : rays_(rays),
          geometry_(geometry),
          reference_(reference),
          found_(rays.size()),
          answers_(rays.size()) {}

    void start(std::size_t k) override {
        if (!corners_) corners_ = geometry_.corners();
        k_ = k, nearest_.emplace(rays_[k], geometry_);
    }
    bool see(const PartOfLeaf& part) override {
        if (double(part.entry) > limit()) return false;
        bool nearer = false;
        const std::uint32_t met = part.triangles & corners_->may_meet(rays_[k_], part.leaf);
        for_each_triangle(geometry_.bare_tree(), {part.leaf, met}, [&](std::uint32_t index) {
            nearer |= nearest_->meet({index, exact_hit(rays_[k_], geometry_.triangles[index])});
        });
        return nearer;
    }
    double limit() const override { return nearest_->limit(); }
    void finish() override { answers_[k_] = std::move(*nearest_).answer(), found_[k_] = true; }

    /// That for ray k, found alone unless it is known.
    const ExactAnswer& answer(std::size_t k) {
        if (!found_[k]) answers_[k] = reference_(rays_[k]), found_[k] = true;
        return answers_[k];
    }
    /// Those for all rays.
    std::vector<ExactAnswer> answers() && {
        for (std::size_t k = 0; k < rays_.size(); ++k) answer(k);
        return std::move(answers_);
    }

private:
    std::span<const Ray<float>> rays_;
    const Geometry& geometry_;
    const Reference& reference_;
    std::shared_ptr<const CornerLeaves> corners_;
    std::vector<bool> found_;
    std::vector<ExactAnswer> answers_;
    std::size_t k_ = 0;  ///< the ray of this traversal
    std::optional<NearestExact<Ray<float>>> nearest_;
};

}  // namespace hitmiss
