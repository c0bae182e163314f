#include <fmt/core.h>

#include "base/output_file.hpp"
#include "commands/commands.hpp"
#include "scene/make.hpp"
#include "scene/obj.hpp"

namespace hitmiss {
namespace {

struct MeshOptions {
    std::string kind, output = "-";
};

void declare(Command& command, MeshOptions& options) {
    std::string kinds = "KIND[:faces=N,seed=N], one of";
    for (const auto& kind : mesh_kinds())
        kinds += fmt::format("\n  {:12} {}", kind.name, kind.description);
    command.required("KIND", options.kind, kinds);
    command.option("-o,--output", options.output, "the OBJ file (default: stdout)");
}

void run(const MeshOptions& options, const Output& output) {
    const std::string obj = to_obj(make_mesh(options.kind));
    options.output == "-" ? output.print(obj) : write_file(options.output, obj);
}

}  // namespace

void add_mesh(CommandLine& line) {
    line.add("mesh", "Makes an OBJ mesh",
             {"hitmiss mesh icosphere:faces=1280 -o sphere.obj",
              "hitmiss mesh terrain:faces=5000,seed=3 >terrain.obj"},
             declare, run);
}

}  // namespace hitmiss
