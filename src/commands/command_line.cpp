#include "commands/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/vector_width.hpp"
#include "bench/measurement.hpp"
#include "commands/commands.hpp"

namespace hitmiss {
namespace {

std::vector<std::string> copied(std::span<const std::string_view> names) {
    return {names.begin(), names.end()};
}

std::string version_text() {
    constexpr std::string_view widths[]{"128", "128, 256", "128, 256, 512"};
    return fmt::format("hitmiss {}\ncompiler: {}\nvector widths of this machine: {} bits",
                       HITMISS_VERSION, this_machine().compiler, widths[std::size_t(widest())]);
}

/// The words as a shell would read them.
std::string shell_text(const std::vector<std::string>& words) {
    std::string text = "hitmiss";
    for (const std::string& word : words) {
        const bool plain = std::ranges::all_of(word, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   std::string_view("_./:=,-+").find(c) != std::string_view::npos;
        });
        std::string quoted;
        for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
        text += ' ' + (plain && !word.empty() ? word : '\'' + quoted + '\'');
    }
    return text;
}

}  // namespace

template <typename T>
void Command::option(const std::string& name, T& value, const std::string& help) {
    app_.add_option(name, value, help);
}

template void Command::option(const std::string&, std::string&, const std::string&);
template void Command::option(const std::string&, std::optional<std::string>&, const std::string&);
template void Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template void Command::option(const std::string&, int&, const std::string&);
template void Command::option(const std::string&, std::uint64_t&, const std::string&);
template void Command::option(const std::string&, double&, const std::string&);

void Command::required(const std::string& name, std::string& value, const std::string& help) {
    app_.add_option(name, value, help)->required();
}

template <typename Number>
void Command::number(const std::string& name, Number& value, std::type_identity_t<Number> low,
                     std::type_identity_t<Number> high, const std::string& help) {
    app_.add_option(name, value, help)->check(CLI::Range(low, high));
}

template void Command::number(const std::string&, int&, int, int, const std::string&);
template void Command::number(const std::string&, std::uint64_t&, std::uint64_t, std::uint64_t,
                              const std::string&);

void Command::count(const std::string& name, std::optional<std::uint64_t>& value,
                    const std::string& help) {
    app_.add_option(name, value, help)->check(CLI::NonNegativeNumber);
}

void Command::flag(const std::string& name, bool& value, const std::string& help,
                   const std::string& excludes) {
    auto* flag = app_.add_flag(name, value, help);
    if (!excludes.empty()) flag->excludes(excludes);
}

void Command::choice(const std::string& name, Names names,
                     const std::function<void(std::size_t)>& choose, const std::string& help) {
    const auto all = copied(names);
    const auto set = [all, choose](const std::string& text) {
        choose(std::size_t(std::ranges::find(all, text) - all.begin()));
    };
    app_.add_option_function<std::string>(name, set, help)->check(CLI::IsMember(all));
}

void Command::choices(const std::string& name, Names names, std::vector<std::string>& values,
                      const std::string& help) {
    app_.add_option(name, values, help)->delimiter(',')->check(CLI::IsMember(copied(names)));
}

void Command::footer(const std::string& text) {
    app_.footer(text);
}

Command CommandLine::add(const std::string& name, const std::string& description,
                         const std::vector<std::string>& examples, const Run& run) {
    CLI::App& app = *app_.add_subcommand(name, description);
    // The list of commands in the program's own --help stays short.
    const std::string opening =
        fmt::format("Examples:\n  {}\n\n{}", fmt::join(examples, "\n  "), description);
    app.preparse_callback([&app, opening](std::size_t) { app.description(opening); });
    app.callback([&chosen = chosen_, run] { chosen = run; });
    return {app, typed_};
}

Parsed parse_command_line(std::vector<std::string> words) {
    Parsed parsed{{}, Exit::good};
    CLI::App app{
        "Shows, counts and explains where ray/triangle intersection methods hit and miss."};
    app.name("hitmiss");
    app.require_subcommand(1);
    app.set_version_flag("--version", version_text);
    CommandLine line(app, parsed.run, shell_text(words));
    for (const auto add : all_commands) add(line);
    try {
        std::ranges::reverse(words);  // as the library wants them
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        if (app.exit(error) != 0) parsed.exit = Exit::usage;
    }
    return parsed;
}

}  // namespace hitmiss
