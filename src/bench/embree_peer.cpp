#include "bench/embree_peer.hpp"

#include <embree3/rtcore.h>
#include <fmt/core.h>
#include <omp.h>

#include <algorithm>

#include "base/error.hpp"

namespace hitmiss {
namespace {

/// Embree refers to the mesh.
struct EmbreeScene {
    std::vector<Vec<float>> vertices;
    std::vector<std::uint32_t> indices;
    RTCDevice device = nullptr;
    RTCScene scene = nullptr;

    EmbreeScene(std::span<const Triangle<float>> triangles, bool robust, int threads);
    ~EmbreeScene() {
        rtcReleaseScene(scene);
        rtcReleaseDevice(device);
    }
    EmbreeScene(const EmbreeScene&) = delete;
    EmbreeScene& operator=(const EmbreeScene&) = delete;
};

EmbreeScene::EmbreeScene(std::span<const Triangle<float>> triangles, bool robust, int threads) {
    for (const auto& tri : triangles)
        for (const auto& vertex : {tri.a, tri.b, tri.c}) vertices.push_back(vertex);
    for (std::size_t k = 0; k < vertices.size(); ++k) indices.push_back(std::uint32_t(k));
    vertices.emplace_back(0);  // Embree reads sixteen bytes of the last one
    device = rtcNewDevice(fmt::format("threads={}", threads).c_str());
    if (!device) throw Error(Exit::bug, "Embree does not start");
    scene = rtcNewScene(device);
    if (robust) rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                               vertices.data(), 0, sizeof(Vec<float>), vertices.size() - 1);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, indices.data(),
                               0, 3 * sizeof(std::uint32_t), indices.size() / 3);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
}

constexpr float no_end = std::numeric_limits<float>::infinity();

Hit hit_of(unsigned geometry, unsigned triangle, float t) {
    return geometry == RTC_INVALID_GEOMETRY_ID ? Hit{} : Hit{double(t), triangle};
}

/// Field by field, because Embree's wide loads of a freshly copied struct would stall on store
/// forwarding.
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

std::vector<TraceRays> make_peers(std::span<const Triangle<float>> triangles, bool robust,
                                  int threads) {
    const auto own = std::make_shared<const EmbreeScene>(triangles, robust, threads);
    if (const auto error = rtcGetDeviceError(own->device); error != RTC_ERROR_NONE)
        throw Error(Exit::bug, "Embree cannot build the scene: error {}", int(error));
    return {
        [own](std::span<const Ray<float>> rays, std::span<Hit> hits) {
            trace_single(own->scene, rays, hits);
        },
        [own](std::span<const Ray<float>> rays, std::span<Hit> hits) {
            trace_packets<8>(own->scene, rays, hits, rtcIntersect8);
        },
        [own](std::span<const Ray<float>> rays, std::span<Hit> hits) {
            trace_packets<16>(own->scene, rays, hits, rtcIntersect16);
        },
        [own](std::span<const Ray<float>> rays, std::span<Hit> hits) {
            trace_stream(own->scene, rays, hits);
        },
    };
}

Answerer embree_answers(const Method& method, const Geometry& geometry) {
    const bool robust = *method.get("mode") != 0;
    const auto mode = std::size_t(*method.get("packet"));
    const TraceRays peer = make_peers(geometry.triangles, robust, omp_get_max_threads())[mode];
    const auto trace = [peer](const Batch& batch, std::span<const Answer>, std::span<Hit> hits) {
        peer(batch.rays, hits);
        return 0;
    };
    return {trace, method.precision(), method.culls()};
}

}  // namespace hitmiss
