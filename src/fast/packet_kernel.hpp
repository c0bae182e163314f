#pragma once
// A method's kernel for packets of rays. packet_kernel_of.hpp makes it from the method's struct.

#include <functional>

#include "base/vector_width.hpp"
#include "fast/packet.hpp"

namespace hitmiss {

struct PacketKernel {
    bool scalar;  ///< no vector code: each lane costs as much as a ray

    /// The functions, compiled for one vector width.
    struct Functions {
        /// Prepares the rays of the first packets, before they are tested.
        std::function<void(std::size_t packets, PacketGroup&)> prepare_rays;
        /// Triangles against packets; nearest hits are kept.
        std::function<void(std::span<const PacketTest>, PacketGroup&)> test_packets;
        /// A few rays of packets, one at least, against the triangles of a leaf that are present
        /// (bit k: triangle k); returns the packets (bit p: packet p) that have hit anything.
        std::function<std::uint32_t(const std::byte* leaf, std::uint32_t present, const FewRays&,
                                    PacketGroup&)>
            test_rays;
    };
    std::array<Functions, vector_widths> at;

    /// How many pairs of these rays and of the first triangles of these leaves hit, tested one
    /// after another: what a test costs without lanes.
    std::function<std::uint64_t(const std::byte* leaves, std::size_t triangles,
                                std::span<const Ray<float>>)>
        count_pairs;
};

}  // namespace hitmiss
