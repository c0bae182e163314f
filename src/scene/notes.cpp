#include "scene/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <mutex>

#include "base/math.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

/// A mesh this many times as wide as nearly all of it leaves that part 16 of 512 pixels.
constexpr double too_wide = 32;
/// A grid of floats with fewer cells across the mesh changes its shape.
constexpr double least_cells = 1000;

std::string point_text(const Vec<double>& p, std::string_view separator = ", ") {
    return fmt::format("{1}{0}{2}{0}{3}", separator, number_text(p.x, 4), number_text(p.y, 4),
                       number_text(p.z, 4));
}

double longest_side(const Box& box) {
    const Vec<double> sides = Vec<double>(box.hi) - Vec<double>(box.lo);
    return std::max({sides.x, sides.y, sides.z});
}

/// The box of about 98 of 100 triangles: of a sample, without the outermost hundredth, or the
/// outermost one, on every side.
Box middle_of(const std::vector<Triangle<float>>& triangles) {
    const std::size_t step = 1 + triangles.size() / 10'000;
    Box middle;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> least, most;
        for (std::size_t k = 0; k < triangles.size(); k += step) {
            const auto& [a, b, c] = triangles[k];
            least.push_back(std::min({a[axis], b[axis], c[axis]}));
            most.push_back(std::max({a[axis], b[axis], c[axis]}));
        }
        const auto cut = std::ptrdiff_t((least.size() + 99) / 100);
        const auto low = least.begin() + cut, high = most.end() - 1 - cut;
        std::ranges::nth_element(least, low);
        middle.lo[axis] = *low;
        std::ranges::nth_element(most, high);
        middle.hi[axis] = *high;
    }
    return middle;
}

SceneNote stray_note(const Scene& scene, const Box& all) {
    const auto& triangles = scene.mesh.triangles;
    constexpr std::size_t fewest = 5;  // of less than that none is stray
    if (!scene.framed || triangles.size() < fewest) return {};
    const Box middle = middle_of(triangles);
    if (longest_side(middle) * too_wide >= longest_side(all)) return {};
    // What lies near the middle, and what does not.
    const Vec<float> margin(float(longest_side(middle)));
    const Box around{middle.lo - margin, middle.hi + margin};
    Box near;
    std::size_t far_away = 0, stray = 0;
    for (std::size_t k = 0; k < triangles.size(); ++k) {
        const auto& [a, b, c] = triangles[k];
        if (around.holds(a) && around.holds(b) && around.holds(c)) {
            near.include(bounds(triangles[k]));
        } else if (far_away++ == 0) {
            stray = k;
        }
    }
    if (far_away == 0 || far_away > std::max<std::size_t>(1, triangles.size() / 10) ||
        !(longest_side(near) > 0))
        return {};
    const Camera closer = framing_camera(near, double(scene.width) / scene.height, scene.camera);
    return {fmt::format("all but {} of {} triangles take up about {} % of the picture's width, "
                        "because triangle {}{} lies far away, at ({}). Remove it",
                        with_separators(far_away), with_separators(triangles.size()),
                        number_text(100 * longest_side(near) / longest_side(all), 2), stray,
                        far_away == 1 ? "" : ", for example,",
                        point_text(Vec<double>(triangles[stray].a))),
            fmt::format(", or look at the others: --eye {} --look-at {}",
                        point_text(closer.eye, ","), point_text(closer.look_at, ","))};
}

/// Triangles so small that products of their edges underflow.
SceneNote tiny_note(const std::vector<Triangle<float>>& triangles) {
    const auto underflows = [](double width) { return width * width * width < least_normal_float; };
    // A mean is at least a part of its sum: most meshes are done after their first triangle.
    double width = 0, sum = 0;
    for (const auto& tri : triangles) {
        sum += glm::length(normal(Triangle<double>(tri)));
        width = std::sqrt(sum / double(triangles.size()));
        if (!underflows(width)) return {};
    }
    if (width == 0) return {};
    return {fmt::format(
        "triangles are typically {} wide, and products of three such lengths are below {}, where "
        "floats lose their digits: tests in float fail, and in double those with a fixed "
        "tolerance. Scale the mesh up, or use double",
        number_text(width, 2), number_text(least_normal_float, 2))};
}

/// Triangles so large that products of their edges overflow.
SceneNote huge_note(const std::vector<Triangle<float>>& triangles, const Box& all) {
    const auto overflows = [](double width) {
        return width * width * width > std::numeric_limits<float>::max();
    };
    if (!overflows(longest_side(all))) return {};
    const auto huge = std::ranges::count_if(triangles, [&](const Triangle<float>& tri) {
        return overflows(std::sqrt(glm::length(normal(Triangle<double>(tri)))));
    });
    if (huge == 0) return {};
    return {fmt::format(
        "{} of {} triangles are so large that products of three of their lengths exceed {}, the "
        "largest float: there tests in float fail. Scale the mesh down, or use double",
        with_separators(std::uint64_t(huge)), with_separators(triangles.size()),
        number_text(double(std::numeric_limits<float>::max()), 2))};
}

