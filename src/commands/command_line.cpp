#include "commands/command_line.hpp"

#include <CLI/CLI.hpp>

#include "base/inputs.hpp"
#include "base/machine.hpp"
#include "base/output_file.hpp"
#include "base/vector_width.hpp"
#include "commands/commands.hpp"
#include "scene/mesh_file.hpp"

extern "C" const char hitmiss_licences[];

namespace hitmiss {
namespace {

/// Names of the commands, or of a command's options.
std::vector<std::string> names_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* command : app.get_subcommands({})) names.push_back(command->get_name());
    if (names.empty())
        for (const auto* option : app.get_options())
            for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
    return did_you_mean(word, std::vector<std::string_view>(names.begin(), names.end()));
}

}  // namespace

std::string as_a_setting(std::string_view word, std::string value) {
    auto key = word.substr(2, word.find('=') - 2);  // after --
    if (key == "eps") key = "epsilon";
    if (word.find('=') != word.npos) value = word.substr(word.find('=') + 1);
    std::vector<const Entry*> entries{make_method("angle-sum").entry};
    std::ranges::copy(catalogue(), std::back_inserter(entries));
    for (const Entry* entry : entries)
        for (const auto& row : describe(*entry))
            if (row.key == key)
                return fmt::format("{} is a setting of a method: -m {}:{}{}", key, entry->info.name,
                                   key == "epsilon" ? "" : fmt::format("{}=", key),
                                   value.empty() ? row.default_value : value);
    return {};
}

