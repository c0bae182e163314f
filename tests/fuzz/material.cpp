// A line of material files, a line with a material's name, then the material file a.mtl. Whatever
// they say, the mesh is read, and each of its colours is one.

#include "base/limits.hpp"
#include "fuzzing.hpp"
#include "meshes.hpp"
#include "scene/mesh_bytes.hpp"
#include "scene/obj.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    static const MemoryFolder folder;
    auto text = as_text(data, size);
    const auto next_line = [&] {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        return std::string(line);
    };
    const std::string files = next_line(), name = next_line();
    // The OBJ file itself stays what it is; a backslash at the end of a line joins the empty one.
    if ((files + name).find_first_of(std::string_view("\0\r", 2)) != std::string::npos) return -1;
    folder.write("a.mtl", text);
    const auto obj = folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nmtllib " + files +
                                               "\n\nusemtl " + name + "\n\nf 1 2 3\n");
    const Mesh mesh = read_obj(obj, read_bytes(obj, max_mesh_bytes));
    if (mesh.triangles.size() < 2) std::abort();
    check(mesh);
    for (const auto& material : mesh.materials)
        for (int k = 0; k < 3; ++k)
            if (!(material.kd[k] >= 0 && material.kd[k] <= 1)) std::abort();
    return 0;
}
