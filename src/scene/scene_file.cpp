#include <toml++/toml.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/words.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"
#include "scene/mesh_bytes.hpp"
#include "scene/mesh_file.hpp"
#include "scene/scene.hpp"
#include "scene/toml_reader.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

/// How meshes and scenes of other programs end, which can be converted.
constexpr std::array<std::string_view, 13> foreign_endings{
    ".fbx", ".gltf", ".glb", ".dae",  ".3ds", ".3mf", ".blend",
    ".off", ".x3d",  ".usd", ".usdz", ".ase", ".lwo"};

/// The error for a path that is neither a scene nor a mesh, and what to do about it.
Error no_scene(const fs::path& path) {
    const std::string file = path.string();
    std::error_code error;
    if (!fs::exists(path, error)) {
        std::vector<std::string_view> endings(mesh_endings.begin(), mesh_endings.end());
        endings.push_back(".toml");
        const std::string meant = did_you_mean_file(path, endings);
        if (meant.empty() && names_mesh_kind(file))
            return bad_input(file, 0,
                             "does not exist; a mesh of that kind is written by  hitmiss mesh {} "
                             "-o mesh.obj",
                             file);
        return bad_input(file, 0, "does not exist; {}check the spelling", meant);
    }
    if (!fs::is_regular_file(path, error) && !fs::is_directory(path, error))
        return bad_input(file, 0,
                         "is a device, pipe or socket; - reads a mesh from standard input");
    if (lower_ending(path) == ".npz")
        return bad_input(file, 0,
                         "packs several arrays; one, n x 3 x 3, saved by numpy.save as .npy, would "
                         "be right");
    if (std::ranges::find(foreign_endings, lower_ending(path)) == foreign_endings.end() ||
        fs::is_directory(path, error))
        return bad_input(file, 0, "is not a scene; give a .toml scene or a mesh, {}",
                         mesh_endings_text);
    return bad_input(file, 0,
                     "is not a scene; give a .toml scene or a mesh, {}. Convert another mesh "
                     "first, for example with  assimp export {} {}",
                     mesh_endings_text, file, fs::path(path).replace_extension(".obj").string());
}

std::string read_text(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error)) throw no_scene(path);
    const auto text = read_bytes(path, max_scene_bytes);
    // The parser recurses once per dot of a key; too many would exhaust the stack.
    if (std::size_t(std::ranges::count(text, '.')) > max_dots)
        throw bad_input(path.string(), 0, "has too many dots; a scene has up to {}", max_dots);
    return {text.begin(), text.end()};
}

toml::table parse(const std::string& text, const std::string& file) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& e) {
        const auto what = e.description();
        const auto about = [&](const char* part) { return what.find(part) != what.npos; };
        if (about("string") && (about("control characters") || about("end-of-file")))
            throw bad_input(file, e.source().begin.line,
                            "not valid TOML: a quote is left open; write it like make = \"cube\"");
        throw bad_input(file, e.source().begin.line,
                        "not valid TOML: {}; write lines like  width = 512  and  [image]", what);
    }
}

constexpr Range channel{0, 1};

/// Whether all vertices are finite, and small enough that no camera around them overflows in float.
bool within_limits(const Mesh& mesh) {
    const Box all = bounds(mesh.triangles),
              limit{Vec<float>(float(coordinate.lo)), Vec<float>(float(coordinate.hi))};
    return limit.holds(all.lo) && limit.holds(all.hi);
}

/// A [[mesh]], loaded or generated, then placed and coloured.
Mesh read_mesh(const TomlReader& reader, const fs::path& scene) {
    reader.only({"path", "make", "scale", "rotate", "translate", "color", "moving"});
    if (reader.has("path") == reader.has("make"))
        throw reader.error("make",
                           "[[mesh]] takes either 'path' or 'make'; write one of  path = "
                           "\"mesh.obj\"  and  make = \"icosphere:faces=320\"");
    Mesh mesh;
    if (reader.has("path")) {
        const fs::path named = reader.text("path"), path = scene.parent_path() / named;
        if (!is_mesh(named))
            throw reader.error("path", "'{}' is not a mesh; give a path that ends in {}",
                               named.string(), mesh_endings_text);
        if (std::error_code error; !fs::exists(path, error))
            throw reader.error("path",
                               "cannot find '{}'; {}a path is relative to the scene or absolute",
                               named.string(), did_you_mean_file(path, mesh_endings, named));
        mesh = load_mesh(path);
    } else {
        const std::string spec = reader.text("make");
        mesh = reader.at("make", [&] { return make_mesh(spec); });
    }
    place(mesh, read_placement(reader));
    if (!within_limits(mesh))
        throw reader.error("scale", "the mesh grows too large; vertices stay within +-1e30");
    if (reader.has("color")) {
        mesh.materials.push_back({"color", Vec<float>(reader.vector("color", channel))});
        mesh.material.assign(mesh.triangles.size(), std::uint32_t(mesh.materials.size() - 1));
    }
    return mesh;
}

Camera read_camera(const TomlReader& reader) {
    reader.only({"eye", "look_at", "up", "vertical_fov"});
    Camera camera;
    camera.eye = reader.vector("eye", coordinate);
    camera.look_at = reader.vector("look_at", coordinate);
    camera.up = reader.vector("up", coordinate, camera.up);
    camera.vertical_fov =
        reader.number("vertical_fov", {1e-12, 180, true, "degrees"}, camera.vertical_fov);
    if (const auto fault = fault_of(camera))
        throw reader.error(std::string(fault->key), "{}{}", fault->text,
                           fault->up ? fmt::format("; [{}, {}, {}] would be right", fault->up->x,
                                                   fault->up->y, fault->up->z)
                                     : "");
    return camera;
}