/// The same number for the same nine coordinates, whatever their order; cheap.
std::uint64_t number_of_coordinates(const Triangle<float>& tri) {
    std::uint64_t sum = 0;
    for (const auto& corner : {tri.a, tri.b, tri.c})
        for (int axis = 0; axis < 3; ++axis) {
            const std::uint64_t bits = std::bit_cast<std::uint32_t>(corner[axis] + 0.0f);
            sum += bits * bits;
        }
    return mixed(sum);
}

/// The same number for the same three corners, whatever their order; hardly ever for others.
std::uint64_t number_of_corners(const Triangle<float>& tri) {
    std::uint64_t sum = 0;
    for (const auto& corner : {tri.a, tri.b, tri.c}) {
        std::uint64_t one = 0;
        // + 0 makes -0 the same as 0.
        for (int axis = 0; axis < 3; ++axis)
            one = mixed(one + std::bit_cast<std::uint32_t>(corner[axis] + 0.0f));
        sum += one;
    }
    return mixed(sum);
}

/// How many triangles are copies of others: among those whose coordinates have certain numbers, one
/// of `share`, a power of two. Copies have the same number.
std::size_t copies_among(const std::vector<Triangle<float>>& triangles, std::uint64_t share) {
    constexpr std::size_t block_size = 1 << 14;
    std::vector<std::uint64_t> numbers;
    std::mutex adding;
    parallel_for((triangles.size() + block_size - 1) / block_size, [&](std::size_t b) {
        std::vector<std::uint64_t> own;
        for (const auto& tri : block_of(triangles, block_size, b))
            if ((number_of_coordinates(tri) & (share - 1)) == 0)
                own.push_back(number_of_corners(tri));
        const std::scoped_lock lock(adding);
        numbers.insert(numbers.end(), own.begin(), own.end());
    });
    std::ranges::sort(numbers);
    return std::size_t(numbers.end() - std::unique(numbers.begin(), numbers.end()));
}

SceneNote doubled_note(const std::vector<Triangle<float>>& triangles) {
    // In most meshes a few triangles tell that there are no copies.
    if (copies_among(triangles, std::bit_ceil(1 + triangles.size() / 5000)) == 0) return {};
    const std::uint64_t share = std::bit_ceil(1 + triangles.size() / 100'000);
    const std::size_t copies = copies_among(triangles, share);
    if (copies * share * 100 < triangles.size()) return {};
    const bool all_twice = 2 * copies * share == triangles.size();
    return {fmt::format("{}{} of {} triangles {} on another one, corner on corner. Where a ray "
                        "meets both, either is a right answer, and one that faces away is drawn "
                        "darker: pictures may be speckled{}",
                        share > 1 ? "about " : "", with_separators(copies * share),
                        with_separators(triangles.size()), copies * share == 1 ? "lies" : "lie",
                        all_twice ? ". Every face is there twice: remove the copies" : ""),
            all_twice ? " and run again" : ""};
}

}  // namespace

Coarseness coarseness_at(float largest) {
    return {largest, double(std::nextafter(largest, INFINITY)) - double(largest)};
}

Coarseness coarseness_of(const Box& all) {
    return coarseness_at(std::max(largest_size(all.lo), largest_size(all.hi)));
}

SceneNote coarse_note(const Box& all) {
    const auto [largest, apart] = coarseness_of(all);
    const double side = longest_side(all);
    if (!(side > 0) || apart * least_cells <= side) return {};
    const Vec<double> centre = 0.5 * (Vec<double>(all.lo) + Vec<double>(all.hi));
    return {fmt::format("coordinates reach {}, where floats are {} apart, but the mesh is only {} "
                        "wide: its shape is rounded to that grid. Move it to the origin before it "
                        "is stored as floats",
                        with_separators(number_text(double(largest), 4)), number_text(apart, 3),
                        number_text(side, 3)),
            fmt::format("; translate = [{}] in a scene's [[mesh]] moves what is already rounded",
                        point_text(Vec<double>(0) - centre))};
}

std::vector<SceneNote> notes_on(const Scene& scene) {
    const auto& triangles = scene.mesh.triangles;
    if (triangles.empty()) return {};
    const Box all = bounds(triangles);
    std::vector<SceneNote> notes{stray_note(scene, all), coarse_note(all), tiny_note(triangles),
                                 huge_note(triangles, all), doubled_note(triangles)};
    std::erase_if(notes, [](const SceneNote& note) { return note.text.empty(); });
    return notes;
}

std::string empty_rays_note(const Scene& scene, std::string_view rays) {
    const Box all = bounds(scene.mesh.triangles);
    return fmt::format("no ray{} meets the mesh, which lies between ({}) and ({})", rays,
                       point_text(Vec<double>(all.lo)), point_text(Vec<double>(all.hi)));
}

std::string empty_picture_note(const Scene& scene) {
    return fmt::format("{}. The camera is at ({}) and looks at ({}){}",
                       empty_rays_note(scene, " of the picture"), point_text(scene.camera.eye),
                       point_text(scene.camera.look_at),
                       scene.framed ? "" : "; without eye and look-at it shows the whole mesh");
}

}  // namespace hitmiss
