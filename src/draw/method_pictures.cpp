#include "draw/method_pictures.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "draw/traced.hpp"

namespace hitmiss {
namespace {

/// Where a wrong triangle has the colour of one that would be right.
SamePicture same_picture(const Scene& scene, const Comparison& comparison, std::size_t m,
                         const Shader& shade) {
    const PrimaryRays rays = scene.rays();
    SamePicture same(scene.width, scene.height);
    const auto width = std::size_t(scene.width);
    for (const auto& [pixel, answer] : comparison.columns[m].wrong_triangles) {
        const auto ray = rays(int(pixel % width), int(pixel / width));
        const Rgb shown = to_rgb(shade(ray, comparison.columns[m].hits[pixel]));
        const auto looks_alike = [&, t = answer.t](std::uint32_t triangle) {
            return to_rgb(shade(ray, {t, triangle})) == shown;
        };
        same.pixels[pixel] = std::ranges::any_of(answer.triangles, looks_alike);
    }
    return same;
}

MethodPictures pictures_of(const Scene& scene, const Comparison& comparison, std::size_t m,
                           const Rectangle& crop, const Shader& shade) {
    const PrimaryRays rays = scene.rays();
    const std::vector<Hit>& hits = comparison.columns[m].hits;
    Picture picture(crop.width, crop.height), greys = picture;  // white where nothing is seen
    // Normals and weights are read from colours; all else is grey, as hues mean outcomes.
    const bool hues = has_hues(scene.shading);
    for (int y = 0; y < crop.height; ++y) {
        const std::size_t first = comparison.pixel(crop.x, crop.y + y);
        for (int x = 0; x < crop.width; ++x)
            picture.at(x, y) =
                to_rgb(shade(rays(crop.x + x, crop.y + y), hits[first + std::size_t(x)]));
        // A separate loop: reading a pixel right after storing its bytes would stall.
        for (int x = 0; x < crop.width; ++x)
            if (comparison.covered[first + std::size_t(x)])
                greys.at(x, y) = map_grey(picture.at(x, y));
        for (int x = 0; x < crop.width && !hues; ++x) picture.at(x, y) = neutral(picture.at(x, y));
    }
    OutcomeMap outcomes(scene.width, scene.height);
    outcomes.pixels = comparison.columns[m].outcomes, outcomes = cropped(outcomes, crop);
    const SamePicture same = same_picture(scene, comparison, m, shade);
    Picture map = painted(std::move(greys), outcomes, cropped(same, crop));
    return {std::move(picture), std::move(map), std::move(outcomes),
            std::uint64_t(std::ranges::count(same.pixels, 1))};
}

}  // namespace

std::vector<MethodPictures> method_pictures(const Scene& scene, const Comparison& comparison,
                                            const Rectangle& crop) {
    const bool depth = scene.shading == Shading::depth;
    const Shader shade(scene, depth ? bounds(scene.mesh.triangles) : Box());
    std::vector<MethodPictures> pictures(comparison.columns.size());
    parallel_for(pictures.size(), [&](std::size_t m) {
        pictures[m] = pictures_of(scene, comparison, m, crop, shade);
    });
    return pictures;
}

std::vector<LegendEntry> CountedErrors::legend() const {
    std::vector<LegendEntry> entries;
    for (const OutcomeRow& row : rows) {
        entries.push_back(legend_entry(row));
        if (row.count == &OutcomeCounts::wrong_triangle && unseen)
            entries.push_back({palette::unchanged, "wrong, unseen"});
    }
    return entries;
}

std::vector<std::uint64_t> CountedErrors::counts(const OutcomeCounts& outcomes,
                                                 std::uint64_t unseen_ones) const {
    std::vector<std::uint64_t> numbers;
    for (const OutcomeRow& row : rows) {
        const bool split = row.count == &OutcomeCounts::wrong_triangle && unseen;
        numbers.push_back(outcomes.*row.count - (split ? unseen_ones : 0));
        if (split) numbers.push_back(unseen_ones);
    }
    return numbers;
}

}  // namespace hitmiss
