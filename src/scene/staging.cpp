#include "scene/staging.hpp"

#include <algorithm>
#include <cmath>
#include <glm/matrix.hpp>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/math.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

/// A rotation whose columns are off all axes.
const glm::dmat3 turn(Vec<double>(2, 3, 6) / 7.0, Vec<double>(3, -6, 2) / 7.0,
                      Vec<double>(6, 2, -3) / 7.0);

std::size_t without_area(std::span<const Triangle<float>> triangles) {
    return triangles.size() - std::size_t(std::ranges::count_if(triangles, has_area<float>));
}

std::string lost_text(std::size_t count) {
    return fmt::format("{} of the mesh's triangles {} area", with_separators(count),
                       count == 1 ? "loses its" : "lose their");
}

}  // namespace

Vec<double> snapped(const Vec<double>& point, double grid) {
    return grid * glm::roundEven(point / grid);
}

double unit_of(Over over, const Scene& scene) {
    if (over != Over::distance) return 1;
    const double diagonal = bounds(scene.mesh.triangles).diagonal();
    const double exponent = diagonal > 0 ? std::floor(common_logarithm(diagonal)) : 0;
    return *parse_number<double>(fmt::format("1e{:.0f}", exponent));
}

Ray<float> Stage::operator()(const Ray<float>& ray) const {
    const Vec<float> o(map(Vec<double>(ray.o)));
    return {o, turns ? Vec<float>(glm::normalize(map.linear * Vec<double>(ray.d))) : ray.d};
}

Staging::Staging(Over over, const Scene& scene, double farthest, const Vec<double>& along)
    : over_(over),
      triangles_(scene.mesh.triangles),
      camera_(scene.camera),
      away_(along / glm::length(along)) {
    back_ = glm::normalize(camera_.eye - camera_.look_at);
    right_ = glm::normalize(glm::cross(camera_.up, back_));
    up_ = glm::cross(back_, right_);
    flat_ = without_area(triangles_);
    if (over != Over::distance) return;

    const Box box = bounds(triangles_);
    const Vec<double> middle(box.centre());
    // Aimed rays start no farther from the middle than two diagonals.
    const double reach = std::max({2 * box.diagonal(), largest_size(camera_.eye - middle),
                                   largest_size(camera_.look_at - middle)});
    const double most = farthest * largest_size(away_) + reach;
    if (!(most < max_coordinate))
        throw Error(Exit::usage, "--to {}: too far; coordinates stay within +-1e30",
                    number_text(farthest));
    grid_ = std::ldexp(1, std::ilogb(most) - 23);
    const auto settle = [&](const Vec<double>& p) { return snapped(p - middle, grid_); };
    move_vertices(triangles_, settle);
    camera_.eye = settle(camera_.eye), camera_.look_at = settle(camera_.look_at);
    const std::size_t flat = without_area(triangles_);
    const auto fault = fault_of(camera_);
    if (flat > flat_ || fault)
        throw Error(Exit::usage,
                    "--to {}: floats there lie {} apart, and {}; choose a smaller --to",
                    number_text(farthest), number_text(grid_, 2),
                    flat > flat_ ? lost_text(flat - flat_)
                                 : fmt::format("the camera's {}: {}", fault->key, fault->text));
}

Stage Staging::at(double step) const {
    Stage stage{{}, over_ == Over::aspect || over_ == Over::grazing, triangles_, {}};
    auto& map = stage.map;
    // Maps p to p + along (axis . p), then rotates it.
    const auto move = [&](const Vec<double>& axis, const Vec<double>& along) {
        map.linear = turn * (glm::dmat3(1) + glm::outerProduct(along, axis));
    };
    if (over_ == Over::distance) map.translation = snapped(step * away_, grid_);
    if (over_ == Over::size) map.linear *= step;
    if (over_ == Over::aspect) move(up_, (1 / step - 1) * up_);
    if (over_ == Over::grazing) {
        const auto [sine, cosine] = sine_cosine(step * (pi<double> / 180));
        move(back_, cosine * right_ + (sine - 1) * back_);
    }
    move_vertices(stage.triangles, stage.map);
    // The eye as rays start from it.
    stage.eye = Vec<double>(Vec<float>(stage.map(Vec<double>(Vec<float>(camera_.eye)))));
    const Box box = bounds(stage.triangles);
    const double size = std::max({largest_size(Vec<double>(box.lo)),
                                  largest_size(Vec<double>(box.hi)), largest_size(stage.eye)});
    if (!(size < max_coordinate))
        throw Error(Exit::usage, "{} {}: the scene grows too large; it stays within +-1e30",
                    row_of(over_).name, number_text(step));
    const std::size_t flat = without_area(stage.triangles);
    if (flat > flat_)
        throw Error(Exit::usage, "{} {}: {} in float", row_of(over_).name, number_text(step),
                    lost_text(flat - flat_));
    return stage;
}

}  // namespace hitmiss
