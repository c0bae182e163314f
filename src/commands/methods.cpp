#include <algorithm>

#include "base/words.hpp"
#include "commands/commands.hpp"

namespace hitmiss {
namespace {

struct MethodsOptions {
    SceneOptions names;
    TableOptions table;
};

std::vector<ColumnMeaning> columns_of_methods() {
    return {{"method", "the method's name"},
            {"setting, default, allowed, meaning", "a row for each setting"},
            {"idea, source, open, changed", "what the method's entry says"},
            {"shipped", "whether it is the test of one program"}};
}

void declare(Command& command, MethodsOptions& options) {
    command.option("NAME", options.names.methods, "methods to describe (default: all)");
    add_format_option(command, options.table, columns_of_methods());
}

/// What choosing it sets, where that is not the default, and its source.
std::string preset_text(const Entry& entry, const Preset& preset) {
    std::string set;
    for (const auto& [key, number] : preset.settings) {
        const Parameter& row = *std::ranges::find(entry.parameters, key, &Parameter::key);
        if (number == row.fallback) continue;
        set += fmt::format("{}{}={}", set.empty() ? "" : ", ", key,
                           row.choices.empty() ? number_text(number, 6)
                                               : std::string(row.choices[std::size_t(number)]));
    }
    return fmt::format("{}={}: {}{}{}", preset_key, preset.name, set, set.empty() ? "" : "; ",
                       preset.source);
}

/// A line for each, the settings that most have, and where the others stand.
std::string list_of(const std::vector<Method>& methods, std::size_t width) {
    std::string text;
    for (const Method& method : methods)
        text += paragraph(fmt::format("{:24} {}", method.entry->info.name, method.entry->info.idea),
                          width, 0, 25);
    return text + '\n' +
           paragraph(
               "hitmiss methods NAME lists the settings of a test, its source, and what is "
               "open or changed. Most have precision=float or double, arithmetic=separate or "
               "fused, and variant=published or corrected.",
               width);
}

/// In lines of that width; in CSV a row per setting. `all`: nobody asked for some of them.
Report report_on(const std::vector<Method>& chosen, bool all, std::size_t width) {
    Report report;
    Rows methods;
    for (const Method& method : chosen) {
        const MethodInfo& info = method.entry->info;
        const Object about{{"idea", info.idea},
                           {"source", info.source},
                           {"open", info.open},
                           {"changed", info.changed},
                           {"shipped", info.shipped}};
        const auto add = [&](const std::string& text, std::size_t indent) {
            report.text += paragraph(text, width, 4, indent);
        };
        // Further lines of a text begin below its first word.
        const auto add_text = [&](std::string_view label, std::string_view text) {
            if (!text.empty()) add(fmt::format("{}{}", label, text), label.size());
        };
        report.text += fmt::format("{}\n", info.name);
        add_text("", info.idea);
        add_text("source: ", info.source);
        add_text("open: ", info.open);
        add_text("changed: ", info.changed);
        Rows settings, presets;
        for (const auto& [key, default_value, allowed, meaning] : describe(*method.entry)) {
            add(fmt::format("{:9} = {:9} {}; {}", key, default_value, allowed, meaning), 22);
            settings.push_back({{"setting", key},
                                {"default", default_value},
                                {"allowed", allowed},
                                {"meaning", meaning}});
            report.csv.push_back({{"method", info.name}});
            append(report.csv.back(), settings.back());
            append(report.csv.back(), about);
        }
        for (const Preset& preset : method.entry->presets) {
            add(preset_text(*method.entry, preset), 13);
            presets.push_back({{"name", preset.name}, {"source", preset.source}});
        }
        report.text += '\n';
        methods.push_back({{"method", info.name}});
        append(methods.back(), about);
        methods.back().push_back({"settings", settings});
        methods.back().push_back({"presets", presets});
    }
    if (all)
        report.text = list_of(chosen, width);
    else if (chosen[0].has_kernel() && chosen[0].kind() != Kind::exact)
        report.text +=
            paragraph("Here every test misses at t = 0, also where its source hits.", width);
    report.text += paragraph(
        "Write NAME[:setting=value,...]; a bare number is the epsilon, and a bare word sets the "
        "one setting that can have that value, as in angle-sum:0.01,double. mt is short for "
        "moller-trumbore, wt for watertight.",
        width);
    for (const Entry* entry : all ? foreign_methods() : std::span<const Entry* const>{})
        report.text += paragraph(
            fmt::format("{0}: {1}; see hitmiss methods {0}", entry->info.name, entry->info.idea),
            width);
    report.json = {{"version", 2}, {"methods", methods}};
    return report;
}

void run(const MethodsOptions& options, const Output& output) {
    const auto chosen = named_methods(options.names);
    std::vector<Method> every;
    for (const Entry* entry : catalogue()) every.emplace_back(*entry);
    output.print(to_string(report_on(chosen.empty() ? every : chosen, chosen.empty(), output.width),
                           options.table, output.width));
}

}  // namespace

void add_methods(CommandLine& line) {
    line.add<MethodsOptions>("methods", "The catalogue: methods, settings, sources",
                             {"hitmiss methods", "hitmiss methods watertight --format csv"},
                             declare, run);
}

}  // namespace hitmiss
