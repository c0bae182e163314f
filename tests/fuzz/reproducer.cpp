// The text that `hitmiss explain -` reads. What is accepted must be written and read back the same,
// and be explained.

#include "judge/reproducer.hpp"

#include "fuzzing.hpp"
#include "judge/explain.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    expect_error_or_result([&] {
        const Reproducer read = read_reproducer(std::string(as_text(data, size)), "fuzz");
        const std::string text = to_text(read);
        if (to_text(read_reproducer(text, "again")) != text) std::abort();
        if (read.triangles.size() > 4 || read.methods.size() > 4) return;
        const Geometry geometry(read.triangles, Vec<double>(read.ray.o));
        if (explain(read.ray, read.methods, geometry).methods.size() != read.methods.size())
            std::abort();
    });
    return 0;
}
