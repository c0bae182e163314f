#include "scene/mesh_file.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/limits.hpp"
#include "scene/number_table.hpp"
#include "scene/obj.hpp"
#include "scene/obj_parts.hpp"
#include "scene/ply.hpp"
#include "scene/stl.hpp"

namespace hitmiss {
namespace {

enum class Format { obj, stl, ply, table };

std::optional<Format> format_by_content(std::string_view bytes) {
    if (bytes.starts_with("\x93NUMPY")) return Format::table;
    if (is_ply(bytes)) return Format::ply;
    if (is_stl(bytes)) return Format::stl;
    return {};
}

Format format_by_ending(const std::filesystem::path& path) {
    const std::string ending = lower_ending(path);
    return ending == ".stl"                       ? Format::stl
           : ending == ".ply"                     ? Format::ply
           : ending == ".npy" || ending == ".csv" ? Format::table
                                                  : Format::obj;
}

/// Nine numbers a row, rounded once to floats.
Mesh mesh_of(const NumberTable& table) {
    const std::string& file = table.path();
    if (table.columns() != 9)
        throw bad_input(file, 0, "has {} numbers a row; nine, a, b and c, would be right",
                        table.columns());
    if (table.rows() > max_triangles) throw too_many_triangles(file);
    constexpr std::size_t at_once = 8192;  // rows that fit in a processor's cache
    SplitFaces faces;
    auto& triangles = faces.triangles;
    triangles.reserve(table.rows());
    for (std::size_t first = 0; first < table.rows(); first += at_once) {
        const auto corners = table.vectors(first, std::min(at_once, table.rows() - first));
        for (std::size_t k = 0; k < corners.size(); k += 3)
            triangles.emplace_back(corners[k], corners[k + 1], corners[k + 2]);
        for (std::size_t k = first; k < triangles.size(); ++k)
            if (!is_finite(triangles[k]))
                throw bad_input(file, 0,
                                "row {} (counted from 0): a coordinate is not a finite number in "
                                "the range of a float",
                                k);
    }
    faces.degenerate = std::size_t(std::ranges::count_if(triangles, is_degenerate));
    return mesh_of_faces(file, std::move(faces));
}

}  // namespace

std::string lower_ending(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = char(c + ('a' - 'A'));
    return ending;
}

bool is_mesh(const std::filesystem::path& path) {
    return std::ranges::find(mesh_endings, lower_ending(path)) != mesh_endings.end();
}

Mesh mesh_of_faces(const std::string& file, SplitFaces faces) {
    Mesh mesh;
    warn_of_faces(file, faces.degenerate, faces.crossing, mesh);
    mesh.triangles = std::move(faces.triangles);
    mesh.material.resize(mesh.triangles.size());
    return mesh;
}

Error too_many_triangles(const std::string& file) {
    return bad_input(file, 0, "more than {} triangles; split the mesh", max_triangles);
}

Mesh load_mesh(const std::filesystem::path& path) {
    const std::string file = path.string();
    auto bytes = read_bytes(path, max_mesh_bytes);
    const std::string_view content(bytes.data(), bytes.size());
    switch (format_by_content(content).value_or(format_by_ending(path))) {
        case Format::stl:
            return read_stl(file, std::move(bytes));
        case Format::ply:
            return read_ply(file, std::move(bytes));
        case Format::table:
            if (path == "-") return mesh_of(NumberTable(file, content));
            bytes = {};
            return mesh_of(NumberTable(file));
        case Format::obj:
            break;
    }
    return read_obj(path, std::move(bytes));
}

}  // namespace hitmiss
