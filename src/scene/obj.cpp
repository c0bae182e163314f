#include "scene/obj.hpp"

#include <tiny_obj_loader.h>

#include <array>
#include <bit>
#include <boost/functional/hash.hpp>
#include <iterator>
#include <sstream>
#include <unordered_map>

#include "scene/material.hpp"
#include "scene/obj_guard.hpp"
#include "scene/obj_text.hpp"
#include "scene/triangulate.hpp"

namespace hitmiss {
namespace {

/// Builds the mesh from what tinyobjloader calls back with.
struct Assembly {
    Mesh& mesh;
    const std::vector<Vec<float>>& vertices;
    std::unordered_map<std::string, std::uint32_t> material_index{};
    std::size_t vertices_read = 0;
    std::uint32_t material = 0;
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
        corners.clear();
        for (const auto& corner : face) {
            const auto index = corner.vertex_index;  // from 1, or backwards from -1
            corners.push_back(vertices.at(index > 0 ? std::size_t(index) - 1
                                                    : vertices_read - std::size_t(-index)));
        }
        split.clear();
        if (!triangulate(corners, split)) ++crossing;
        for (const auto& [a, b, c] : split) {
            mesh.triangles.emplace_back(corners[a], corners[b], corners[c]);
            mesh.material.push_back(material);
            if (is_degenerate(mesh.triangles.back())) ++degenerate;
        }
    }
};

/// The library finds the structure. Its numbers are left alone: one in some million is not the
/// nearest float, and they go through pow(), which differs between machines.
void parse(std::vector<std::string> text, Assembly& assembly) {
    tinyobj::callback_t callbacks;
    callbacks.vertex_cb = [](void* data, float, float, float, float) {
        ++static_cast<Assembly*>(data)->vertices_read;
    };
    callbacks.usemtl_cb = [](void* data, const char* name, int) {
        static_cast<Assembly*>(data)->use_material(name);
    };
    callbacks.index_cb = [](void* data, tinyobj::index_t* indices, int count) {
        static_cast<Assembly*>(data)->add_face({indices, std::size_t(count)});
    };
    for (std::string& piece : text) {
        std::istringstream stream(std::move(piece));
        tinyobj::LoadObjWithCallback(stream, callbacks, &assembly);
    }
}

}  // namespace

Mesh load_obj(const std::filesystem::path& path) {
    auto obj = guard_obj(path);
    Mesh mesh;
    mesh.warnings = std::move(obj.warnings);
    mesh.triangles.reserve(obj.triangles);
    mesh.material.reserve(obj.triangles);
    const bool all_opened = load_materials(path, obj.libraries, mesh);

    Assembly assembly{mesh, obj.vertices};
    for (std::uint32_t k = 1; k < mesh.materials.size(); ++k)
        assembly.material_index.try_emplace(mesh.materials[k].name, k);
    parse(std::move(obj.text), assembly);

    const auto warn = [&](const std::string& message) {
        mesh.warnings.push_back(path.string() + ": " + message);
    };
    // A library that was not opened has had its warning.
    if (all_opened && !assembly.unknown_material.empty())
        warn(fmt::format("no material {} in a material file; the default is used",
                         quote(assembly.unknown_material)));
    if (assembly.degenerate != 0)
        warn(fmt::format("triangles without area: {}", assembly.degenerate));
    if (assembly.crossing != 0)
        warn(fmt::format("faces whose outline crosses itself: {}", assembly.crossing));
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
