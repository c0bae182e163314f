// Stands in for embree_peer.cpp where there is no Embree.

#include "base/error.hpp"
#include "bench/race.hpp"
#include "wings.hpp"

namespace hitmiss {

std::string peer_name() {
    return {};
}

std::vector<TraceRays> make_peers(std::span<const Triangle<float>>, bool, int, std::string_view) {
    return {};
}

Answerer peer_answers(const Method&, const Geometry&) {
    throw Error(Exit::usage,
                "embree: this program was built without it; install "
                "libembree-dev and build it again");
}

}  // namespace hitmiss
