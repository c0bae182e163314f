// The README's example of an added method, extracted by CMake, compiled and run.

#include <gtest/gtest.h>

#include "methods/badouel.hpp"
#include "scene/camera.hpp"
#include "scene/make.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
namespace {

TEST(Readme, ItsAddedMethodIsFoundByNameAndTracesAMesh) {
    using Extended = MethodList<MollerTrumbore, Badouel>;
    const Mesh mesh = make_mesh("icosphere:faces=320");
    const Camera camera = framing_camera(Box{Vec<float>(-1), Vec<float>(1)});
    const Geometry geometry(mesh.triangles, camera.eye);
    const PrimaryRays primary(camera, 64, 64);
    std::vector<Ray<float>> rays;
    for (int k = 0; k < 64 * 64; ++k) rays.push_back(primary(k % 64, k / 64));

    std::vector<Hit> exact(rays.size());
    make_tracer(parse_method("exact"), geometry).trace(rays, exact);
    for (const char* precision : {"float", "double"}) {
        bool found = false;
        with_method<Extended>({"badouel", {{"precision", precision}}}, [&](const auto& method) {
            found = method.info.name == "badouel";
            std::vector<Hit> tree(rays.size()), brute(rays.size());
            tracer_of(method, geometry, Walk::tree).trace(rays, tree);
            tracer_of(method, geometry, Walk::brute_force).trace(rays, brute);
            int wrong = 0, hits = 0, expected = 0;
            for (std::size_t k = 0; k < rays.size(); ++k) {
                EXPECT_EQ(tree[k].triangle, brute[k].triangle);
                wrong += tree[k].triangle != exact[k].triangle;
                hits += bool(tree[k]), expected += bool(exact[k]);
            }
            EXPECT_LE(wrong, 4);  // rays on an edge may go to either side
            EXPECT_NEAR(hits, expected, 4);
        });
        EXPECT_TRUE(found);
    }
}

}  // namespace
}  // namespace hitmiss
