#include <fmt/core.h>

#include "commands/commands.hpp"
#include "commands/options.hpp"

namespace hitmiss {
namespace {

void declare(Command& command, Format& format) {
    add_format_option(command, format);
}

/// The catalogue in lines of that width; in CSV a row per parameter.
Report catalogue_report(std::size_t width) {
    Report report;
    Rows methods;
    for (const Entry* entry : catalogue()) {
        const MethodInfo& info = entry->info;
        const Object about{{"idea", info.idea}, {"source", info.source}, {"open", info.open}};
        const auto add = [&](const std::string& text, std::size_t indent) {
            report.text += paragraph(text, width, 4, indent);
        };
        report.text += fmt::format("{}\n", info.name);
        add(std::string(info.idea), 0);
        add(fmt::format("source: {}", info.source), 8);
        if (!info.open.empty()) add(fmt::format("open: {}", info.open), 6);
        Rows parameters;
        for (const auto& [key, default_value, allowed, meaning] : describe(*entry)) {
            const Object cells{
                {"default", default_value}, {"allowed", allowed}, {"meaning", meaning}};
            add(fmt::format("{:9} = {:9} {}; {}", key, default_value, allowed, meaning), 22);
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
    report.text += paragraph(
        "Write NAME[:key=value,...]; a bare number is the epsilon, as in angle-sum:0.01.", width);
    report.json = {{"version", 1}, {"methods", methods}};
    return report;
}

void run(const Format& format, const Output& output) {
    output.print(to_string(catalogue_report(output.width), format));
}

}  // namespace

void add_methods(CommandLine& line) {
    line.add("methods", "The catalogue: methods, parameters, sources",
             {"hitmiss methods", "hitmiss methods --format csv"}, declare, run);
}

}  // namespace hitmiss
