// STL files. What is accepted must be written and read back the same.

#include "scene/stl.hpp"

#include "fuzzing.hpp"
#include "meshes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    const auto bytes = as_text(data, size);
    expect_error_or_result([&] {
        const Mesh mesh = read_stl("fuzz.stl", {bytes.begin(), bytes.end()});
        check(mesh);
        const std::string written = to_stl(mesh);
        if (to_stl(read_stl("again.stl", {written.begin(), written.end()})) != written)
            std::abort();
    });
    return 0;
}