namespace {

bool is_method(const std::string& word) {
    try {
        parse_method(word);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Refuses `-m angle-sum: 0.1` and `-m mt wt`: a command that takes several scenes would take the
/// second word for one.
void check_methods_in_one_word(const std::vector<std::string>& words) {
    for (std::size_t k = 0; k + 2 < words.size(); ++k) {
        const std::string &method = words[k + 1], &next = words[k + 2];
        if (words[k] != "-m" && words[k] != "--method") continue;
        if (method.ends_with(':') && !next.starts_with('-'))
            throw Error(Exit::usage, "'{} {}' are two words; {}{} would be right", method, next,
                        method, next);
        std::error_code error;
        if (is_method(next) && !std::filesystem::exists(next, error))
            throw Error(Exit::usage, "each method has its own -m: -m {} -m {} would be right",
                        method, next);
    }
}

/// Refuses `--columns=`, for which the library would take the next word.
void check_values(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        if (word.starts_with("--") && word.find('=') + 1 == word.size())
            throw Error(Exit::usage,
                        "{}: nothing follows the '='; a value there, or no '=', would be right",
                        word.substr(0, word.size() - 1));
}

/// The option that a word names, alone or before its '='.
const CLI::Option* option_of(const CLI::App& command, const std::string& word) {
    return word.starts_with('-') ? command.get_option_no_throw(word.substr(0, word.find('=')))
                                 : nullptr;
}

/// Refuses another option where a value should be: the library would take it for the value.
/// `--title=--wide` is one.
void check_not_forgotten(const std::vector<std::string>& words, const CLI::App& command,
                         const std::string& help) {
    for (std::size_t k = 1; k + 1 < words.size() && words[k] != "--"; ++k) {
        const CLI::Option* const option = option_of(command, words[k]);
        if (option == nullptr || words[k].find('=') != words[k].npos ||
            option->get_items_expected_max() == 0)
            continue;
        if (option_of(command, words[++k]) != nullptr)
            throw Error(Exit::usage, "{} lacks its value, because {} is an option; {}",
                        words[k - 1], words[k], help);
    }
}

/// For an option by which other programs set the size of a picture: how this one does.
std::string as_the_size(std::string_view option, const std::vector<std::string>& options) {
    constexpr std::array<std::string_view, 3> others{"--width", "--height", "--resolution"};
    const bool other =
        std::ranges::find(others, option.substr(0, option.find('='))) != others.end();
    const bool has_size = std::ranges::find(options, "--size") != options.end();
    return other && has_size ? "for pixels: --size WxH, as in --size 640x480; " : "";
}

/// A word that the command does not take.
Error unexpected(const std::vector<std::string>& words, const CLI::App& command,
                 const std::string& help) {
    const auto left = command.remaining();
    const auto option =
        std::ranges::find_if(left, [](const std::string& word) { return word.starts_with("--"); });
    const std::string& name = command.get_name();
    if (option == left.end())
        return {Exit::usage, "{} does not take '{}'; {}", name, left.front(), help};
    const auto at = std::ranges::find(words, *option);
    const auto setting = as_a_setting(*option, words.end() - at > 1 ? at[1] : "");
    if (!setting.empty()) return {Exit::usage, "{} has no option {}; {}", name, *option, setting};
    std::vector<std::string> others;
    for (const CLI::App* other : command.get_parent()->get_subcommands({}))
        if (other->get_option_no_throw(*option)) others.push_back(other->get_name());
    const auto options = names_of(command);
    const bool mistyped = std::ranges::any_of(
        options, [&](const std::string& own) { return edit_distance(*option, own) == 1; });
    if (!others.empty() && !mistyped)
        return {Exit::usage,
                "{} has no option {}; {} {} it; {}",
                name,
                *option,
                fmt::format("{}", fmt::join(others, ", ")),
                others.size() == 1 ? "has" : "have",
                help};
    return {Exit::usage, "{} has no option {}; {}", name, *option,
            as_the_size(*option, options) + suggestion(*option, options) + help};
}

/// The first word is not a command.
Error no_command(const std::vector<std::string>& words, const std::vector<std::string>& names,
                 const std::string& program) {
    const std::filesystem::path path(words[0]);
    if (path.extension() == ".toml" || is_mesh(path)) {
        // The command may stand behind the scene.
        const auto command = std::ranges::find_first_of(words, names);
        std::string typed = program + ' ' + (command == words.end() ? "compare" : *command);
        for (auto word = words.begin(); word != words.end(); ++word)
            if (word != command) typed += ' ' + shell_word(*word);
        return {Exit::usage, "'{}' is a scene, not a command; did you mean  {}", words[0], typed};
    }
    auto known = names;
    known.insert(known.end(), {"--version", "--licences"});
    return {Exit::usage, "no command '{}'; {}the commands are {}", words[0],
            suggestion(words[0], known), fmt::join(names, ", ")};
}

/// The library's help, but with two blanks at least between an option and what it means.
class Help : public CLI::Formatter {
    std::string make_option(const CLI::Option* option, bool only_place) const override {
        auto values = make_option_opts(option);
        // Each -m takes one word.
        if (const auto more = values.find(" ..."); !only_place && more != values.npos)
            values.erase(more);
        const auto name = make_option_name(option, only_place) + values;
        const bool close = name.size() + 3 == column_width_;
        std::ostringstream text;
        CLI::detail::format_help(text, name, (close ? "\n" : "") + option->get_description(),
                                 column_width_);
        return text.str();
    }
};

std::string version_text() {
    constexpr std::string_view widths[]{"128", "128, 256", "128, 256, 512"};
    return fmt::format("hitmiss {}\ncompiler: {}\nvector widths of this machine: {} bits\n",
                       HITMISS_VERSION, this_machine().compiler, widths[std::size_t(widest())]);
}

}  // namespace

Run parse_command_line(std::vector<std::string> words, const std::string& program) {
    CLI::App app{
        "Shows, counts and explains where ray/triangle intersection methods hit and miss.\nStart "
        "with compare, leaks and explain."};
    app.name(program);
    app.formatter(std::make_shared<Help>());
    app.get_formatter()->column_width(std::min<std::size_t>(30, terminal_width() / 2));
    app.require_subcommand(1);
    app.set_version_flag("--version", version_text);
    app.add_flag_callback(
        "--licences", [] { throw CLI::CallForVersion(hitmiss_licences, 0); },
        "Print the licence, and the notices of the libraries and the font compiled in");
    std::string typed = program;
    for (const std::string& word : words) typed += ' ' + shell_word(word);
    if (!words.empty() && words[0] == "help")  // hitmiss help compare
        std::rotate(words.begin(), words.begin() + 1, words.end()), words.back() = "--help";
    CommandLine line{app, program, std::move(typed)};
    for (const auto& commands : {std::span<AddCommand* const>(first_commands), wing_commands(),
                                 std::span<AddCommand* const>(last_commands)})
        for (const auto add : commands) add(line);
    const auto names = names_of(app);
    const bool bare = words.empty();
    if (bare) words = {"--help"};
    const bool named = !words[0].starts_with('-');
    if (named && std::ranges::find(names, words[0]) == names.end())
        throw no_command(words, names, program);
    check_methods_in_one_word(words);
    check_values(words);
    const std::string help =
        fmt::format("{} {}--help says what it takes", program, named ? words[0] + ' ' : "");
    if (named) check_not_forgotten(words, *app.get_subcommand(words[0]), help);
    std::vector<std::string> reversed(words.rbegin(), words.rend());  // as the library wants them
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
        std::string text = app.help();
        text.pop_back();  // the last line's end, which fitted() adds
        write_stdout(fitted(text, terminal_width(), program));
        if (bare) throw Error(Exit::usage, "");  // a script whose words got lost is to notice
        return {};
    } catch (const CLI::Success& answered) {
        write_stdout(answered.what());
        return {};
    } catch (const CLI::ParseError& error) {
        if (!named) throw Error(Exit::usage, "no option {}; {}", words[0], help);
        if (const auto& command = *app.get_subcommand(words[0]); !command.remaining().empty())
            throw unexpected(words, command, help);
        for (const auto* option : app.get_subcommand(words[0])->get_options())
            if (int(option->count()) > std::max(1, option->get_items_expected_max()))
                throw Error(Exit::usage, "{} is given {} times; once would be right",
                            option->get_name(), option->count());
        if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
            throw Error(Exit::usage, "{} lacks its value; {}", words.back(), help);
        throw Error(Exit::usage, "{}: {}; {}", words[0], error.what(), help);
    }
    inputs.clear();
    return line.chosen;
}

}  // namespace hitmiss
