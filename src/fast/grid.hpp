#pragma once
// Rays through the pixels of a square grid: 64 x 64 in for_each_pixel's order (Z-order).

#include <cmath>
#include <optional>

#include "fast/view.hpp"
#include "scene/tiles.hpp"

namespace hitmiss {

/// Rays along a side of the grid.
inline constexpr std::size_t grid_side = tile_side;

/// Every other bit of a ray's number, from the lowest on, is its column; the others are its row.
constexpr std::uint32_t spread_bits(std::uint32_t bits) {
    bits = (bits | bits << 4) & 0x0f0f;
    bits = (bits | bits << 2) & 0x3333;
    return (bits | bits << 1) & 0x5555;
}

constexpr std::size_t ray_at(std::uint32_t column, std::uint32_t row) {
    return spread_bits(column) | spread_bits(row) << 1;
}

/// Columns, or rows, of the first 256 rays.
template <bool of_row>
constexpr std::array<float, 256> places_in_grid() {
    std::array<float, 256> all{};
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = float(of_row ? z_order[k].y : z_order[k].x);
    return all;
}
inline constexpr std::array column_of_ray = places_in_grid<false>(),
                            row_of_ray = places_in_grid<true>();
inline constexpr float grid_middle = float(grid_side - 1) / 2;

/// A view in which rays are seen at their pixels, counted from the middle of the grid; none if the
/// rays in its corners tell that there is no grid. Whether all rays are there must be checked.
inline std::optional<View> grid_view(std::span<const Ray<float>> rays) {
    using Real = Vec<double>;
    const auto ray = [&](std::uint32_t x, std::uint32_t y) { return Real(rays[ray_at(x, y)].d); };
    constexpr std::uint32_t last = grid_side - 1;
    const auto volume = [](const Real& a, const Real& b, const Real& c) {
        return glm::dot(glm::cross(a, b), c);
    };
    // Where rays go through the corners of a parallelogram, d11 w11 = d10 w10 + d01 w01 - d00 w00.
    const Real d00 = ray(0, 0), d10 = ray(last, 0), d01 = ray(0, last), d11 = ray(last, last);
    const double all = volume(d10, d01, d00);
    const Real corner = d00 * (-volume(d10, d01, d11) / all);
    const Real to_side = (d10 * (volume(d11, d01, d00) / all) - corner) / double(last);
    const Real to_top = (d01 * (volume(d10, d11, d00) / all) - corner) / double(last);
    const Real middle = corner + double(last) / 2 * (to_side + to_top);
    // The forms that are 1 for one of these directions and 0 for the others, `ahead` made 1 long.
    const Real ahead = glm::cross(to_side, to_top);
    const double size = std::copysign(glm::length(ahead), glm::dot(ahead, middle));
    const double depth = glm::dot(ahead, middle) / size;
    View view(rays[0].o, Vec<float>(middle));
    view.across = Vec<float>(glm::cross(to_top, middle) / size);
    view.up = Vec<float>(glm::cross(middle, to_side) / size);
    view.ahead = Vec<float>(ahead / size);
    view.to_side = Vec<float>(to_side / depth);
    view.to_top = Vec<float>(to_top / depth);
    view.to_middle = Vec<float>(middle / depth);
    view.scale = std::max(glm::length(view.across), glm::length(view.up));
    view.skew = 1.001f * (view.scale * (glm::length(view.to_side) + glm::length(view.to_top)) +
                          glm::length(view.to_middle));
    view.rounding = view.rounding_of_linear();
    // What view.hpp and form_in_view ask for; and no form of a corner, up to 2^100 away, overflows.
    const float longest = std::max(glm::length(view.to_side), glm::length(view.to_top));
    const bool suits = depth > 0 && view.scale >= float(grid_side) && view.scale <= 0x1p24f &&
                       view.scale * longest <= 4 && glm::length(view.to_middle) <= 3;
    return suits ? std::optional(view) : std::nullopt;
}

/// How far a ray may be seen from its pixel.
inline float grid_tolerance(const View& view) {
    return 32 * 0x1p-24f * view.scale;
}

}  // namespace hitmiss
