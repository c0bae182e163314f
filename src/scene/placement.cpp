#include "scene/placement.hpp"

#include <array>
#include <cmath>

#include "methods/math.hpp"

namespace hitmiss {
namespace {

SineCosine of_degrees(double degrees) {
    const double quarter = std::floor(degrees / 90 + 0.5);
    const auto [s, c] = sine_cosine((degrees - 90 * quarter) * (pi<double> / 180));
    const auto turns = static_cast<long long>(quarter) & 3;
    if (turns == 0) return {s, c};
    if (turns == 1) return {c, -s};
    if (turns == 2) return {-s, -c};
    return {-c, s};
}

}  // namespace

void place(Mesh& mesh, const Placement& placement) {
    std::array<SineCosine, 3> turn;
    for (int axis = 0; axis < 3; ++axis)
        turn[static_cast<std::size_t>(axis)] = of_degrees(placement.rotate[axis]);
    const auto move = [&](Vec<float>& vertex) {
        Vec<double> p = placement.scale * Vec<double>(vertex);
        for (int axis = 0; axis < 3; ++axis) {
            const auto [s, c] = turn[static_cast<std::size_t>(axis)];
            double &u = p[(axis + 1) % 3], &v = p[(axis + 2) % 3];
            const double old = u;
            u = c * old - s * v;
            v = s * old + c * v;
        }
        vertex = Vec<float>(p + placement.translate);
    };
    for (auto& [a, b, c] : mesh.triangles) move(a), move(b), move(c);
}

}  // namespace hitmiss
