#include "scene/mesh.hpp"

#include <array>
#include <bit>
#include <boost/functional/hash.hpp>
#include <cmath>
#include <unordered_map>

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

SharedVertices shared_vertices(const std::vector<Triangle<float>>& triangles) {
    using Bits = std::array<std::uint32_t, 3>;
    std::unordered_map<Bits, std::uint32_t, boost::hash<Bits>> numbers;
    numbers.reserve(triangles.size() / 2 + 3);
    SharedVertices shared;
    const auto number = [&](const Vec<float>& p) {
        const auto [place, added] =
            numbers.try_emplace(std::bit_cast<Bits>(p), std::uint32_t(shared.vertices.size()));
        if (added) shared.vertices.push_back(p);
        return place->second;
    };
    shared.corners.reserve(triangles.size());
    for (const auto& [a, b, c] : triangles) {
        const std::uint32_t first = number(a), second = number(b), third = number(c);
        shared.corners.push_back({first, second, third});
    }
    return shared;
}

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
