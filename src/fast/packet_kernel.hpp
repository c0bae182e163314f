#pragma once
// Rays as structures of arrays for loops over lanes, sixteen to a packet and up to sixteen packets
// to a group; and a method's kernel for them, which packet_kernel_of.hpp makes.

#include "base/vector_width.hpp"
#include "methods/kernel.hpp"

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
    std::uint32_t changed;  ///< packets (bit p: packet p) that may have hit something nearer
    std::array<Packet, lanes> packet;
    std::array<PreparedRays, lanes> prepared;  ///< of each packet
};

/// A triangle of a leaf, and the packets that it is tested against.
struct PacketTest {
    static constexpr std::size_t most = 2 * leaf_size;  ///< that are tested by one call
    const std::byte* leaf;
    std::size_t place;      ///< of the triangle in the leaf
    std::uint32_t packets;  ///< bit p: packet p
};

/// A triangle of a leaf, and a ray that it is tested against. Pairs that are tested together have
/// rays from one origin.
struct PairTest {
    static constexpr std::size_t most = 64;  ///< that are tested by one call
    const std::byte* leaf;
    PacketGroup* group;
    std::uint32_t place;  ///< of the triangle in the leaf
    std::uint16_t packet, lane;
};

/// What the first nine rows of eight floats of a method's leaf are: x, y and z of a, b and c, or of
/// a and the edges to b and c.
enum class FirstRows { others, corners, edges };

/// The functions take Kernel::method.
struct PacketKernel {
    /// Compiled for one vector width. Null for a method that cannot run in lanes.
    struct Functions {
        /// Prepares the rays of the first packets, before they are tested.
        void (*prepare_rays)(const void* method, std::size_t packets, PacketGroup&);
        /// Triangles against packets; nearest hits are kept.
        void (*test_packets)(const void* method, std::span<const PacketTest>, PacketGroup&);
        /// Each triangle against its ray; nearest hits are kept.
        void (*test_pairs)(const void* method, std::span<const PairTest>);
    };
    std::array<Functions, vector_widths> at;
    FirstRows first_rows;

    /// How many of these rays hit the first triangle of the leaf, tested one after another: for
    /// timing a test without lanes.
    std::uint64_t (*count_hits)(const void* method, const std::byte* leaf,
                                std::span<const Ray<float>>);
};

}  // namespace hitmiss