void read_image(const TomlReader& reader, Scene& scene) {
    reader.only({"width", "height", "samples"});
    scene.width = reader.integer("width", 1, max_side, scene.width);
    scene.height = reader.integer("height", 1, max_side, scene.height);
    scene.samples = reader.integer("samples", 1, max_samples, scene.samples);
    if (std::max(scene.width, scene.height) * scene.samples > max_rays_across)
        throw reader.error(
            "samples",
            "too many samples for this size; width and height times samples may be up to {}",
            max_rays_across);
}

/// A [[method]] or [reference]. Settings are added one at a time, so that an error names the line
/// of its key.
Method read_method(const TomlReader& reader) {
    const std::string name = reader.text("name");
    std::vector<std::pair<std::string, std::string>> settings;
    Method method = reader.at("name", [&] { return make_method(name); });
    for (const auto& setting : reader.all_but("name")) {
        settings.push_back(setting);
        method = reader.at(setting.first, [&] { return make_method(name, settings); });
    }
    return method;
}

/// Appends a [[mesh]] to the scene's mesh; if it moves, as it is at step 0.
void append(Scene& scene, const TomlReader& reader, const fs::path& path) {
    Mesh mesh = read_mesh(reader, path);
    Mesh& all = scene.mesh;
    if (const auto moving = reader.table("moving")) {
        const Motion motion = read_motion(*moving);
        scene.moving.push_back({all.triangles.size(), mesh.triangles, motion});
        place(mesh, motion.at(0));
        if (!within_limits(mesh))
            throw moving->error("scale", "the mesh moves too far; vertices stay within +-1e30");
    }
    // In both, material 0 is the default.
    const auto shift = std::uint32_t(all.materials.size() - 1);
    all.material.resize(all.triangles.size());
    for (const std::uint32_t index : mesh.material)
        all.material.push_back(index == 0 ? 0 : index + shift);
    if (all.triangles.empty())
        all.triangles = std::move(mesh.triangles);  // mostly the only ones, and many
    else
        all.triangles.insert(all.triangles.end(), mesh.triangles.begin(), mesh.triangles.end());
    all.materials.insert(all.materials.end(), mesh.materials.begin() + 1, mesh.materials.end());
    all.warnings.insert(all.warnings.end(), mesh.warnings.begin(), mesh.warnings.end());
    if (all.triangles.size() > max_triangles)
        throw reader.error("", "too many triangles; all meshes together may have up to {}",
                           max_triangles);
}

void read_toml(Scene& scene, const fs::path& path) {
    const toml::table table = parse(read_text(path), path.string());
    const TomlReader reader(table, path.string(), "the scene");
    for (const char* const lamp : {"light", "lamp"})
        if (reader.has(lamp))
            throw reader.error(lamp,
                               "the scene has no setting '{}'; a lamp is an option of render, "
                               "compare and spawn: --light x,y,z",
                               lamp);
    reader.only({"mesh", "camera", "image", "shading", "reference", "method", "walk", "probe"});

    const auto meshes = reader.tables("mesh", max_meshes);
    if (meshes.empty())
        throw reader.error("mesh", "a scene needs a mesh; add  [[mesh]]  and  path = \"mesh.obj\"");
    for (const TomlReader& mesh : meshes) append(scene, mesh, path);
    if (const auto image = reader.table("image")) read_image(*image, scene);
    if (const auto camera = reader.table("camera"))
        scene.camera = read_camera(*camera);
    else
        frame(scene);
    if (const auto shading = reader.table("shading")) {
        shading->only({"mode", "background"});
        scene.shading = Shading(shading->choice("mode", shading_names, 0));
        scene.background = shading->vector("background", channel, Vec<double>(scene.background));
    }
    if (const auto walk = reader.table("walk")) scene.walk = read_walk(*walk);
    if (const auto probe = reader.table("probe")) scene.probe = read_probe(*probe);
    if (const auto reference = reader.table("reference")) scene.reference = read_method(*reference);
    const auto methods = reader.tables("method", max_methods);
    if (!methods.empty()) scene.methods.clear();
    for (const TomlReader& method : methods) scene.methods.push_back(read_method(method));
}

}  // namespace

Scene load_scene(const fs::path& path) {
    Scene scene;
    scene.name = path == "-" ? "stdin" : path.stem().string();
    for (const auto method : default_methods) scene.methods.push_back(parse_method(method));
    if (lower_ending(path) == ".toml")
        read_toml(scene, path);
    else if (path == "-" || is_mesh(path)) {
        scene.mesh = load_mesh(path);
        if (!within_limits(scene.mesh))
            throw bad_input(path.string(), 0, "is too large; vertices stay within +-1e30");
        frame(scene);
    } else
        throw no_scene(path);
    return scene;
}

void frame(Scene& scene) {
    scene.framed = true;
    scene.camera =
        framing_camera(scene.mesh.triangles, double(scene.width) / scene.height, scene.camera);
}

void resize(Scene& scene, int width, int height) {
    const int most = std::min(max_side, max_rays_across / scene.samples);
    if (std::min(width, height) < 1 || std::max(width, height) > most)
        throw Error(Exit::usage, "an image cannot be {}x{}; sides from 1 to {} would be right",
                    width, height, most);
    scene.width = width, scene.height = height;
    if (scene.framed) frame(scene);
}

}  // namespace hitmiss
