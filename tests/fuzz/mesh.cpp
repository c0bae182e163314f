// An OBJ file up to the first NUL byte, then the MTL file a.mtl beside it: in one piece, and cut
// after each line, it must be the same mesh or have the same fault.

#include "base/limits.hpp"
#include "fuzzing.hpp"
#include "meshes.hpp"
#include "scene/mesh_bytes.hpp"
#include "scene/obj.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    static const MemoryFolder folder;
    const auto text = as_text(data, size);
    const auto nul = std::min(text.find('\0'), size);
    folder.write("a.mtl", text.substr(std::min(nul + 1, size)));
    const auto obj = folder.write("a.obj", text.substr(0, nul));
    const auto found_in = [&](std::size_t piece_size) {
        std::pair<std::string, std::vector<std::string>> fault_and_warnings;
        try {
            const Mesh mesh = read_obj(obj, read_bytes(obj, max_mesh_bytes), piece_size);
            check(mesh);
            fault_and_warnings = {std::to_string(mesh.triangles.size()), mesh.warnings};
        } catch (const Error& error) {
            fault_and_warnings.first = error.what();
        }
        return fault_and_warnings;
    };
    if (found_in(1) != found_in(max_mesh_bytes)) std::abort();
    return 0;
}
