// A scene file beside the mesh a.obj. What is accepted must be a scene within the limits.

#include "scene/scene.hpp"

#include "fuzzing.hpp"
#include "methods/catalogue.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    static const MemoryFolder folder;
    static const auto obj = folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const auto text = as_text(data, size);
    if (asks_for_much(text)) return -1;
    const auto path = folder.write("a.toml", text);
    expect_error_or_result([&] {
        const Scene scene = load_scene(path);
        if (scene.mesh.triangles.empty() || scene.methods.empty()) std::abort();
        const PrimaryRays rays(scene.camera, scene.width, scene.height, scene.samples);
        const auto ray = rays(rays.width() - 1, rays.height() - 1);
        if (!(glm::length(Vec<double>(ray.d)) > 0.5)) std::abort();
        for (const auto& method : scene.methods)
            if (parse_method(to_string(method)) != method) std::abort();
    });
    return 0;
}
