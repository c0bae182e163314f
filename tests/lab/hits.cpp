// The hashes with which the page's hits are compared: a line per scene and method in each variant,
// precision and arithmetic.  lab_hits SIZE SCENE...

#include "lab/hits.hpp"

#include <fmt/core.h>

#include <cstdlib>

int main(int argc, char** argv) {
    using namespace hitmiss;
    const int size = std::atoi(argv[1]);
    for (int k = 2; k < argc; ++k) {
        Scene scene = load_scene(argv[k]);
        resize(scene, size, size);
        const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
        for (const Method& method : lab::hashed_methods(scene))
            fmt::print("{} {} {:016x}\n", argv[k], to_string(method),
                       lab::hash_of_hits(scene, geometry, method));
    }
}
