#include "bench/embree_peer.hpp"

#include <embree3/rtcore.h>
#include <fmt/core.h>

#include <atomic>

#include "error.hpp"

namespace hitmiss {

struct Peer::Scene {
    std::shared_ptr<const PeerMesh> mesh;
    std::atomic<std::int64_t> bytes = 0;
    RTCDevice device = nullptr;
    RTCScene scene = nullptr;

    ~Scene() {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
};

namespace {

/// A ray without hit, as every call wants it.
template <typename RayHit>
void set_ray(RayHit& to, std::size_t lane, const Vec<float>& eye, const RayBlock& packet,
             std::size_t k) {
    const auto set = [lane](auto& field, auto value) {
        if constexpr (std::is_array_v<std::remove_reference_t<decltype(field)>>)
            field[lane] = value;
        else
            field = value;
    };
    set(to.ray.org_x, eye.x), set(to.ray.org_y, eye.y), set(to.ray.org_z, eye.z);
    set(to.ray.dir_x, packet.dx[k]), set(to.ray.dir_y, packet.dy[k]),
        set(to.ray.dir_z, packet.dz[k]);
    set(to.ray.tnear, 0.0f), set(to.ray.tfar, std::numeric_limits<float>::infinity());
    set(to.ray.time, 0.0f), set(to.ray.mask, ~0u), set(to.ray.id, 0u), set(to.ray.flags, 0u);
    set(to.hit.geomID, RTC_INVALID_GEOMETRY_ID), set(to.hit.instID[0], RTC_INVALID_GEOMETRY_ID);
}

Hit hit_of(unsigned geometry, unsigned triangle, float t) {
    return geometry == RTC_INVALID_GEOMETRY_ID ? Hit{} : Hit{double(t), triangle};
}

void trace_single(RTCScene scene, const Vec<float>& eye, const RayBlock& packet,
                  std::span<Hit> hits) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t k = 0; k < packet.count; ++k) {
        RTCRayHit one;
        set_ray(one, 0, eye, packet, k);
        rtcIntersect1(scene, &context, &one);
        hits[packet.first + k] = hit_of(one.hit.geomID, one.hit.primID, one.ray.tfar);
    }
}

template <std::size_t width, typename RayHits>
void trace_packet(RTCScene scene, const Vec<float>& eye, const RayBlock& packet,
                  std::span<Hit> hits,
                  void (*intersect)(const int*, RTCScene, RTCIntersectContext*, RayHits*)) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (std::size_t first = 0; first < packet.count; first += width) {
        alignas(64) std::array<int, width> valid;
        RayHits some;
        for (std::size_t lane = 0; lane < width; ++lane) {
            valid[lane] = first + lane < packet.count ? -1 : 0;
            set_ray(some, lane, eye, packet, first + lane);
        }
        intersect(valid.data(), scene, &context, &some);
        for (std::size_t lane = 0; lane < width && valid[lane]; ++lane)
            hits[packet.first + first + lane] =
                hit_of(some.hit.geomID[lane], some.hit.primID[lane], some.ray.tfar[lane]);
    }
}

void trace_stream(RTCScene scene, const Vec<float>& eye, std::span<const RayBlock> packets,
                  std::span<Hit> hits) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    std::array<RTCRayHit, 256> stream;
    std::size_t count = 0;
    for (const RayBlock& packet : packets)
        for (std::size_t k = 0; k < packet.count; ++k) {
            set_ray(stream[count], 0, eye, packet, k);
            stream[count++].ray.id = unsigned(packet.first + k);
        }
    rtcIntersect1M(scene, &context, stream.data(), unsigned(count), sizeof(RTCRayHit));
    for (std::size_t k = 0; k < count; ++k) {
        const RTCRayHit& one = stream[k];
        hits[one.ray.id] = hit_of(one.hit.geomID, one.hit.primID, one.ray.tfar);
    }
}

}  // namespace

std::string peer_name() {
    return fmt::format("Embree {}", RTC_VERSION_STRING);
}

Peer::Peer(std::shared_ptr<const PeerMesh> mesh, bool robust, int threads)
    : scene_(std::make_unique<Scene>()) {
    Scene& own = *scene_;
    own.mesh = std::move(mesh);
    own.device = rtcNewDevice(fmt::format("threads={}", threads).c_str());
    if (!own.device) throw Error(Exit::bug, "Embree does not start");
    rtcSetDeviceMemoryMonitorFunction(
        own.device,
        [](void* sum, ssize_t bytes, bool) {
            *static_cast<std::atomic<std::int64_t>*>(sum) += bytes;
            return true;
        },
        &own.bytes);
    own.scene = rtcNewScene(own.device);
    if (robust) rtcSetSceneFlags(own.scene, RTC_SCENE_FLAG_ROBUST);
    RTCGeometry geometry = rtcNewGeometry(own.device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                               own.mesh->vertices.data(), 0, sizeof(Vec<float>),
                               own.mesh->vertices.size() - 1);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                               own.mesh->indices.data(), 0, 3 * sizeof(std::uint32_t),
                               own.mesh->indices.size() / 3);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(own.scene, geometry);
    rtcReleaseGeometry(geometry);
}

void Peer::build() {
    rtcCommitScene(scene_->scene);
    if (const auto error = rtcGetDeviceError(scene_->device); error != RTC_ERROR_NONE)
        throw Error(Exit::bug, fmt::format("Embree cannot build the scene: error {}", int(error)));
}

Peer::~Peer() = default;
Peer::Peer(Peer&&) noexcept = default;

void Peer::trace(const Vec<float>& eye, std::span<const RayBlock> packets, PeerMode mode,
                 std::span<Hit> hits) const {
    // 64 packets are a tile of ours, 16 of them a stream.
    constexpr std::size_t grain = 64, stream = 16;
#pragma omp parallel for schedule(dynamic)
    for (std::size_t first = 0; first < packets.size(); first += grain) {
        const auto part = packets.subspan(first, std::min(grain, packets.size() - first));
        if (mode == PeerMode::stream) {
            for (std::size_t k = 0; k < part.size(); k += stream)
                trace_stream(scene_->scene, eye, part.subspan(k, std::min(stream, part.size() - k)),
                             hits);
            continue;
        }
        for (const RayBlock& packet : part) {
            if (mode == PeerMode::single)
                trace_single(scene_->scene, eye, packet, hits);
            else if (mode == PeerMode::packet8)
                trace_packet<8>(scene_->scene, eye, packet, hits, rtcIntersect8);
            else
                trace_packet<16>(scene_->scene, eye, packet, hits, rtcIntersect16);
        }
    }
}

std::int64_t Peer::bytes() const {
    return scene_->bytes;
}

}  // namespace hitmiss
