#include "judge/some_rays.hpp"

#include <algorithm>

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
