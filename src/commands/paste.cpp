#include "commands/paste.hpp"

#include "scene/obj.hpp"

namespace hitmiss {
namespace {

/// As short as -m takes it.
std::string typed(const Method& method) {
    std::string name = to_string(method);
    constexpr std::string_view key = "epsilon=";
    if (const auto at = name.find(key); method.has_kernel() && at != name.npos)
        name.erase(at, key.size());
    return shell_word(name);
}

/// A command that aims rays at places where these methods may fail.
std::string aim_text(const SceneOptions& options, const Scene& scene, const Output& output,
                     std::string_view where) {
    std::string methods, command = "leaks";
    for (const Method& method : scene.methods)
        if (method.has_kernel() && method.kind() != Kind::exact && !method.culls())
            methods += " -m " + typed(method);
    if (methods.empty() && std::ranges::count(scene.methods, Kind::answer_file, &Method::kind) > 0)
        command = "rays", methods = " --aim vertices -o aimed.npy";
    if (methods.empty() || options.scene == "-") return {};
    return fmt::format("\nNo errors {}. To aim rays where tests fail:\n  {} {} {}{}\n", where,
                       output.program, command, file_word(options.scene), methods);
}

}  // namespace

std::string file_word(const std::string& file) {
    return shell_word(file.starts_with('-') ? "./" + file : file);
}

std::string order_text(const Method& method, const std::string& triangles) {
    return option_text("--triangles", method.kind() == Kind::answer_file ? triangles : "");
}

std::string option_text(std::string_view name, const std::string& value) {
    return value.empty() ? "" : fmt::format(" {} {}", name, shell_word(value));
}

std::string explain_command(const SceneOptions& options, const std::string& file,
                            const ToExplain& ray, const Output& output) {
    return fmt::format("{} explain {}{}{}{} -m {}{}", output.program, file_word(file),
                       option_text("--size", options.size), to_string(options.camera), ray.ray,
                       typed(ray.method), ray.alike ? " -m " + typed(*ray.alike) : "");
}

std::string to_see_why(const std::vector<std::string>& commands) {
    if (commands.empty()) return {};
    return fmt::format("\nTo see why, at one error of each method:\n  {}\n",
                       fmt::join(commands, "\n  "));
}

std::string explain_text(const SceneOptions& options, const TableOptions& table, const Scene& scene,
                         const std::vector<ToExplain>& rays, const std::filesystem::path& folder,
                         const Output& output, std::string_view where) {
    if (!table.as_text() || output.program.empty()) return {};
    if (rays.empty()) return where.empty() ? "" : aim_text(options, scene, output, where);
    // explain holds every answer against the exact one.
    if (folder == "-" || scene.reference.kind() != Kind::exact) return {};
    std::filesystem::path file = options.scene;
    if (file == "-") {
        file = folder / "stdin.obj";
        output.write(file, to_obj(scene.mesh));
    }
    std::vector<std::string> commands;
    for (const auto& ray : rays)
        commands.push_back(explain_command(options, file.string(), ray, output));
    return to_see_why(commands);
}

std::optional<std::uint64_t> first_error(const Tally& tally) {
    for (std::size_t k = 0; k < outcome_rows.size(); ++k)
        if (outcome_rows[k].error && tally.first[k]) return tally.first[k].number;
    return {};
}

}  // namespace hitmiss
