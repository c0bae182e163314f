// The command line, one argument per line. Each argument is also read as a method and as a mesh.

#include <iostream>

#include "commands/command_line.hpp"
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
            if (parse_method(to_string(method)) != method) std::abort();
        });
        if (!asks_for_much(argument)) expect_error_or_result([&] { make_mesh(argument); });
    }

    // Silent: help and complaints would fill the log.
    std::cout.rdbuf(nullptr), std::cerr.rdbuf(nullptr);
    // Only read: the commands themselves would write files wherever the bytes say.
    expect_error_or_result([&] { parse_command_line(arguments); });
    return 0;
}
