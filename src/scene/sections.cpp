#include "scene/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/limits.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"
#include "scene/obj.hpp"
#include "scene/placement.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

constexpr Range channel{0, 1};

/// The OBJ file of a [[mesh]], which must lie in the scene's folder, wherever links lead.
fs::path mesh_path(const TomlReader& reader, const fs::path& scene) {
    const fs::path relative = reader.text("path");
    if (relative.is_absolute() || relative.extension() != ".obj")
        throw reader.error("path", fmt::format("'{}' is no mesh; a path relative to the scene's "
                                               "folder that ends in .obj would be",
                                               relative.string()));
    std::error_code error;
    const fs::path folder = fs::canonical(fs::absolute(scene).parent_path(), error);
    fs::path path = scene.parent_path() / relative;
    const fs::path target = fs::canonical(path, error);
    if (error)
        throw reader.error("path", fmt::format("cannot find '{}'; a path is relative to the scene",
                                               relative.string()));
    if (std::mismatch(folder.begin(), folder.end(), target.begin(), target.end()).first !=
        folder.end())
        throw reader.error("path",
                           fmt::format("'{}' leaves the folder of the scene; a mesh lies in "
                                       "it or below",
                                       relative.string()));
    return path;
}

}  // namespace

Placement read_placement(const TomlReader& reader) {
    constexpr Range factor{0, coordinate.hi, true};
    Placement placement;
    placement.scale = reader.has_number("scale") ? Vec<double>(reader.number("scale", factor))
                                                 : reader.vector("scale", factor, placement.scale);
    placement.rotate = reader.vector("rotate", {-360, 360, false, "degrees"}, placement.rotate);
    placement.translate = reader.vector("translate", coordinate, placement.translate);
    return placement;
}

Mesh read_mesh(const TomlReader& reader, const fs::path& scene) {
    reader.only({"path", "make", "scale", "rotate", "translate", "color", "moving"});
    if (reader.has("path") == reader.has("make"))
        throw reader.error("make",
                           "[[mesh]] takes either 'path' or 'make'; write one of  path = "
                           "\"mesh.obj\"  and  make = \"icosphere:faces=320\"");
    Mesh mesh;
    if (reader.has("path"))
        mesh = load_obj(mesh_path(reader, scene));
    else {
        const std::string spec = reader.text("make");
        mesh = at_key(reader, "make", [&] { return make_mesh(spec); });
    }
    place(mesh, read_placement(reader));
    if (!within_limits(mesh))
        throw reader.error("scale", "the mesh grows too large; vertices stay within +-1e30");
    if (reader.has("color")) {
        mesh.materials.push_back({"color", Vec<float>(reader.vector("color", channel))});
        std::fill(mesh.material.begin(), mesh.material.end(), mesh.materials.size() - 1);
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
        reader.number("vertical_fov", {0, 180, true, "degrees"}, camera.vertical_fov);
    // Shorter vectors than this would lose their direction when squared.
    constexpr double shortest = 1e-100;
    const auto view = camera.look_at - camera.eye;
    if (glm::length(view) < shortest)
        throw reader.error("look_at", "eye and look_at are the same point; move one of them");
    if (glm::length(camera.up) < shortest)
        throw reader.error("up", "up has no length; [0, 1, 0] would be right");
    if (glm::length(glm::cross(glm::normalize(view), glm::normalize(camera.up))) < 1e-6)
        throw reader.error("up",
                           "up is parallel to the view; it takes another direction, as "
                           "[0, 0, 1] when looking down");
    return camera;
}

void read_image(const TomlReader& reader, Scene& scene) {
    reader.only({"width", "height", "samples"});
    scene.width = reader.integer("width", 1, max_side, scene.width);
    scene.height = reader.integer("height", 1, max_side, scene.height);
    scene.samples = reader.integer("samples", 1, max_samples, scene.samples);
    if (std::max(scene.width, scene.height) * scene.samples > max_rays_across)
        throw reader.error("samples", fmt::format("too many samples for this size; width and "
                                                  "height times samples may be up to {}",
                                                  max_rays_across));
}

void read_shading(const TomlReader& reader, Scene& scene) {
    reader.only({"mode", "background"});
    scene.shading = static_cast<Shading>(reader.choice("mode", shading_names, 0));
    scene.background = reader.vector("background", channel, Vec<double>(scene.background));
}

/// Settings are tried one more at a time, so that an error is found at the line of its key.
Method read_method(const TomlReader& reader) {
    const std::string name = reader.text("name");
    std::vector<std::pair<std::string, std::string>> settings;
    Method method = at_key(reader, "name", [&] { return make_method(name); });
    for (const auto& setting : reader.all_but("name")) {
        settings.push_back(setting);
        method = at_key(reader, setting.first, [&] { return make_method(name, settings); });
    }
    return method;
}

bool within_limits(const Mesh& mesh) {
    const Box box = bounds(mesh);
    const auto size = glm::max(glm::abs(box.lo), glm::abs(box.hi));
    return std::max({size.x, size.y, size.z}) <= static_cast<float>(coordinate.hi);
}

}  // namespace hitmiss
