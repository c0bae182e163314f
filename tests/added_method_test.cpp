// The method that src/methods/README.md adds, extracted by CMake, compiled and run.

#include <gtest/gtest.h>

#include "scene/camera.hpp"
#include "scene/make.hpp"
#include "trace/plain.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
extern const Entry moller_trumbore, badouel;
namespace {

TEST(AddedMethod, IsFoundByNameAndTracesAMesh) {
    constexpr std::array extended{&moller_trumbore, &badouel};
    const Mesh mesh = make_mesh("icosphere:faces=320");
    const Camera camera = framing_camera(Box{Vec<float>(-1), Vec<float>(1)});
    const Geometry geometry(mesh.triangles, camera.eye);
    const PrimaryRays primary(camera, 64, 64);
    std::vector<Ray<float>> rays;
    for (int k = 0; k < 64 * 64; ++k) rays.push_back(primary(k % 64, k / 64));

    const auto trace = [&](const Method& method) {
        std::vector<Hit> hits(rays.size());
        Tracer(method, geometry)(rays, hits);
        return hits;
    };
    const auto exact = trace(parse_method("exact"));
    for (const char* text : {"badouel", "badouel:precision=double"}) {
        const Method method = parse_method(text, extended);
        const Kernel kernel = method.kernel(geometry.surroundings());
        const auto traced = trace(method);
        int wrong = 0, hits = 0, expected = 0;
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const Hit plain = nearest_hit(kernel, geometry.triangles, rays[k]);
            EXPECT_EQ(traced[k].triangle, plain.triangle);
            wrong += traced[k].triangle != exact[k].triangle;
            hits += bool(traced[k]), expected += bool(exact[k]);
        }
        EXPECT_LE(wrong, 4);  // rays on an edge may go to either side
        EXPECT_NEAR(hits, expected, 4);
    }
}

}  // namespace
}  // namespace hitmiss
