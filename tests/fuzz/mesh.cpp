// An OBJ file up to the first NUL byte, then the MTL file a.mtl beside it.

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
    expect_error_or_result([&] { check(read_obj(obj, read_bytes(obj, max_mesh_bytes))); });
    return 0;
}
