#include "judge/ray_source.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/words.hpp"
#include "judge/memory.hpp"
#include "judge/number_table.hpp"
#include "scene/staging.hpp"
#include "trace/tiles.hpp"

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
    const auto read = [rays = PrimaryRays(camera, width, height)](std::size_t index) {
        const Tile tile = tile_at(index, rays.width(), rays.height());
        auto batch = std::make_shared<Batch>(Batch{index, {}, {}});
        batch->numbers.reserve(std::size_t(tile.size()));
        batch->rays.reserve(std::size_t(tile.size()));
        for_each_pixel(tile, [&](int x, int y) {
            batch->numbers.push_back(std::size_t(y) * std::size_t(rays.width()) + std::size_t(x));
            batch->rays.push_back(rays(x, y));
        });
        return batch;
    };
    return {std::size_t(width) * std::size_t(height), tile_count(width, height), read, camera.eye,
            std::size_t(tiles_along(width))};
}

RaySource consecutive_rays(std::size_t count,
                           std::function<void(std::size_t first, std::span<Ray<float>> rays)> read,
                           const Vec<double>& eye) {
    const auto block = [count, read = std::move(read)](std::size_t index) {
        const std::size_t first = index * rays_of_block;
        const std::size_t size = std::min(rays_of_block, count - first);
        auto batch = std::make_shared<Batch>(
            Batch{index, std::vector<std::size_t>(size), std::vector<Ray<float>>(size)});
        std::iota(batch->numbers.begin(), batch->numbers.end(), first);
        read(first, batch->rays);
        return batch;
    };
    return {count, blocks_of(count), block, eye};
}

RaySource aimed_rays(const AimedRays& aimed, const Box& box, Aim aim, std::size_t count,
                     std::uint64_t seed) {
    const auto draw = [&aimed, aim, seed](std::size_t first, std::span<Ray<float>> rays) {
        Random random(seed, std::uint64_t(aim) << 40 | first / rays_of_block);
        for (auto& ray : rays) ray = aimed(aim, random);
    };
    return consecutive_rays(aimed.has(aim) ? count : 0, draw, AimedRays::farthest_start(box));
}

RaySource grid_rays(const Box& box, Axis axis, int width, int height) {
    const Vec<double> lo(box.lo), hi(box.hi);
    const double away = glm::length(hi - lo) / 2;
    const int u = (axis.number + 1) % 3, v = (axis.number + 2) % 3;
    Vec<double> corner = lo;
    corner[axis.number] = axis.negative ? hi[axis.number] + away : lo[axis.number] - away;
    Vec<float> d(0);
    d[axis.number] = axis.negative ? -1.0f : 1.0f;
    const auto read = [=](std::size_t first, std::span<Ray<float>> rays) {
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const std::size_t x = (first + k) % std::size_t(width),
                              y = (first + k) / std::size_t(width);
            Vec<double> o = corner;
            o[u] += double(x + 1) * (hi[u] - lo[u]) / (width + 1);
            o[v] += double(y + 1) * (hi[v] - lo[v]) / (height + 1);
            rays[k] = {Vec<float>(o), d};
        }
    };
    return consecutive_rays(std::size_t(width) * std::size_t(height), read, corner);
}

RaySource file_rays(const std::string& path, const Box& box) {
    const NumberTable table(path);
    if (table.columns() != ray_columns)
        throw bad_input(path, 0, "has {} numbers a row; six, origin and direction, would be right",
                        table.columns());
    if (path.ends_with(".npy") && !table.single())
        throw bad_input(path, 0, "holds doubles, which would be rounded; float32 would be right");
    RaySource source = consecutive_rays(
        table.rows(),
        [table](std::size_t first, std::span<Ray<float>> rays) { read_rays(table, first, rays); },
        Vec<double>(box.centre()));
    double farthest = -1;
    for (std::size_t index = 0; index < source.batches; ++index) {
        const auto batch = source.batch(index);
        for (std::size_t k = 0; k < batch->rays.size(); ++k) {
            check(table, batch->numbers[k], batch->rays[k]);
            const Vec<double> o(batch->rays[k].o);
            if (const double distance = glm::distance(o, Vec<double>(box.centre()));
                distance > farthest)
                farthest = distance, source.eye = o;
        }
    }
    return source;
}

RaySource staged_rays(RaySource source, const Stage& stage) {
    source.batch = [batch = std::move(source.batch), &stage](std::size_t index) {
        auto moved = std::make_shared<Batch>(*batch(index));
        for (auto& ray : moved->rays) ray = stage(ray);
        return moved;
    };
    source.eye = stage.eye;
    return source;
}

RaySource remembering(RaySource source) {
    source.batch = [memory = std::make_shared<Memory<Batch>>(source.batches),
                    make = std::move(source.batch)](std::size_t index) {
        return (*memory)(index, [&] { return make(index); });
    };
    return source;
}

Ray<float> ray_at(const RaySource& source, std::size_t number) {
    return source.batch(number / rays_of_block)->rays[number % rays_of_block];
}

}  // namespace hitmiss
