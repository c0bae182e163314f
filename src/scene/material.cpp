#include <algorithm>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

/// The names on a mtllib line: quoted, or separated by blanks.
std::vector<std::string> split_names(const std::string& line) {
    std::vector<std::string> names;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string::npos;) {
        const bool in_quotes = line[at] == '"';
        const std::size_t begin = at + in_quotes;
        const std::size_t end =
            std::min(line.find_first_of(in_quotes ? "\"" : " \t", begin), line.size());
        names.push_back(line.substr(begin, end - begin));
        at = std::min(end + in_quotes, line.size());
    }
    return names;
}

/// Why a library may not be opened; empty if it may.
std::string_view objection(const fs::path& folder, const fs::path& name) {
    std::error_code failure;
    const auto home = fs::canonical(folder / ".", failure);
    const auto file = failure ? home : fs::weakly_canonical(home / name, failure);
    if (failure) return "cannot be found";
    if (std::ranges::mismatch(home, file).in1 != home.end())
        return "lies outside the folder of the OBJ file";
    if (!fs::exists(file, failure)) return "does not exist";
    if (!fs::is_regular_file(file, failure)) return "is not a regular file";
    return {};
}

void load_library(const fs::path& path, Mesh& mesh) {
    auto text = read_text(path, max_mtl_bytes);
    LineReader in(path.string(), text);
    bool named = false, clamped = false;
    while (in.next_line()) {
        const auto keyword = in.next_word();
        if (keyword == "newmtl") {
            const auto name = in.name();
            named = !name.empty();
            if (!named) continue;
            mesh.materials.emplace_back().name = name;
            if (mesh.materials.size() > max_materials)
                throw in.error("more than {} materials; remove unused ones", max_materials - 1);
        } else if (keyword == "Kd" && named) {
            for (int k = 0; k < 3; ++k) {
                const auto number = in.next_number();
                if (!number) throw in.error("'Kd' has {} numbers; it needs r g b", k);
                auto& kept = mesh.materials.back().kd[k];
                kept = std::clamp(*number, 0.0f, 1.0f);
                if (kept != *number && !std::exchange(clamped, true))
                    mesh.warnings.push_back(
                        in.warning(in.line(), "a Kd outside [0, 1] was clamped"));
            }
        }
    }
}

}  // namespace

bool load_materials(const fs::path& obj, const std::vector<MaterialLibrary>& libraries,
                    Mesh& mesh) {
    const auto folder = obj.parent_path();
    std::set<std::string> seen;
    std::size_t refused = 0;
    for (const auto& [line, text] : libraries) {
        const bool one_name = objection(folder, text).empty();
        for (const auto& name : one_name ? std::vector{text} : split_names(text)) {
            if (!seen.insert(name).second) continue;
            if (seen.size() > max_libraries)
                throw bad_input(obj.string(), line,
                                "more than {} material files; join them into one", max_libraries);
            const auto reason = objection(folder, name);
            if (reason.empty())
                load_library(folder / name, mesh);
            else if (refused++ == 0)
                mesh.warnings.push_back(fmt::format("{}:{}: material file {} {}; not opened",
                                                    obj.string(), line, quote(name), reason));
        }
    }
    return refused == 0;
}

}  // namespace hitmiss
