#include "scene/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/limits.hpp"
#include "base/utf8.hpp"
#include "base/words.hpp"
#include "scene/mesh_bytes.hpp"
#include "scene/obj.hpp"
#include "scene/ply.hpp"
#include "scene/stl.hpp"
#include "scene/table_mesh.hpp"

namespace hitmiss {
namespace {

enum class Format { obj, stl, ply, table };

std::optional<Format> format_by_content(std::string_view start, FileSize size) {
    if (start.starts_with(npy_start)) return Format::table;
    if (is_ply(start)) return Format::ply;
    if (is_stl(start, size)) return Format::stl;
    return {};
}

/// The format of a file whose content does not tell.
Format format_by_ending(const std::filesystem::path& path, std::string_view start) {
    const std::string ending = lower_ending(path);
    if (!is_mesh(path) && may_be_binary_stl(start)) return Format::stl;
    return ending == ".stl"                       ? Format::stl
           : ending == ".ply"                     ? Format::ply
           : ending == ".npy" || ending == ".csv" ? Format::table
                                                  : Format::obj;
}

/// What an OBJ file never has, but a table: standard input has no name that tells.
void refuse_csv(std::string_view start) {
    std::size_t line = 1;
    for (const auto text : split(start.substr(0, max_csv_line), '\n')) {
        const auto number = trimmed(text.substr(0, text.find_first_of(",;")));
        if (text.size() > number.size() && parse_any_number(number))
            throw bad_input("-", line,
                            "is a table in CSV, which is read from a file whose name ends in .csv; "
                            "on standard input, NPY would be right");
        if (++line > 2) return;  // the first one may have names
    }
}

/// Throws for a file of this format whose first bytes announce what cannot be.
Announced check_start(Format format, const std::string& file, std::string_view start,
                      FileSize size) {
    if (format == Format::stl) return check_stl(file, start, size);
    if (format == Format::ply) return check_ply(file, start, size);
    if (format == Format::obj) return {max_mesh_bytes, obj_text};
    return check_table_mesh(file, start, size);
}

}  // namespace

std::string lower_ending(const std::filesystem::path& path) {
    return lowered(path.extension().string());
}

std::string did_you_mean_file(const std::filesystem::path& path,
                              std::span<const std::string_view> endings,
                              const std::optional<std::filesystem::path>& typed) {
    namespace fs = std::filesystem;
    const auto folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (std::ranges::find(endings, entry.path().extension().string()) != endings.end())
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    const std::string name = path.filename().string();
    // Its ending may be missing; else some letters are wrong.
    const auto whole = std::ranges::find_if(
        names, [&](const std::string& one) { return fs::path(one).stem() == name; });
    const std::string_view nearest =
        whole != names.end() ? *whole : nearest_word(name, {names.begin(), names.end()});
    if (nearest.empty()) return {};
    return fmt::format("did you mean '{}'? ",
                       (typed.value_or(path).parent_path() / nearest).string());
}

bool is_mesh(const std::filesystem::path& path) {
    return std::ranges::find(mesh_endings, lower_ending(path)) != mesh_endings.end();
}

Mesh mesh_of_faces(const std::string& file, SplitFaces faces, Mesh mesh) {
    const auto warn = [&](std::size_t count, std::string_view what) {
        if (count != 0) mesh.warnings.push_back(fmt::format("{}: {}: {}", file, what, count));
    };
    warn(faces.degenerate, "triangles without area");
    warn(faces.crossing, "faces whose outline crosses itself");
    mesh.triangles = std::move(faces.triangles);
    return mesh;
}

Error too_many_triangles(const std::string& file) {
    return bad_input(file, 0, "more than {} triangles; split the mesh", max_triangles);
}

Mesh load_mesh(const std::filesystem::path& path) {
    const std::string file = path.string();
    auto [bytes, size] = read_start(path, max_ply_header, max_mesh_bytes);
    const auto start = [&bytes = bytes] { return std::string_view(bytes.data(), bytes.size()); };
    auto by_content = format_by_content(start(), size);
    // A binary STL may begin with anything.
    if (!by_content) refuse_packed(file, start());
    const bool marked = !by_content && drop_byte_order_mark(bytes);
    if (marked && size) *size -= byte_order_mark.size();
    if (marked) by_content = format_by_content(start(), size);
    const Format format = by_content.value_or(format_by_ending(path, start()));
    const bool named = path != "-";
    if (!named && format == Format::obj) refuse_csv(start());
    if (named && format == Format::table) return read_table_mesh(NumberTable(file, Wanted::floats));

    // A file may announce much: that is checked before the rest is read.
    const Announced announced = check_start(format, file, start(), size);
    if (!announced.text.empty() && start().find('\0') != std::string_view::npos)
        to_text(file, bytes, announced.text);  // says where
    if (!size) {
        // What follows may never end.
        if (format == Format::obj && start().find("v ") == std::string_view::npos &&
            start().find("v\t") == std::string_view::npos)
            throw bad_input(file, 0, "is not a mesh: no 'v x y z' in its first {} bytes",
                            start().size());
        bytes = read_stdin_after(std::move(bytes), announced);
    } else if (bytes.size() < size) {
        bytes = read_bytes(path, max_mesh_bytes);
        if (marked) drop_byte_order_mark(bytes);
    }
    if (format == Format::table) return read_table_mesh(NumberTable(file, start(), bytes.size()));
    if (format == Format::stl) return read_stl(file, std::move(bytes));
    if (format == Format::ply) return read_ply(file, std::move(bytes));
    return read_obj(path, std::move(bytes));
}

}  // namespace hitmiss
