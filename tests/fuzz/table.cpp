// Tables of numbers: the same bytes as an NPY file, a CSV file, rays and answers to four rays.

#include "fuzzing.hpp"
#include "judge/answer_file.hpp"
#include "judge/ray_source.hpp"
#include "scene/number_table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    static const MemoryFolder folder;
    static const Box box{Vec<float>(-1), Vec<float>(1)};
    for (const char* name : {"table.npy", "table.csv"}) {
        const std::string path = folder.write(name, as_text(data, size));
        expect_error_or_result([&] {
            const NumberTable table(path);
            if (table.read(table.rows() - 1, 1).size() != table.columns()) std::abort();
        });
        expect_error_or_result([&] {
            const RaySource rays = file_rays(path, box);
            if (ray_at(rays, rays.count - 1).d == Vec<float>(0)) std::abort();
        });
        expect_error_or_result([&] {
            Method method = parse_method("answers:file=" + path);
            std::array<Hit, 4> hits;
            const Batch batch{{3, 0, 1, 2}, std::vector<Ray<float>>(4)};
            open_answers(method, {batch.rays.size(), 2, {}}).trace(batch, {}, hits);
            for (const Hit& hit : hits)
                if (hit && hit.triangle >= 2 && hit.triangle != unknown_triangle) std::abort();
        });
    }
    return 0;
}
