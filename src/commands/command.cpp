#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/words.hpp"
#include "commands/command_line.hpp"
#include "judge/outcome.hpp"

namespace hitmiss {
namespace {

/// The column of the outcome that people call so, as "ties" or "tie"; empty if there is none.
std::string_view column_called(std::string_view word) {
    for (const OutcomeRow& row : outcome_rows)
        if (!word.empty() && row.label.starts_with(word) && row.label.size() <= word.size() + 1)
            return row.column;
    return {};
}

/// The index of the name that was typed after the option. `listed`: as in Command::choices().
std::size_t place_among(const std::vector<std::string>& all, const std::string& option,
                        const std::string& text, const std::string& listed = {}) {
    const std::vector<std::string_view> names(all.begin(), all.end());
    const auto found = std::ranges::find(names, text);
    const auto column = column_called(text);
    const bool is_column = std::ranges::count(names, column) > 0;
    if (found == names.end())
        throw Error(
            Exit::usage, "{} {}: no such value; {}it is one of {}", option, text,
            is_column ? fmt::format("did you mean '{}'? ", column) : did_you_mean(text, names),
            listed.empty() ? fmt::format("{}", fmt::join(all, ", ")) : listed);
    return std::size_t(found - names.begin());
}

}  // namespace

template <typename Text>
void Command::option(const std::string& name, Text& value, const std::string& help) {
    auto* option = app.add_option(name, value, help);
    if constexpr (!std::is_same_v<Text, std::optional<std::string>>)
        option->each([name](const std::string& text) {
            if (text.empty())
                throw Error(Exit::usage, "{}: is empty; a value would be right", name);
        });
    // Each -m takes one word, so that SCENE may follow.
    if (name.starts_with('-'))
        option->allow_extra_args(false);
    else
        option->required(std::is_same_v<Text, std::string>);
}

template void Command::option(const std::string&, std::string&, const std::string&);
template void Command::option(const std::string&, std::optional<std::string>&, const std::string&);
template void Command::option(const std::string&, std::vector<std::string>&, const std::string&);

void Command::line(const std::string& name, const std::string& help,
                   const std::function<void(const std::string&)>& set) {
    const auto read = [=](const std::string& text) {
        if (text.find_first_of("\r\n") != text.npos)
            throw Error(Exit::usage, "{}: '{}' has a line break; one line would be right", name,
                        printable(text));
        set(text);
    };
    app.add_option_function<std::string>(name, read, help);
}

void Command::destination(const std::string& name, std::string& value, const std::string& help,
                          bool folder) {
    option(name, value, help);
    app.get_option(name.substr(name.find(',') + 1))
        ->each([name, folder, checks = checks](const std::string& path) {
            checks->destinations.push_back({name, path, folder});
        });
}

void Command::number(const std::string& name, bool whole, double low, double high,
                     const std::string& help, const std::function<void(double)>& set) {
    const auto read = [=](const std::string& text) {
        const auto number = parse_number<double>(text);
        const bool within = number && *number >= low && *number <= high;
        if (within && (!whole || parse_number<std::uint64_t>(text))) return set(*number);
        throw Error(Exit::usage, "{} {}: not a {}number from {} to {}{}", name, text,
                    whole ? "whole " : "", number_text(low), number_text(high),
                    within ? fmt::format("; {:.0f} would be right", *number) : "");
    };
    app.add_option_function<std::string>(name, read, help)->type_name("NUMBER");
}

void Command::flag(const std::string& name, bool& value, const std::string& help,
                   const std::string& excludes) {
    auto* flag = app.add_flag(name, value, help);
    if (!excludes.empty()) flag->excludes(excludes);
}

void Command::choice(const std::string& name, Names names, const std::string& help,
                     const std::function<void(std::size_t)>& set) {
    const auto read = [name, all = std::vector<std::string>(names.begin(), names.end()),
                       set](const std::string& text) { set(place_among(all, name, text)); };
    app.add_option_function<std::string>(name, read, help)->type_name("NAME");
}

void Command::choices(const std::string& name, const std::vector<std::string>& names,
                      std::vector<std::string>& values, const std::string& help,
                      const std::string& listed) {
    list(name, values, help,
         [=](const std::string& text) { place_among(names, name, text, listed); });
}

void Command::list(const std::string& name, std::vector<std::string>& values,
                   const std::string& help, const std::function<void(const std::string&)>& check,
                   const std::string& shown) {
    const auto read = [=, &values](const std::vector<std::string>& lists) {
        values.clear();  // what stands for no list
        for (const std::string& words : lists)
            for (const auto word : split(words, ',')) {
                if (word.empty())
                    throw Error(Exit::usage,
                                "{} {}: has an empty part; one comma between two parts, and none "
                                "at the ends, would be right",
                                name, shell_word(words));
                values.emplace_back(word);
                if (check) check(values.back());
            }
        return true;
    };
    app.add_option(name, read, help)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name(shown);
}

void Command::seldom(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (auto* option = app.get_option_no_throw(name)) option->group("Seldom needed");
}

void Command::only_for(const std::string& what, const std::string& names,
                       const std::function<bool()>& there) {
    checks->of_options.push_back([=, &app = app] {
        for (const auto name : split(names, ' '))
            if (const auto* option = app.get_option_no_throw(std::string(name));
                option && option->count() > 0 && !there())
                throw Error(Exit::usage, "{} is for {}", name, what);
    });
}

void Command::footer(const std::string& text) {
    app.footer(app.get_footer().empty() ? text : app.get_footer() + "\n\n" + text);
}

Command CommandLine::add(const std::string& name, const std::string& description,
                         const std::vector<std::string>& examples, const Run& run) {
    CLI::App& command = *app.add_subcommand(name, description);
    // The list of commands in the program's own --help stays short.
    command.preparse_callback([this, &command, description, examples](std::size_t) {
        std::string text = "Examples:\n";
        for (const std::string& example : examples)
            text += fmt::format("  {}{}\n", program, example.substr(example.find(' ')));
        command.description(fmt::format("{}\n{}", text, description));
    });
    const auto checks = std::make_shared<Command::Checks>();
    command.callback([this, run, checks] {
        for (const auto& check : checks->of_options) check();
        chosen = [run, destinations = checks->destinations](const Output& output) {
            output.check(destinations);
            run(output);
        };
    });
    return {command, typed, checks};
}

}  // namespace hitmiss
