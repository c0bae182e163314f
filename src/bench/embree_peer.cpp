#include "bench/embree_peer.hpp"

#include <embree3/rtcore.h>
#include <fmt/core.h>

#include <atomic>

#include "base/error.hpp"

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

constexpr float no_end = std::numeric_limits<float>::infinity();

Hit hit_of(unsigned geometry, unsigned triangle, float t) {
    return geometry == RTC_INVALID_GEOMETRY_ID ? Hit{} : Hit{double(t), triangle};
}

/// Field by field: what Embree reads at once would wait for a copy of the whole.
void set_ray(RTCRayHit& one, std::span<const Ray<float>> rays, std::size_t k) {
    const auto& [o, d] = rays[k];
    one.ray.org_x = o.x, one.ray.org_y = o.y, one.ray.org_z = o.z;
    one.ray.dir_x = d.x, one.ray.dir_y = d.y, one.ray.dir_z = d.z;
    one.ray.tnear = one.ray.time = 0, one.ray.tfar = no_end;
    one.ray.mask = ~0u, one.ray.id = unsigned(k), one.ray.flags = 0;
    one.hit.geomID = one.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
}

void trace_single(RTCScene scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t k = 0; k < rays.size(); ++k) {
        RTCRayHit one;
        set_ray(one, rays, k);
        rtcIntersect1(scene, &context, &one);
        hits[k] = hit_of(one.hit.geomID, one.hit.primID, one.ray.tfar);
    }
}

template <std::size_t width, typename RayHits>
void trace_packets(RTCScene scene, std::span<const Ray<float>> rays, std::span<Hit> hits,
                   void (*intersect)(const int*, RTCScene, RTCIntersectContext*, RayHits*)) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    const auto all = [](auto& field, auto value) { std::fill_n(field, width, value); };
    alignas(64) std::array<int, width> valid;
    RayHits some{};
    for (std::size_t first = 0; first < rays.size(); first += width) {
        const std::size_t count = std::min(width, rays.size() - first);
        for (std::size_t lane = 0; lane < width; ++lane) valid[lane] = lane < count ? -1 : 0;
        for (std::size_t lane = 0; lane < count; ++lane) {
            const auto& [o, d] = rays[first + lane];
            some.ray.org_x[lane] = o.x, some.ray.org_y[lane] = o.y, some.ray.org_z[lane] = o.z;
            some.ray.dir_x[lane] = d.x, some.ray.dir_y[lane] = d.y, some.ray.dir_z[lane] = d.z;
        }
        all(some.ray.tfar, no_end), all(some.ray.mask, ~0u);
        all(some.hit.geomID, RTC_INVALID_GEOMETRY_ID);
        all(some.hit.instID[0], RTC_INVALID_GEOMETRY_ID);
        intersect(valid.data(), scene, &context, &some);
        for (std::size_t lane = 0; lane < count; ++lane)
            hits[first + lane] =
                hit_of(some.hit.geomID[lane], some.hit.primID[lane], some.ray.tfar[lane]);
    }
}

void trace_stream(RTCScene scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    std::array<RTCRayHit, 256> stream;
    for (std::size_t first = 0; first < rays.size(); first += stream.size()) {
        const std::size_t count = std::min(stream.size(), rays.size() - first);
        for (std::size_t k = 0; k < count; ++k) set_ray(stream[k], rays, first + k);
        rtcIntersect1M(scene, &context, stream.data(), unsigned(count), sizeof(RTCRayHit));
        // It may have put them in another order.
        for (std::size_t k = 0; k < count; ++k) {
            const RTCRayHit& one = stream[k];
            hits[one.ray.id] = hit_of(one.hit.geomID, one.hit.primID, one.ray.tfar);
        }
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
        throw Error(Exit::bug, "Embree cannot build the scene: error {}", int(error));
}

Peer::~Peer() = default;
Peer::Peer(Peer&&) noexcept = default;

void Peer::trace(const StoredRays& stored, PeerMode mode, std::span<Hit> hits) const {
    for_each_tile(stored, [&](std::span<const Ray<float>> rays, std::size_t first) {
        trace(rays, mode, hits.subspan(first, rays.size()));
    });
}

void Peer::trace(std::span<const Ray<float>> rays, PeerMode mode, std::span<Hit> hits) const {
    const RTCScene scene = scene_->scene;
    if (mode == PeerMode::single)
        trace_single(scene, rays, hits);
    else if (mode == PeerMode::packet8)
        trace_packets<8>(scene, rays, hits, rtcIntersect8);
    else if (mode == PeerMode::packet16)
        trace_packets<16>(scene, rays, hits, rtcIntersect16);
    else
        trace_stream(scene, rays, hits);
}

std::int64_t Peer::bytes() const {
    return scene_->bytes;
}

}  // namespace hitmiss
