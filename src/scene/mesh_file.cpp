#include "scene/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/limits.hpp"
#include "base/utf8.hpp"
#include "base/words.hpp"
#include "scene/mesh_bytes.hpp"
#include "scene/number_table.hpp"
#include "scene/obj.hpp"
#include "scene/ply.hpp"
#include "scene/stl.hpp"

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

void check_table(const NumberTable& table) {
    if (table.columns() != 9)
        throw bad_input(table.path(), 0, "has {} numbers a row; nine, a, b and c, would be right",
                        table.columns());
    if (table.rows() > max_triangles) throw too_many_triangles(table.path());
    table.check_names({"ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz"});
}

/// Nine numbers a row, rounded once to floats.
Mesh mesh_of(const NumberTable& table) {
    check_table(table);
    const std::string& file = table.path();
    SplitFaces faces;
    faces.triangles.reserve(table.rows());
    std::size_t rounded = 0;
    for_each_row(table, [&](std::size_t row, const double* numbers) {
        const auto corner = [numbers](std::size_t k) {
            return Vec<float>(Vec<double>(numbers[k], numbers[k + 1], numbers[k + 2]));
        };
        faces.add(std::array{corner(0), corner(3), corner(6)});
        if (!is_finite(faces.triangles.back()))
            throw bad_input(file, 0,
                            "row {} (counted from 0): a coordinate is not a finite number in the "
                            "range of a float",
                            row);
        rounded +=
            std::any_of(numbers, numbers + 9, [](double x) { return x != double(float(x)); });
        return true;
    });
    Mesh mesh;
    if (rounded > 0)
        mesh.warnings.push_back(fmt::format(
            "{}: triangles with doubles that are rounded to floats: {}", file, rounded));
    if (table.rounded_row())
        mesh.warnings.push_back(
            fmt::format("{}: row {} (counted from 0) has a number that is rounded to a float", file,
                        *table.rounded_row()));
    return mesh_of_faces(file, std::move(faces), std::move(mesh));
}

/// Throws for a file of this format whose first bytes announce what cannot be.
Announced check_start(Format format, const std::string& file, std::string_view start,
                      FileSize size) {
    if (format == Format::stl) return check_stl(file, start, size);
    if (format == Format::ply) return check_ply(file, start, size);
    if (format == Format::obj) return {max_mesh_bytes, obj_text};
    const NumberTable table(file, start, size);
    check_table(table);
    return {table.bytes()};
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
    if (named && format == Format::table) return mesh_of(NumberTable(file, Wanted::floats));

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
    if (format == Format::table) return mesh_of(NumberTable(file, start(), bytes.size()));
    if (format == Format::stl) return read_stl(file, std::move(bytes));
    if (format == Format::ply) return read_ply(file, std::move(bytes));
    return read_obj(path, std::move(bytes));
}

}  // namespace hitmiss
