#include <embree3/rtcore.h>
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "bench/race.hpp"

namespace hitmiss {
namespace {

/// Embree itself refuses what the processor lacks, but takes a smaller set without a word where it
/// was built without the larger one. Its properties tell this of avx and avx512; of sse4.2 and avx2
/// nothing does but its verbose output.
RTCDevice make_device(int threads, std::string_view isa) {
    std::string config = fmt::format("threads={}", threads);
    if (isa != "default") config += fmt::format(",isa={}", isa);
    const RTCDevice device = rtcNewDevice(config.c_str());
    const bool lacks = rtcGetDeviceError(device) == RTC_ERROR_UNSUPPORTED_CPU;
    const auto width = isa == "avx512"          ? RTC_DEVICE_PROPERTY_NATIVE_RAY16_SUPPORTED
                       : isa.starts_with("avx") ? RTC_DEVICE_PROPERTY_NATIVE_RAY8_SUPPORTED
                                                : RTC_DEVICE_PROPERTY_NATIVE_RAY4_SUPPORTED;
    if (lacks || (device && rtcGetDeviceProperty(device, width) == 0))
        throw Error(Exit::usage,
                    "embree:isa={}: {} does not have this instruction set; leave isa "
                    "out, or name a smaller one",
                    isa, lacks ? "this machine" : "this Embree");
    if (!device) throw Error(Exit::bug, "Embree does not start");
    return device;
}

/// Embree's scene, which keeps a copy of the triangles.
std::shared_ptr<RTCSceneTy> make_scene(std::span<const Triangle<float>> triangles, bool robust,
                                       const RTCDevice device) {
    std::shared_ptr<RTCSceneTy> scene(rtcNewScene(device), rtcReleaseScene);
    if (robust) rtcSetSceneFlags(scene.get(), RTC_SCENE_FLAG_ROBUST);
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    const auto buffer = [&](RTCBufferType type, RTCFormat format, std::size_t count) {
        return rtcSetNewGeometryBuffer(geometry, type, 0, format, 12, count);
    };
    auto* vertex = static_cast<Vec<float>*>(
        buffer(RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, 3 * triangles.size()));
    auto* const index =
        static_cast<unsigned*>(buffer(RTC_BUFFER_TYPE_INDEX, RTC_FORMAT_UINT3, triangles.size()));
    for (const auto& tri : triangles)
        for (const auto& corner : {tri.a, tri.b, tri.c}) *vertex++ = corner;
    std::iota(index, index + 3 * triangles.size(), 0u);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene.get(), geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene.get());
    const RTCError error = rtcGetDeviceError(device);
    rtcReleaseDevice(device);  // the scene holds it
    if (error != RTC_ERROR_NONE)
        throw Error(Exit::bug, "Embree cannot build the scene: error {}", int(error));
    return scene;
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

RTCIntersectContext make_context(RTCIntersectContextFlags flags) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = flags;
    return context;
}

template <std::size_t width, typename RayHits>
void trace_packets(RTCScene scene, std::span<const Ray<float>> rays, std::span<Hit> hits,
                   void (*intersect)(const int*, RTCScene, RTCIntersectContext*, RayHits*)) {
    auto context = make_context(RTC_INTERSECT_CONTEXT_FLAG_COHERENT);
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

template <std::size_t size>
void trace_stream(RTCScene scene, std::span<const Ray<float>> rays, std::span<Hit> hits) {
    auto context = make_context(size == 1 ? RTC_INTERSECT_CONTEXT_FLAG_NONE
                                          : RTC_INTERSECT_CONTEXT_FLAG_COHERENT);
    std::array<RTCRayHit, size> stream;
    for (std::size_t first = 0; first < rays.size(); first += size) {
        const std::size_t count = std::min(size, rays.size() - first);
        for (std::size_t k = 0; k < count; ++k) set_ray(stream[k], rays, first + k);
        if constexpr (size == 1)
            rtcIntersect1(scene, &context, stream.data());
        else
            rtcIntersect1M(scene, &context, stream.data(), unsigned(count), sizeof(RTCRayHit));
        // Embree may have reordered them.
        for (const RTCRayHit& one : std::span(stream).first(count))
            hits[one.ray.id] = hit_of(one.hit.geomID, one.hit.primID, one.ray.tfar);
    }
}

}  // namespace

std::string peer_name() {
    return fmt::format("Embree {}", RTC_VERSION_STRING);
}

std::vector<TraceRays> make_peers(std::span<const Triangle<float>> triangles, bool robust,
                                  int threads, std::string_view isa) {
    const auto scene = make_scene(triangles, robust, make_device(threads, isa));
    const auto peer = [&](auto trace) {
        return [=](std::span<const Ray<float>> rays, std::span<Hit> hits) {
            trace(scene.get(), rays, hits);
        };
    };
    return {peer(trace_stream<1>),
            peer([](auto... asked) { trace_packets<8>(asked..., rtcIntersect8); }),
            peer([](auto... asked) { trace_packets<16>(asked..., rtcIntersect16); }),
            peer(trace_stream<256>)};
}

}  // namespace hitmiss
