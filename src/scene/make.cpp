#include "scene/make.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/spec.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

constexpr MeshKind kinds[]{
    {"atrium",
     "hall of columns, arches, balustrades and long thin mouldings, 10 x 9 x 24, all parts "
     "closed",
     30'000, 4388, true, make_atrium},
    {"cube", "cube with corners at +-1", 12, 12, false, make_divided_cube},
    {"divided-cube",
     "the same with sides of n x n squares, each two triangles, n = round(sqrt(faces / 12))", 192,
     12, false, make_divided_cube},
    {"grid", "square at z = 0, x and y in [-1, 1], n x n cells, n = round(sqrt(faces / 2))", 32, 2,
     false, make_grid},
    {"icosphere", "unit sphere, subdivided icosahedron of 20, 80, 320, ... faces", 320, 20, false,
     make_icosphere},
    {"scan",
     "closed lump of radius about 1 with noisy vertices, 12 n x n faces, n = "
     "round(sqrt(faces / 12))",
     100'000, 12, true, make_scan},
    {"sliver-fan", "sector of 120 degrees of the unit disc, cut into thin triangles", 120, 1, false,
     make_sliver_fan},
    {"soup", "loose random triangles in the unit cube", 1000, 1, true, make_soup},
    {"terrain", "fractal height field, x and z in [-1, 1], cells as in grid", 20'000, 2, true,
     make_terrain},
    {"torus-knot",
     "closed bumpy tube around a (2, 3) torus knot, n = round(sqrt(faces / 24)) corners "
     "around, round(faces / 2n) rings",
     100'000, 600, true, make_torus_knot},
};

/// "; grid, icosphere and so on have it", of the number of faces.
std::string sized_kinds() {
    std::vector<std::string_view> names;
    for (const MeshKind& kind : kinds)
        if (kind.least_faces < kind.faces) names.push_back(kind.name);
    return fmt::format("; {} have it", fmt::join(names, ", "));
}

const MeshKind& find_kind(std::string_view name) {
    std::vector<std::string_view> names;
    for (const MeshKind& kind : kinds) {
        if (kind.name == name) return kind;
        names.push_back(kind.name);
    }
    throw Error(Exit::usage, "no mesh '{}'; {}the meshes are {}", name, did_you_mean(name, names),
                fmt::join(names, ", "));
}

}  // namespace

std::span<const MeshKind> mesh_kinds() {
    return kinds;
}

bool names_mesh_kind(std::string_view text) {
    return std::ranges::find(kinds, text.substr(0, text.find(':')), &MeshKind::name) !=
           std::end(kinds);
}

Mesh make_mesh(std::string_view text) {
    const Spec spec = parse_spec(text);
    const MeshKind& kind = find_kind(spec.name);
    std::vector<std::string_view> keys;
    if (kind.least_faces < kind.faces) keys.push_back("faces");
    if (kind.seeded) keys.push_back("seed");
    std::uint64_t faces = std::uint64_t(kind.faces), seed = 1;
    for (const auto& [key, value] : spec.settings) {
        if (key.empty() && std::ranges::find(keys, value) != keys.end())
            throw Error(Exit::usage, "mesh {}: {} lacks its number; {}={} would be right", text,
                        value, value, value == "faces" ? faces : seed);
        if (std::ranges::find(keys, key) == keys.end())
            throw Error(Exit::usage, "mesh {} has no setting '{}'; {}it has {}{}", kind.name,
                        key.empty() ? value : key, keys.empty() ? "" : did_you_mean(key, keys),
                        keys.empty() ? "none" : fmt::format("{}", fmt::join(keys, ", ")),
                        key == "faces" ? sized_kinds() : "");
        if (std::ranges::count(spec.settings, key, &decltype(spec.settings)::value_type::first) > 1)
            throw Error(Exit::usage, "'{}' is given twice in {}; once is right", key, text);
        const bool sized = key == "faces";
        const std::uint64_t least = sized ? std::uint64_t(kind.least_faces) : 0,
                            most = sized ? max_made_triangles : UINT64_MAX;
        const auto number = parse_number<std::uint64_t>(value);
        if (!number || *number < least || *number > most)
            throw Error(Exit::usage, "{}={}: not a whole number from {} to {}", key, value, least,
                        most);
        (sized ? faces : seed) = *number;
    }
    Mesh mesh;
    mesh.triangles = kind.make(int(faces), seed);
    return mesh;
}

int cells_per_side(double faces) {
    return int(std::lround(std::sqrt(faces / 2)));
}

Triangles lattice(int columns, int rows, const std::function<Vec<float>(int, int)>& corner) {
    std::vector<Vec<float>> corners;
    for (int row = 0; row <= rows; ++row)
        for (int column = 0; column <= columns; ++column) corners.push_back(corner(column, row));
    Triangles triangles;
    triangles.reserve(2 * corners.size());
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const Vec<float>* const low =
                &corners[std::size_t(row) * std::size_t(columns + 1) + std::size_t(column)];
            const Vec<float>* const high = low + columns + 1;
            triangles.emplace_back(low[0], low[1], high[1]);
            triangles.emplace_back(low[0], high[1], high[0]);
        }
    return triangles;
}

}  // namespace hitmiss
