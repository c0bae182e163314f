#include "judge/ray_source.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "scene/tiles.hpp"

namespace hitmiss {
namespace {

/// The rays of a source whose numbers are kept.
RaySource part_of(const RaySource& source, std::function<bool(std::size_t number)> is_kept) {
    RaySource part = source;
    part.batch = [batch = source.batch, is_kept = std::move(is_kept)](std::size_t index) {
        const Batch all = batch(index);
        Batch kept;
        for (std::size_t k = 0; k < all.rays.size(); ++k) {
            if (!is_kept(all.numbers[k])) continue;
            kept.numbers.push_back(all.numbers[k]);
            kept.rays.push_back(all.rays[k]);
        }
        return kept;
    };
    return part;
}

std::size_t stride_for(std::size_t count, std::size_t most) {
    return (count + most - 1) / most;
}

/// Batches that are made to choose rays from.
constexpr std::size_t most_batches = 4096;

}  // namespace

RaySource picture_rays(const Camera& camera, int width, int height) {
    const auto read = [rays = PrimaryRays(camera, width, height)](std::size_t index) {
        const Tile tile = tile_at(index, rays.width(), rays.height());
        Batch batch;
        batch.numbers.reserve(std::size_t(tile.size()));
        for_each_pixel(tile, [&](int x, int y) {
            batch.numbers.push_back(std::size_t(y) * std::size_t(rays.width()) + std::size_t(x));
        });
        batch.rays.resize(batch.numbers.size());
        rays_through(tile, rays, 1, batch.rays);
        return batch;
    };
    return {std::size_t(width) * std::size_t(height), tile_count(width, height), read, camera.eye};
}

RaySource consecutive_rays(std::size_t count,
                           std::function<void(std::size_t first, std::span<Ray<float>> rays)> read,
                           const Vec<double>& eye) {
    const auto block = [count, read = std::move(read)](std::size_t index) {
        const std::size_t first = index * rays_of_block;
        const std::size_t size = std::min(rays_of_block, count - first);
        Batch batch{std::vector<std::size_t>(size), std::vector<Ray<float>>(size)};
        std::iota(batch.numbers.begin(), batch.numbers.end(), first);
        read(first, batch.rays);
        return batch;
    };
    return {count, blocks_of(count), block, eye};
}

RaySource aimed_rays(const AimedRays& aimed, Aim aim, std::size_t count, std::uint64_t seed) {
    const auto draw = [&aimed, aim, seed](std::size_t first, std::span<Ray<float>> rays) {
        Random random(seed, std::uint64_t(aim) << 40 | first / rays_of_block);
        for (auto& ray : rays) ray = aimed(aim, random);
    };
    return consecutive_rays(aimed.has(aim) ? count : 0, draw,
                            AimedRays::farthest_start(aimed.box()));
}

RaySource listed_rays(std::vector<Ray<float>> rays, const Vec<double>& eye) {
    const auto list = std::make_shared<const std::vector<Ray<float>>>(std::move(rays));
    const auto read = [list](std::size_t first, std::span<Ray<float>> block) {
        std::copy_n(list->begin() + std::ptrdiff_t(first), block.size(), block.begin());
    };
    return consecutive_rays(list->size(), read, eye);
}

RaySource grid_rays(const Box& box, Axis axis, int width, int height) {
    const Vec<double> lo(box.lo), hi(box.hi);
    const double away = box.diagonal() / 2;
    const int w = int(axis) % 3, u = (w + 1) % 3, v = (w + 2) % 3;
    const bool negative = axis >= Axis::minus_x;
    Vec<double> corner = lo;
    corner[w] = negative ? hi[w] + away : lo[w] - away;
    Vec<float> d(0);
    d[w] = negative ? -1.0f : 1.0f;
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

Ray<float> ray_at(const RaySource& source, std::size_t number) {
    return source.batch(number / rays_of_block).rays[number % rays_of_block];
}

RaySource some_batches(const RaySource& source) {
    const std::size_t stride = stride_for(source.batches, most_batches);
    RaySource some = source;
    some.batches = (source.batches + stride - 1) / stride;
    some.count = source.count / stride;
    some.batch = [batch = source.batch, stride](std::size_t index) {
        return batch(index * stride);
    };
    return some;
}

RaySource spread(const RaySource& source, std::size_t most) {
    const std::size_t stride = stride_for(source.count, most);
    return part_of(source, [stride](std::size_t number) { return number % stride == 0; });
}

RaySource with_others(const RaySource& source, RayNumbers numbers, std::size_t most) {
    const std::size_t others = source.count <= most ? most : most - numbers.size();
    const std::size_t stride = stride_for(source.count, others);
    return part_of(source, [stride, kept = std::move(numbers)](std::size_t number) {
        return number % stride == 0 || std::ranges::binary_search(kept, number);
    });
}

RayNumbers thinned(RayNumbers numbers, std::size_t most) {
    std::ranges::sort(numbers);
    const std::size_t stride = stride_for(numbers.size(), most);
    RayNumbers kept;
    for (std::size_t k = 0; k < numbers.size(); k += std::max(stride, std::size_t{1}))
        kept.push_back(numbers[k]);
    return kept;
}

}  // namespace hitmiss
