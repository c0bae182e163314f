// Rays from a file.

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/parallel.hpp"
#include "base/words.hpp"
#include "judge/ray_source.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {
namespace {

/// The first row of the table with a number that is not a float. Those that are not finite are
/// refused by check_ray().
std::optional<std::size_t> first_rounded_row(const NumberTable& table) {
    if (table.single()) return table.rounded_row();
    const auto changes = [](double x) { return double(float(x)) != x && std::isfinite(x); };
    std::optional<std::size_t> found;
    for_each_row(table, [&](std::size_t row, const double* numbers) {
        if (std::any_of(numbers, numbers + table.columns(), changes)) found = row;
        return !found;
    });
    return found;
}

}  // namespace

void check_ray(const Ray<float>& ray, const std::string& path, std::size_t number) {
    const auto& [o, d] = ray;
    for (const float one : {o.x, o.y, o.z, d.x, d.y, d.z}) {
        if (!std::isfinite(one))
            throw bad_input(path, 0,
                            "row {} (counted from 0) holds {}, read as a float; six finite "
                            "numbers, origin and direction, would be right",
                            number, one);
        if (std::abs(one) > float(max_coordinate))
            throw bad_input(path, 0,
                            "row {} (counted from 0) holds {}; numbers within ±{}, as in meshes, "
                            "would be right, so that differences stay in the range of floats",
                            number, number_text(double(one), 6), number_text(max_coordinate));
    }
    if (d == Vec<float>(0))
        throw bad_input(path, 0,
                        "row {} (counted from 0) has the direction 0; any other would be right",
                        number);
}

RaySource file_rays(const std::string& path, const Box& box) {
    const NumberTable table(path, Wanted::floats);
    if (table.columns() != 6)
        throw bad_input(path, 0, "has {} numbers a row; six, origin and direction, would be right",
                        table.columns());
    table.check_names({"ox", "oy", "oz", "dx", "dy", "dz"});
    if (const auto row = first_rounded_row(table))
        say("note: {}: row {} (counted from 0) has a number that is not a float: answers are held "
            "against the ray rounded to floats, so trace that one",
            path, *row);
    const auto read = [table](std::size_t first, std::span<Ray<float>> rays) {
        const auto vectors = table.vectors(first, rays.size());
        for (std::size_t k = 0; k < rays.size(); ++k) {
            rays[k] = {vectors[2 * k], vectors[2 * k + 1]};
            check_ray(rays[k], table.path(), first + k);
        }
    };
    const Vec<double> centre(box.centre());
    RaySource source = consecutive_rays(table.rows(), read, centre);
    // The farthest origin, the first of several: of each batch, then of all.
    struct Farthest {
        double distance = -1;
        Vec<double> origin;
        Box starts;
    };
    std::vector<Farthest> farthest(source.batches);
    parallel_for(source.batches, [&](std::size_t index) {
        Farthest& part = farthest[index];
        for (const auto& ray : source.batch(index).rays) {
            const double distance = glm::distance(Vec<double>(ray.o), centre);
            if (distance > part.distance) part.distance = distance, part.origin = ray.o;
            part.starts.include(ray.o);
        }
    });
    if (!farthest.empty())
        source.eye = std::ranges::max_element(farthest, {}, &Farthest::distance)->origin;
    source.starts.emplace();
    for (const Farthest& part : farthest) source.starts->include(part.starts);
    return source;
}

}  // namespace hitmiss
