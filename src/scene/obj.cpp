#include "scene/obj.hpp"

#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/functional/hash.hpp>
#include <iterator>
#include <sstream>
#include <unordered_map>

#include "base/error.hpp"
#include "base/loop_error.hpp"
#include "scene/material.hpp"
#include "scene/obj_text.hpp"
#include "scene/triangulate.hpp"

namespace hitmiss {
namespace {

using MaterialIndex = std::unordered_map<std::string, std::uint32_t>;

/// Builds a part of the mesh from what tinyobjloader calls back with.
struct Assembly {
    const std::vector<Vec<float>>& vertices;
    const MaterialIndex& material_index;
    std::span<Triangle<float>> triangles;
    std::span<std::uint32_t> materials;  ///< of the triangles
    std::uint32_t material = 0;
    std::size_t built = 0;
    std::string unknown_material{};  ///< the first one
    std::size_t degenerate = 0, crossing = 0;
    std::vector<Vec<float>> corners{};
    std::vector<std::array<std::uint32_t, 3>> split{};

    void use_material(std::string name) {
        const auto found = material_index.find(name);
        material = found == material_index.end() ? 0 : found->second;
        if (material == 0 && unknown_material.empty()) unknown_material = std::move(name);
    }

    void add_face(std::span<const tinyobj::index_t> face) {
        const auto corner = [&](std::size_t k) -> const Vec<float>& {
            return vertices.at(std::size_t(face[k].vertex_index) - 1);
        };
        // Most are triangles, and a list's corners would be stored only to wait for them.
        if (face.size() == 3) return add_triangle({corner(0), corner(1), corner(2)});
        corners.clear();
        for (std::size_t k = 0; k < face.size(); ++k) corners.push_back(corner(k));
        split.clear();
        if (!triangulate(corners, split)) ++crossing;
        for (const auto& [a, b, c] : split) add_triangle({corners[a], corners[b], corners[c]});
    }

    void add_triangle(const Triangle<float>& tri) {
        if (built == triangles.size())
            throw Error(Exit::bug, "the mesh library sees more triangles than the guard");
        triangles[built] = tri;
        materials[built] = material;
        if (is_degenerate(tri)) ++degenerate;
        ++built;
    }
};

/// The library finds the structure. Vertices are left to the guard: of the library's numbers one
/// in some million is not the nearest float, and they go through pow(), which differs between
/// machines.
void parse(std::string text, Assembly& assembly) {
    tinyobj::callback_t callbacks;
    callbacks.usemtl_cb = [](void* data, const char* name, int) {
        static_cast<Assembly*>(data)->use_material(name);
    };
    callbacks.index_cb = [](void* data, tinyobj::index_t* indices, int count) {
        static_cast<Assembly*>(data)->add_face({indices, std::size_t(count)});
    };
    std::istringstream stream(std::move(text));
    tinyobj::LoadObjWithCallback(stream, callbacks, &assembly);
}

/// The parts of a mesh in the order of the texts, some at a time, so that texts are freed as the
/// mesh grows; enough of them that threads seldom wait for each other.
std::vector<Assembly> assemble(GuardedObj& obj, const MaterialIndex& material_index, Mesh& mesh) {
    const std::size_t at_once = std::max<std::size_t>(2, obj.texts.size() / 32);
    std::vector<Assembly> parts;
    LoopError error;
    for (std::size_t first = 0; first < obj.texts.size(); first += at_once) {
        const std::size_t last = std::min(first + at_once, obj.texts.size());
        for (std::size_t k = first; k < last; ++k) {
            const std::size_t begin = mesh.triangles.size(), count = obj.texts[k].triangles;
            // Within what is reserved: earlier parts stay where they are.
            mesh.triangles.resize(begin + count), mesh.material.resize(begin + count);
            parts.push_back({obj.vertices, material_index,
                             std::span(mesh.triangles).subspan(begin, count),
                             std::span(mesh.material).subspan(begin, count)});
        }
#pragma omp parallel for schedule(dynamic)
        for (std::size_t k = first; k < last; ++k)
            error.guard([&] { parse(std::move(obj.texts[k].text), parts[k]); });
    }
    error.rethrow();
    return parts;
}

}  // namespace

Mesh load_obj(const std::filesystem::path& path, std::size_t piece) {
    auto obj = guard_obj(path, piece);
    Mesh mesh;
    mesh.warnings = std::move(obj.warnings);
    mesh.triangles.reserve(obj.triangles);
    mesh.material.reserve(obj.triangles);
    const bool all_opened = load_materials(path, obj.libraries, mesh);

    MaterialIndex material_index;
    for (std::uint32_t k = 1; k < mesh.materials.size(); ++k)
        material_index.try_emplace(mesh.materials[k].name, k);
    std::string unknown_material;
    std::size_t degenerate = 0, crossing = 0;
    for (const Assembly& part : assemble(obj, material_index, mesh)) {
        if (unknown_material.empty()) unknown_material = part.unknown_material;
        degenerate += part.degenerate, crossing += part.crossing;
    }

    const auto warn = [&](const std::string& message) {
        mesh.warnings.push_back(path.string() + ": " + message);
    };
    // A library that was not opened has had its warning.
    if (all_opened && !unknown_material.empty())
        warn(fmt::format("no material {} in a material file; the default is used",
                         quote(unknown_material)));
    if (degenerate != 0) warn(fmt::format("triangles without area: {}", degenerate));
    if (crossing != 0) warn(fmt::format("faces whose outline crosses itself: {}", crossing));
    return mesh;
}

std::string to_obj(const Mesh& mesh) {
    using Bits = std::array<std::uint32_t, 3>;
    std::unordered_map<Bits, std::size_t, boost::hash<Bits>> numbers;
    numbers.reserve(mesh.triangles.size() / 2 + 3);
    std::string vertices, faces;
    const auto number = [&](const Vec<float>& p) {
        const auto [place, added] = numbers.try_emplace(std::bit_cast<Bits>(p), numbers.size() + 1);
        if (added) fmt::format_to(std::back_inserter(vertices), "v {} {} {}\n", p.x, p.y, p.z);
        return place->second;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        const std::size_t first = number(a), second = number(b), third = number(c);
        fmt::format_to(std::back_inserter(faces), "f {} {} {}\n", first, second, third);
    }
    return vertices + faces;
}

}  // namespace hitmiss
