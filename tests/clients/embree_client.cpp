// A tracer that hitmiss does not know: Embree, one ray at a time.
//
//     embree_client fast|robust mesh.npy rays.npy hits.npy

#include <embree3/rtcore.h>

#include <fstream>
#include <ios>
#include <limits>
#include <string_view>
#include <vector>

#include "load.hpp"

int main(int, char** argv) {
    const std::vector<float> vertices = load(argv[2]), rays = load(argv[3]);
    const RTCDevice device = rtcNewDevice(nullptr);
    const RTCScene scene = rtcNewScene(device);
    if (std::string_view(argv[1]) == "robust") rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    const RTCGeometry mesh = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    const std::size_t corners = vertices.size() / 3;
    std::copy(vertices.begin(), vertices.end(),
              static_cast<float*>(rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0,
                                                          RTC_FORMAT_FLOAT3, 12, corners)));
    auto* index = static_cast<unsigned*>(
        rtcSetNewGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, corners / 3));
    for (std::size_t k = 0; k < corners; ++k) index[k] = unsigned(k);
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(scene, mesh), rtcReleaseGeometry(mesh);
    rtcCommitScene(scene);

    std::ofstream csv(argv[4]);
    csv << std::hexfloat << "t,triangle\n";
    for (std::size_t k = 0; k < rays.size(); k += 6) {
        RTCRayHit one{};
        one.ray.org_x = rays[k], one.ray.org_y = rays[k + 1], one.ray.org_z = rays[k + 2];
        one.ray.dir_x = rays[k + 3], one.ray.dir_y = rays[k + 4], one.ray.dir_z = rays[k + 5];
        one.ray.tfar = std::numeric_limits<float>::infinity(), one.ray.mask = ~0u;
        one.hit.geomID = one.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        rtcIntersect1(scene, &context, &one);
        csv << one.ray.tfar << ','
            << (one.hit.geomID == RTC_INVALID_GEOMETRY_ID ? -1 : int(one.hit.primID)) << '\n';
    }
    rtcReleaseScene(scene), rtcReleaseDevice(device);
    return csv.good() ? 0 : 1;
}
