#include "judge/ray_source.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/words.hpp"
#include "judge/number_table.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t ray_columns = 6;

void check(const NumberTable& table, std::size_t number, const Ray<float>& ray) {
    bool finite = true;
    for (int k = 0; k < 3; ++k)
        finite &= std::abs(double(ray.o[k])) <= max_coordinate &&
                  std::abs(double(ray.d[k])) <= max_coordinate;
    if (!finite || ray.d == Vec<float>(0))
        throw bad_input(table.path(), 0,
                        "row {} (counted from 0) is no ray; six finite numbers, origin and "
                        "direction, not 0, up to {}, would be right",
                        number, number_text(max_coordinate));
}

void read_rays(const NumberTable& table, std::size_t first, std::span<Ray<float>> rays) {
    std::vector<double> numbers(ray_columns * rays.size());
    table.read(first, numbers);
    for (std::size_t k = 0; k < rays.size(); ++k) {
        const double* row = &numbers[ray_columns * k];
        rays[k] = {{float(row[0]), float(row[1]), float(row[2])},
                   {float(row[3]), float(row[4]), float(row[5])}};
    }
}

}  // namespace

RaySource picture_rays(const Camera& camera, int width, int height) {
    return {
        std::size_t(width) * std::size_t(height),
        [rays = PrimaryRays(camera, width, height)](std::size_t first, std::span<Ray<float>> out) {
            const auto across = std::size_t(rays.width());
            for (std::size_t k = 0; k < out.size(); ++k)
                out[k] = rays(int((first + k) % across), int((first + k) / across));
        },
        camera.eye};
}

RaySource aimed_rays(const AimedRays& aimed, const Box& box, Aim aim, std::size_t count,
                     std::uint64_t seed) {
    return {count,
            [&aimed, aim, count, seed](std::size_t first, std::span<Ray<float>> out) {
                for (std::size_t k = 0; k < out.size();) {
                    const std::size_t begin = (first + k) / rays_of_block * rays_of_block;
                    const auto drawn = draw_rays(aimed, aim, seed, begin / rays_of_block,
                                                 std::min(rays_of_block, count - begin));
                    for (std::size_t n = first + k - begin; n < drawn.size() && k < out.size();)
                        out[k++] = drawn[n++];
                }
            },
            AimedRays::farthest_start(box)};
}

RaySource grid_rays(const Box& box, Axis axis, int width, int height) {
    const Vec<double> lo(box.lo), hi(box.hi);
    const double away = glm::length(hi - lo) / 2;
    const int u = (axis.number + 1) % 3, v = (axis.number + 2) % 3;
    Vec<double> corner = lo;
    corner[axis.number] = axis.negative ? hi[axis.number] + away : lo[axis.number] - away;
    Vec<float> d(0);
    d[axis.number] = axis.negative ? -1.0f : 1.0f;
    return {std::size_t(width) * std::size_t(height),
            [=](std::size_t first, std::span<Ray<float>> out) {
                for (std::size_t k = 0; k < out.size(); ++k) {
                    const std::size_t x = (first + k) % std::size_t(width),
                                      y = (first + k) / std::size_t(width);
                    Vec<double> o = corner;
                    o[u] += double(x + 1) * (hi[u] - lo[u]) / (width + 1);
                    o[v] += double(y + 1) * (hi[v] - lo[v]) / (height + 1);
                    out[k] = {Vec<float>(o), d};
                }
            },
            corner};
}

RaySource file_rays(const std::string& path, const Box& box) {
    const NumberTable table(path);
    if (table.columns() != ray_columns)
        throw bad_input(path, 0, "has {} numbers a row; six, origin and direction, would be right",
                        table.columns());
    if (path.ends_with(".npy") && !table.single())
        throw bad_input(path, 0, "holds doubles, which would be rounded; float32 would be right");
    RaySource source{
        table.rows(),
        [table](std::size_t first, std::span<Ray<float>> out) { read_rays(table, first, out); },
        Vec<double>(box.centre())};
    double farthest = -1;
    std::vector<Ray<float>> rays;
    for (std::size_t first = 0; first < source.count; first += rays.size()) {
        rays.resize(std::min<std::size_t>(8192, source.count - first));
        source.read(first, rays);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            check(table, first + k, rays[k]);
            const Vec<double> o(rays[k].o);
            if (const double distance = glm::distance(o, Vec<double>(box.centre()));
                distance > farthest)
                farthest = distance, source.eye = o;
        }
    }
    return source;
}

}  // namespace hitmiss
