#include "commands/commands.hpp"
#include "commands/figure_options.hpp"
#include "scene/make.hpp"
#include "scene/mesh_file.hpp"
#include "scene/notes.hpp"
#include "scene/number_table.hpp"
#include "scene/obj.hpp"
#include "scene/ply.hpp"
#include "scene/stl.hpp"

namespace hitmiss {
namespace {

struct MeshOptions {
    std::string kind, output = "-";
};

void declare(Command& command, MeshOptions& options) {
    std::string kinds =
        "a .toml scene, a mesh file, - for one on stdin, or KIND[:faces=N,seed=N], one of";
    for (const auto& kind : mesh_kinds())
        kinds += fmt::format("\n  {:12} {}", kind.name, kind.description);
    command.option("KIND", options.kind, kinds);
    command.destination(
        "-o,--output", options.output,
        "the .obj (default: to stdout), binary .stl, or binary .ply file; or .npy or "
        ".csv: nine floats a triangle");
}

/// The triangles as they are traced, in their order.
Mesh mesh_of(const std::string& text) {
    const std::filesystem::path path(text);
    std::error_code error;
    const bool is_file = std::filesystem::exists(path, error) && !names_mesh_kind(text);
    if (lower_ending(path) != ".toml" && !is_mesh(path) && path != "-" && !is_file)
        return make_mesh(text);
    Mesh mesh = load_scene(path).mesh;
    for (const auto& warning : mesh.warnings) say("warning: {}", warning);
    const auto note = coarse_note(bounds(mesh.triangles));
    if (!note.text.empty()) say("note: {}{}", note.text, note.options);
    return mesh;
}

void write_table(const Append& file, bool csv, std::span<const Triangle<float>> triangles) {
    constexpr std::array<std::string_view, 9> names{"ax", "ay", "az", "bx", "by",
                                                    "bz", "cx", "cy", "cz"};
    const auto append = table_writer<float>(file, csv, names, triangles.size(), "3, 3");
    for (const auto& [a, b, c] : triangles)
        append(std::array{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z});
}

void run(const MeshOptions& options, const Output& output) {
    const std::filesystem::path path(options.output);
    check_ending(path, "meshes", {".obj", ".stl", ".ply", ".npy", ".csv"});
    const Mesh mesh = mesh_of(options.kind);
    const bool csv = is_csv(path);
    if (csv || path.extension() == ".npy")
        output.write(path, [&](const Append& file) { write_table(file, csv, mesh.triangles); });
    else
        output.write(path, path.extension() == ".stl"   ? to_stl(mesh)
                           : path.extension() == ".ply" ? to_ply(mesh)
                                                        : to_obj(mesh));
}

}  // namespace

void add_mesh(CommandLine& line) {
    line.add<MeshOptions>(
        "mesh", "Makes a mesh, or writes a scene's as it is traced, without colours",
        {"hitmiss mesh icosphere:faces=1280 -o sphere.obj",
         "hitmiss mesh terrain:faces=5000,seed=3 >terrain.obj",
         "hitmiss mesh scenes/room.toml -o room.npy", "hitmiss mesh part.stl -o part.ply"},
        declare, run);
}

}  // namespace hitmiss
