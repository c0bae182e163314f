#include <omp.h>

#include "base/error.hpp"
#include "base/words.hpp"
#include "bench/race.hpp"
#include "wings.hpp"

namespace hitmiss {
namespace {

/// Embree asserts that rays are within this, and drops triangles beyond it.
constexpr float most_of_embree = 1.844e18f;
void check_range(const Vec<float>& v, std::string_view what) {
    if (largest_size(v) > most_of_embree)
        throw bad_input("embree", 0, "a {} is ({}, {}, {}); Embree takes numbers up to {}", what,
                        number_text(v.x), number_text(v.y), number_text(v.z),
                        number_text(most_of_embree));
}

}  // namespace

/// Answers in the mode that the settings name.
Answerer peer_answers(const Method& method, const Geometry& geometry) {
    if (peer_name().empty())
        throw Error(Exit::usage,
                    "embree: this program was built without it; install "
                    "libembree-dev and build it again");
    for (const auto& tri : geometry.triangles)
        for (const auto& corner : {tri.a, tri.b, tri.c}) check_range(corner, "corner");
    const bool robust = *method.get("mode") != 0;
    const auto peers = make_peers(geometry.triangles, robust, omp_get_max_threads(),
                                  instruction_sets[std::size_t(*method.get("isa"))]);
    const TraceRays& peer = peers[std::size_t(*method.get("packet"))];
    const auto trace = [peer](const Batch& batch, std::span<const ExactAnswer>,
                              std::span<Hit> hits) {
        for (const auto& [o, d] : batch.rays)
            check_range(o, "ray's origin"), check_range(d, "ray's direction");
        peer(batch.rays, hits);
        return 0;
    };
    return {trace, method.precision(), method.culls()};
}

}  // namespace hitmiss
