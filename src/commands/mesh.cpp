#include <fmt/core.h>

#include "base/output_file.hpp"
#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "scene/make.hpp"

namespace hitmiss {

namespace {

std::string kinds_help() {
    std::string text = "KIND[:faces=N,seed=N], one of";
    for (const auto& kind : mesh_kinds())
        text += fmt::format("\n  {:12} {}", kind.name, kind.description);
    return text;
}

}  // namespace

void add_mesh(CLI::App& app) {
    auto& command = *app.add_subcommand("mesh", "Makes an OBJ mesh");
    add_examples(command, {"hitmiss mesh icosphere:faces=1280 -o sphere.obj",
                           "hitmiss mesh terrain:faces=5000,seed=3 >terrain.obj"});
    struct Options {
        std::string kind, output = "-";
    };
    auto options = std::make_shared<Options>();
    command.add_option("KIND", options->kind, kinds_help())->required();
    command.add_option("-o,--output", options->output, "the OBJ file (default: stdout)");
    command.callback([options] {
        const std::string obj = to_obj(make_mesh(options->kind));
        options->output == "-" ? write_stdout(obj) : write_file(options->output, obj);
    });
}

}  // namespace hitmiss
