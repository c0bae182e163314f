#include "scene/mesh.hpp"

#include <array>
#include <cmath>

#include "base/math.hpp"

namespace hitmiss {
namespace {

SineCosine of_degrees(double degrees) {
    const double quarters = std::floor(degrees / 90 + 0.5);
    SineCosine turned = sine_cosine((degrees - 90 * quarters) * (pi<double> / 180));
    for (auto k = static_cast<long long>(quarters) & 3; k > 0; --k)
        turned = {turned.cos, -turned.sin};
    return turned;
}

/// The map p -> scaled and rotated p, before the translation.
auto turning(const Placement& placement) {
    const auto& angle = placement.rotate;
    const std::array turn{of_degrees(angle.x), of_degrees(angle.y), of_degrees(angle.z)};
    return [turn, scale = placement.scale](const Vec<double>& vertex) {
        Vec<double> p = scale * vertex;
        for (int axis = 0; axis < 3; ++axis) {
            const auto [s, c] = turn[std::size_t(axis)];
            double &u = p[(axis + 1) % 3], &v = p[(axis + 2) % 3];
            const double old = u;
            u = c * old - s * v;
            v = s * old + c * v;
        }
        return p;
    };
}

}  // namespace

void place(Mesh& mesh, const Placement& placement) {
    move_vertices(mesh.triangles, [&, turn = turning(placement)](const Vec<double>& vertex) {
        return turn(vertex) + placement.translate;
    });
}

Affine to_affine(const Placement& placement) {
    const auto turn = turning(placement);
    return {{turn({1, 0, 0}), turn({0, 1, 0}), turn({0, 0, 1})}, placement.translate};
}

}  // namespace hitmiss
