// An OBJ file up to the first NUL byte, then the MTL file a.mtl beside it.

#include <cmath>

#include "fuzzing.hpp"
#include "scene/obj.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    static const MemoryFolder folder;
    const auto text = as_text(data, size);
    const auto nul = std::min(text.find('\0'), size);
    folder.write("a.mtl", text.substr(std::min(nul + 1, size)));
    const auto obj = folder.write("a.obj", text.substr(0, nul));
    expect_error_or_result([&] {
        const Mesh mesh = load_obj(obj);
        if (mesh.triangles.empty() || mesh.triangles.size() != mesh.material.size()) std::abort();
        for (const auto& tri : mesh.triangles)
            for (const auto& p : {tri.a, tri.b, tri.c})
                if (!std::isfinite(p.x + 0 * p.y + 0 * p.z)) std::abort();
        for (const auto index : mesh.material)
            if (index >= mesh.materials.size()) std::abort();
        for (const auto& warning : mesh.warnings)
            if (warning.find('\n') != warning.npos) std::abort();
    });
    return 0;
}
