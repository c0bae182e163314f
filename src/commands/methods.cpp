#include <fmt/core.h>

#include "commands/commands.hpp"
#include "commands/options.hpp"

namespace hitmiss {
namespace {

void declare(Command& command, Format& format) {
    add_format_option(command, format);
}

/// The catalogue: in CSV a row per parameter.
Report catalogue_report() {
    Report report;
    Rows methods;
    for (const Entry* entry : catalogue()) {
        const MethodInfo& info = entry->info;
        const Object about{{"idea", info.idea}, {"source", info.source}, {"open", info.open}};
        report.text +=
            fmt::format("{}\n    {}\n    source: {}\n", info.name, info.idea, info.source);
        if (!info.open.empty()) report.text += fmt::format("    open: {}\n", info.open);
        Rows parameters;
        for (const auto& [key, default_value, allowed, meaning] : describe(*entry)) {
            const Object cells{
                {"default", default_value}, {"allowed", allowed}, {"meaning", meaning}};
            report.text +=
                fmt::format("    {:9} = {:9} {}; {}\n", key, default_value, allowed, meaning);
            report.csv.push_back({{"method", info.name}, {"parameter", key}});
            append(report.csv.back(), cells);
            append(report.csv.back(), about);
            parameters.push_back({{"key", key}});
            append(parameters.back(), cells);
        }
        report.text += '\n';
        methods.push_back({{"method", info.name}});
        append(methods.back(), about);
        append(methods.back(), {{"parameters", parameters}});
    }
    report.text +=
        "Write NAME[:key=value,...]; a bare number is the epsilon, as in angle-sum:0.01.\n";
    report.json = {{"version", 1}, {"methods", methods}};
    return report;
}

void run(const Format& format, const Output& output) {
    output.print(to_string(catalogue_report(), format));
}

}  // namespace

void add_methods(CommandLine& line) {
    line.add("methods", "The catalogue: methods, parameters, sources",
             {"hitmiss methods", "hitmiss methods --format csv"}, declare, run);
}

}  // namespace hitmiss
