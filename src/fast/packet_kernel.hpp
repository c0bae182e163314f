#pragma once
// Rays as structures of arrays for loops over lanes, sixteen to a packet and up to sixteen packets
// to a group; and a method's kernel for them, which packet_kernel_of.hpp makes.

#include "base/vector_width.hpp"
#include "methods/hit.hpp"

namespace hitmiss {

/// Number of rays in a packet, which are tested against one triangle at once.
inline constexpr std::size_t lanes = 16;

template <typename T>
struct alignas(64) Lanes : std::array<T, lanes> {};

/// Sixteen rays and their nearest hits so far. A ray ignores boxes that begin deeper than `far`. If
/// there are fewer than sixteen rays, copies of the last one fill the packet; these ignore
/// everything (far is -infinity).
struct Packet {
    std::array<Lanes<float>, 3> d;
    Lanes<float> far;  ///< depth of the nearest hit
    union {            ///< t of the nearest hit, in the method's precision
        Lanes<float> best_single;
        Lanes<double> best_twice;
    };
    Lanes<std::uint32_t> triangle;

    template <typename Real>
    Lanes<Real>& best() {
        if constexpr (std::is_same_v<Real, float>)
            return best_single;
        else
            return best_twice;
    }
};

/// A packet's rays as a method prepares them; only its kernel reads and writes them.
struct alignas(64) PreparedRays : std::array<std::byte, 4 * lanes * sizeof(double)> {};

struct PacketGroup {
    Vec<float> origin;
    std::array<Packet, lanes> packet;
    std::array<PreparedRays, lanes> prepared;  ///< of each packet
};

/// Up to sixteen rays of up to four packets: four packets can touch at a corner.
struct FewRays {
    static constexpr int most = 16, most_packets = 4;
    std::uint64_t set = 0;      ///< bit 16 i + k: lane k of packet(i)
    std::uint32_t packets = 0;  ///< byte i: a packet's number. Packed into one word: four byte
                                ///< stores before a wider load would stall on store forwarding.
    std::size_t packet(std::size_t i) const { return packets >> 8 * i & 0xff; }
};

/// A triangle of a leaf, and the packets that it is tested against.
struct PacketTest {
    const std::byte* leaf;
    std::size_t place;      ///< of the triangle in the leaf
    std::uint32_t packets;  ///< bit p: packet p
};

/// The functions take Kernel::method.
struct PacketKernel {
    /// Compiled for one vector width. Null for a method that cannot run in lanes.
    struct Functions {
        /// Prepares the rays of the first packets, before they are tested.
        void (*prepare_rays)(const void* method, std::size_t packets, PacketGroup&);
        /// Triangles against packets; nearest hits are kept.
        void (*test_packets)(const void* method, std::span<const PacketTest>, PacketGroup&);
        /// A few rays of packets, one at least, against the triangles of a leaf that are present
        /// (bit k: triangle k); returns the packets (bit p: packet p) that have hit anything.
        std::uint32_t (*test_rays)(const void* method, const std::byte* leaf, std::uint32_t present,
                                   const FewRays&, PacketGroup&);
    };
    std::array<Functions, vector_widths> at;

    /// How many of these rays hit the first triangle of the leaf, tested one after another: for
    /// timing a test without lanes.
    std::uint64_t (*count_hits)(const void* method, const std::byte* leaf,
                                std::span<const Ray<float>>);
};

}  // namespace hitmiss
