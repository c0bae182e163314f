#pragma once
// Embree (Wald et al., Embree: A Kernel Framework for Efficient CPU Ray Tracing, 2014) as the peer
// to measure against, where CMake found it.

#include <array>
#include <string>
#include <vector>

#include "judge/answerer.hpp"

namespace hitmiss {

/// Traces rays: hits[k] is that of rays[k].
using TraceRays = std::function<void(std::span<const Ray<float>> rays, std::span<Hit> hits)>;

/// Name and version; empty if this program was built without Embree.
std::string peer_name();

/// How many rays are handed over in a call; a stream has 256. All but single rays with the flag for
/// coherent rays.
inline constexpr std::array peer_modes{"1", "8", "16", "stream"};

/// One scene of Embree in each of the modes, of default build quality, built on so many threads;
/// rays are traced on the calling thread.
/// robust: with the flag for watertight traversal. Empty without Embree. Throws Error{Exit::bug} if
/// Embree fails.
std::vector<TraceRays> make_peers(std::span<const Triangle<float>> triangles, bool robust,
                                  int threads);

}  // namespace hitmiss
