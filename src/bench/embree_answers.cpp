#include <omp.h>

#include "base/error.hpp"
#include "bench/embree_peer.hpp"

namespace hitmiss {

Answerer embree_answers(const Method& method, const Geometry& geometry) {
    if (peer_name().empty())
        throw Error(Exit::usage,
                    "embree: this program was built without it; with libembree-dev "
                    "installed at the build there is such a method");
    const auto mode = PeerMode(int(*method.get("packet")));
    const bool robust = *method.get("mode") != 0;
    const auto peer = std::make_shared<Peer>(std::make_shared<const PeerMesh>(geometry.triangles),
                                             robust, omp_get_max_threads());
    peer->build();
    const auto trace = [peer, mode](const Batch& batch, std::span<const Answer>,
                                    std::span<Hit> hits) {
        peer->trace(batch.rays, mode, hits);
        return 0;
    };
    return {trace, method.precision, method.culls()};
}

}  // namespace hitmiss
