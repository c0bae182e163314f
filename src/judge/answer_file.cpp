#include "judge/answer_file.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "base/error.hpp"
#include "judge/number_table.hpp"
#include "scene/obj.hpp"

namespace hitmiss {
namespace {

/// Rows to read at once: as many as fit in a processor's cache.
constexpr std::size_t block = 8192;

/// A row without its checks.
Hit hit_of(const double* row, std::size_t columns, std::span<const std::uint32_t> order) {
    const double t = row[0];
    if (!std::isfinite(t)) return {};
    if (columns == 1) return t < 0 ? Hit{} : Hit{t, unknown_triangle};
    if (row[1] < 0) return {};
    const auto triangle = std::uint32_t(row[1]);
    return {t, order.empty() ? triangle : order[triangle]};
}

void check(const NumberTable& table, std::size_t number, const double* row, std::size_t triangles) {
    const auto at = [&] { return fmt::format("row {} (counted from 0)", number); };
    if (std::isnan(row[0]))
        throw bad_input(table.path(), 0, "{}: t is NaN; inf says that nothing is hit", at());
    if (table.columns() == 1) return;
    const double triangle = row[1];
    if (!(triangle >= -1 && triangle < double(triangles) && triangle == std::floor(triangle)))
        throw bad_input(table.path(), 0,
                        "{}: triangle {} is none of the mesh; it has 0 to {}, and -1 is a miss",
                        at(), triangle, triangles - 1);
}

/// Checks all rows; whether each t is a float.
bool check_all(const NumberTable& table, std::size_t triangles) {
    const std::size_t columns = table.columns();
    std::vector<double> numbers;
    bool single = true;
    for (std::size_t first = 0; first < table.rows(); first += block) {
        const std::size_t count = std::min(block, table.rows() - first);
        numbers.resize(count * columns);
        table.read(first, numbers);
        for (std::size_t k = 0; k < count; ++k) {
            const double* row = &numbers[k * columns];
            check(table, first + k, row, triangles);
            single &= double(float(row[0])) == row[0];
        }
    }
    return single;
}

using Corners = std::array<std::array<float, 3>, 3>;
Corners sorted_corners(const Triangle<float>& tri) {
    Corners corners;
    for (std::size_t k = 0; const auto* v : {&tri.a, &tri.b, &tri.c})
        corners[k++] = {v->x, v->y, v->z};
    std::sort(corners.begin(), corners.end());
    return corners;
}

}  // namespace

Answerer open_answers(Method& method, const AnswerPlace& place) {
    if (method.file.empty())
        throw Error(Exit::usage, "answers: from which file? answers:file=hits.npy says it");
    const NumberTable table(method.file);
    const std::size_t columns = table.columns();
    if (columns > 2)
        throw bad_input(table.path(), 0,
                        "has {} columns; t and triangle, or t alone, would be right", columns);
    if (table.rows() != place.rays)
        throw bad_input(table.path(), 0, "has {} row{}; {}, one for each ray, would be right",
                        table.rows(), table.rows() == 1 ? "" : "s", place.rays);
    const std::size_t triangles = place.order.empty() ? place.triangles : place.order.size();
    if (columns == 2 && table.single() && triangles > std::size_t{1} << 24)
        throw bad_input(table.path(), 0, "float32 cannot number {} triangles; float64 can",
                        triangles);
    const bool single = check_all(table, triangles);
    method.suppose(single ? Precision::single : Precision::twice);
    const auto look_up = [table, columns, order = place.order](
                             const Batch& batch, std::span<const Answer>, std::span<Hit> hits) {
        const auto& numbers = batch.numbers;
        // Runs of consecutive rows are read at once; a tile of pixels has them out of order.
        std::vector<std::size_t> by_number(numbers.size());
        std::iota(by_number.begin(), by_number.end(), std::size_t{0});
        if (!std::is_sorted(numbers.begin(), numbers.end()))
            std::ranges::sort(by_number, {}, [&](std::size_t k) { return numbers[k]; });
        std::vector<double> rows;
        for (std::size_t first = 0, end; first < by_number.size(); first = end) {
            const std::size_t begin = numbers[by_number[first]];
            for (end = first + 1;
                 end < by_number.size() && numbers[by_number[end]] == begin + (end - first);)
                ++end;
            rows.resize((end - first) * columns);
            table.read(begin, rows);
            for (std::size_t k = first; k < end; ++k)
                hits[by_number[k]] = hit_of(&rows[(k - first) * columns], columns, order);
        }
        return 0;
    };
    return {look_up, method.precision(), method.culls()};
}

std::vector<std::uint32_t> match_triangles(std::span<const Triangle<float>> theirs,
                                           std::span<const Triangle<float>> ours,
                                           const std::string& file) {
    std::vector<std::pair<Corners, std::uint32_t>> known;
    for (std::uint32_t index = 0; index < ours.size(); ++index)
        known.emplace_back(sorted_corners(ours[index]), index);
    std::sort(known.begin(), known.end());
    std::vector<std::uint32_t> order;
    for (const auto& tri : theirs) {
        const Corners corners = sorted_corners(tri);
        const auto found =
            std::ranges::lower_bound(known, corners, {}, [](const auto& one) { return one.first; });
        if (found == known.end() || found->first != corners)
            throw bad_input(file, 0,
                            "triangle {} (counted from 0) is none of the scene's; what  hitmiss "
                            "mesh SCENE  writes, in any order, would be right",
                            order.size());
        order.push_back(found->second);
    }
    return order;
}

std::vector<Triangle<float>> read_triangles(const std::string& path) {
    if (!path.ends_with(".npy") && !path.ends_with(".csv")) return load_obj(path).triangles;
    const NumberTable table(path);
    if (table.columns() != 9)
        throw bad_input(path, 0, "has {} numbers a row; nine, a, b and c, would be right",
                        table.columns());
    std::vector<Triangle<float>> triangles(table.rows());
    std::array<double, 9> row;
    for (std::size_t k = 0; k < triangles.size(); ++k) {
        table.read(k, row);
        std::array<Vec<float>, 3> v;
        for (std::size_t n = 0; n < row.size(); ++n) v[n / 3][int(n % 3)] = float(row[n]);
        triangles[k] = {v[0], v[1], v[2]};
    }
    return triangles;
}

}  // namespace hitmiss
