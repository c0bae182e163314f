// The command line, one argument per line. Each argument is also read as a method and as a mesh.

#include "commands/commands.hpp"
#include "fuzzing.hpp"
#include "methods/catalogue.hpp"
#include "scene/make.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitmiss;
    std::vector<std::string> arguments;
    for (auto text = as_text(data, size); !text.empty();) {
        const auto line = text.substr(0, text.find('\n'));
        arguments.emplace_back(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    for (const auto& argument : arguments) {
        expect_error_or_result([&] {
            const auto method = parse_method(argument);
            if (parse_method(to_string(method)).settings != method.settings) std::abort();
        });
        if (!asks_for_much(argument)) expect_error_or_result([&] { make_mesh(argument); });
    }

    // One for all executions: to set it up takes longer than to parse.
    static CLI::App app;
    if (app.get_subcommands({}).empty()) {
        app.require_subcommand(1);
        add_commands(app);
        // The commands themselves would write files wherever the bytes say.
        app.parse_complete_callback([] { throw CLI::Success(); });
    }
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError&) {
    }
    return 0;
}
