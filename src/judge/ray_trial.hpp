#pragma once
// All methods against the reference on rays that are no picture: in any order, as many as there
// are.

#include "judge/comparison.hpp"

namespace hitmiss {

/// One method's answers to all rays.
struct RayColumn {
    /// The ray of lowest number with that outcome.
    struct Shown {
        std::size_t ray;
        Hit hit;
    };

    Confusion confusion;
    std::array<std::optional<Shown>, outcome_rows.size()> first{};  ///< by outcome
    std::optional<Shown> first_t_off{};

    RayColumn& operator+=(const RayColumn& other);
};

/// Reads rays from number `first` on.
using ReadRays = std::function<void(std::size_t first, std::span<Ray<float>>)>;
/// Takes hits in the order of the rays.
using TakeHits = std::function<void(std::span<const Hit>)>;

/// Judges `count` rays by each method, some hundred thousand at a time, so that memory does not
/// grow with them. take_hits, if there is one, gets those of the first method.
std::vector<RayColumn> judge_rays(const std::vector<Method>& methods,
                                  const std::vector<Tracer>& tracers, const Reference& reference,
                                  const Geometry& geometry, std::size_t count,
                                  const ReadRays& read_rays, const TakeHits& take_hits = {});

}  // namespace hitmiss
