// Stands in for embree_peer.cpp where there is no Embree.

#include "base/error.hpp"
#include "bench/embree_peer.hpp"

namespace hitmiss {

struct Peer::Scene {};

std::string peer_name() {
    return {};
}

// Takes its arguments as the other one does.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
Peer::Peer(std::shared_ptr<const PeerMesh>, bool, int) {
    throw Error(Exit::bug, "a peer is asked for, but this program was built without Embree");
}
Peer::~Peer() = default;
Peer::Peer(Peer&&) noexcept = default;
void Peer::build() {}
void Peer::trace(const StoredRays&, PeerMode, std::span<Hit>) const {}
void Peer::trace(std::span<const Ray<float>>, PeerMode, std::span<Hit>) const {}
std::int64_t Peer::bytes() const {
    return 0;
}

}  // namespace hitmiss
