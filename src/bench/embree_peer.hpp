#pragma once
// Embree (Wald et al., Embree: A Kernel Framework for Efficient CPU Ray Tracing, 2014) as the peer
// to measure against. Compiled in when CMake finds it; otherwise peer_name() is empty.

#include <memory>
#include <string>

#include "bench/stored_rays.hpp"
#include "judge/answerer.hpp"

namespace hitmiss {

/// Name and version; empty if this program was built without Embree.
std::string peer_name();

/// How rays are handed over: one, 8 or 16 in a call, or as a stream of 256. All but `single` with
/// the flag for coherent rays.
enum class PeerMode { single, packet8, packet16, stream };
inline constexpr std::array peer_mode_names{"1", "8", "16", "stream"};

/// Triangles as Embree takes them.
struct PeerMesh {
    std::vector<Vec<float>> vertices;  ///< one more than the triangles have: sixteen bytes are read
    std::vector<std::uint32_t> indices;

    explicit PeerMesh(std::span<const Triangle<float>> triangles) {
        for (const auto& tri : triangles)
            for (const auto& vertex : {tri.a, tri.b, tri.c}) vertices.push_back(vertex);
        for (std::size_t k = 0; k < vertices.size(); ++k) indices.push_back(std::uint32_t(k));
        vertices.emplace_back(0);
    }
};

/// A scene of Embree, of default build quality. It refers to the mesh and keeps it alive.
class Peer {
public:
    /// robust: with the flag for watertight traversal. Throws Error{Exit::bug} without Embree.
    Peer(std::shared_ptr<const PeerMesh> mesh, bool robust, int threads);
    ~Peer();
    Peer(Peer&&) noexcept;

    /// Builds the tree, once and before tracing, on the threads of the constructor.
    void build();

    /// The nearest hit of each ray, at its index, on as many threads as OpenMP is set to.
    void trace(const StoredRays& rays, PeerMode mode, std::span<Hit> hits) const;

    /// The same on this thread.
    void trace(std::span<const Ray<float>> rays, PeerMode mode, std::span<Hit> hits) const;

    /// Memory that Embree holds for the built scene, without the mesh.
    std::int64_t bytes() const;

private:
    struct Scene;
    std::unique_ptr<Scene> scene_;
};

/// Embree's answers as a method's, of mode and packet as it says, single rays on the calling
/// thread. Throws Error{Exit::usage} without Embree.
Answerer embree_answers(const Method& method, const Geometry& geometry);

}  // namespace hitmiss
