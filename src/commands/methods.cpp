#include <fmt/core.h>

#include "base/output_file.hpp"
#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "commands/table.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

using Json = nlohmann::ordered_json;

std::string catalogue_text() {
    std::string text;
    for (const auto& [info, parameters] : describe_catalogue()) {
        text += fmt::format("{}\n    {}\n    source: {}\n", info.name, info.idea, info.source);
        for (const auto& p : parameters)
            text += fmt::format("    {:9} = {:9} {}; {}\n", p.key, p.default_value, p.allowed,
                                p.meaning);
        text += '\n';
    }
    return text +
           "Write NAME[:key=value,...]; a bare number is the epsilon, as in angle-sum:0.01.\n";
}

/// One row per parameter.
Json catalogue_rows() {
    Json rows = Json::array();
    for (const auto& [info, parameters] : describe_catalogue())
        for (const auto& p : parameters)
            rows.push_back({{"method", info.name},
                            {"parameter", p.key},
                            {"default", p.default_value},
                            {"allowed", p.allowed},
                            {"meaning", p.meaning},
                            {"idea", info.idea},
                            {"source", info.source}});
    return rows;
}

Json catalogue_json() {
    Json methods = Json::array();
    for (const auto& [info, parameters] : describe_catalogue()) {
        Json list = Json::array();
        for (const auto& p : parameters)
            list.push_back({{"key", p.key},
                            {"default", p.default_value},
                            {"allowed", p.allowed},
                            {"meaning", p.meaning}});
        methods.push_back({{"method", info.name},
                           {"idea", info.idea},
                           {"source", info.source},
                           {"parameters", list}});
    }
    return {{"version", 1}, {"methods", methods}};
}

}  // namespace

void add_methods(CLI::App& app) {
    auto& command = *app.add_subcommand("methods", "The catalogue: methods, parameters, sources");
    add_examples(command, {"hitmiss methods", "hitmiss methods --format csv"});
    auto format = std::make_shared<Format>(Format::text);
    add_format_option(command, *format);
    command.callback([format] {
        write_stdout(*format == Format::json  ? catalogue_json().dump(2) + '\n'
                     : *format == Format::csv ? as_csv(catalogue_rows())
                                              : catalogue_text());
    });
}

}  // namespace hitmiss
