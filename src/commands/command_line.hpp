#pragma once
// The command line. Each command declares its options beside its code, in the words of this file;
// command.cpp and command_line.cpp alone know the library that reads them.

#include <memory>

#include "base/error.hpp"
#include "commands/output.hpp"

namespace CLI {
class App;
}

namespace hitmiss {

/// A command whose options are being declared. Each option names the variable that it sets, which
/// holds the default. Names are as in "-o,--output", without dashes where only the place counts.
struct Command {
    CLI::App& app;
    std::string typed;  ///< the whole command line, fit for a shell
    struct Checks {
        std::vector<std::function<void()>> of_options;  ///< called once all of them are read
        std::vector<Destination> destinations;          ///< those that were typed
    };
    std::shared_ptr<Checks> checks = {};

    /// Any text: a std::string, which must be there where only the place counts, a vector of them
    /// (repeatable) or an optional one. Only an optional one may be empty.
    template <typename Text>
    void option(const std::string& name, Text& value, const std::string& help);

    /// A line of text, which may be empty.
    void line(const std::string& name, const std::string& help,
              const std::function<void(const std::string&)>& set);

    /// Where the command writes: checked before it runs. `folder`: a name without an ending is one.
    void destination(const std::string& name, std::string& value, const std::string& help,
                     bool folder = false);

    /// A number from `low` to `high`: an int, a std::uint64_t or a double, or an optional one.
    template <typename Number>
    void number(const std::string& name, Number& value, double low, double high,
                const std::string& help) {
        using Plain = typename decltype(std::optional(value))::value_type;
        number(name, std::is_integral_v<Plain>, low, high, help,
               [&value](double number) { value = Plain(number); });
    }
    void number(const std::string& name, bool whole, double low, double high,
                const std::string& help, const std::function<void(double)>& set);

    /// Puts the options of these names behind all others in the help; some exist only with the
    /// wings.
    void seldom(std::initializer_list<const char*> names);

    /// `excludes`: a flag declared before, which must not be there too.
    void flag(const std::string& name, bool& value, const std::string& help,
              const std::string& excludes = {});

    using Names = std::span<const std::string_view>;
    /// One of the names; the value becomes its place among them.
    template <typename Value>
    void choice(const std::string& name, Names names, Value& value, const std::string& help) {
        using Plain = typename decltype(std::optional(value))::value_type;
        choice(name, names, help, [&value](std::size_t place) { value = Plain(place); });
    }
    void choice(const std::string& name, Names names, const std::string& help,
                const std::function<void(std::size_t)>& set);
    /// Some of the names, separated by commas. `listed`: what to say that the names are, where that
    /// is not all of them.
    void choices(const std::string& name, const std::vector<std::string>& names,
                 std::vector<std::string>& values, const std::string& help,
                 const std::string& listed = {});

    /// Any words, separated by commas, none of them empty. `check` throws for one that is wrong;
    /// `shown` stands for them in the help.
    void list(const std::string& name, std::vector<std::string>& values, const std::string& help,
              const std::function<void(const std::string&)>& check = {},
              const std::string& shown = "NAME,...");

    /// Refuses each of these options, names with blanks between, as being for something else:
    /// "--seed is for --aim". `there`: whether that is there, asked once all options are read.
    void only_for(const std::string& what, const std::string& names,
                  const std::function<bool()>& there);

    /// Adds a paragraph to the end of --help.
    void footer(const std::string& text);
};

/// What a command does once its options are read. Throws Error to end with another exit code than
/// 0.
using Run = std::function<void(const Output&)>;

/// The commands while they are listed and read.
struct CommandLine {
    CLI::App& app;
    std::string program = {};  ///< as it was called, fit for a shell
    std::string typed = {};    ///< as in Command
    Run chosen = {};

    /// Lists a command. Its --help opens with the examples; the program's own stays short.
    template <typename Options>
    void add(const std::string& name, const std::string& description,
             const std::vector<std::string>& examples, void (*declare)(Command&, Options&),
             void (*run)(const Options&, const Output&)) {
        const auto options = std::make_shared<Options>();
        Command command = add(name, description, examples,
                              [options, run](const Output& output) { run(*options, output); });
        declare(command, *options);
    }
    Command add(const std::string& name, const std::string& description,
                const std::vector<std::string>& examples, const Run& run);
};

/// Reads the words after the program's name, as which it was called; empty once help or the version
/// was printed. Throws Error{Exit::usage} that names what was typed and what would be right,
/// without a message where there are no words and the help was printed.
Run parse_command_line(std::vector<std::string> words, const std::string& program = "hitmiss");

/// How to say for a method what somebody took for an option, the angle sum before others; empty if
/// no method knows it.
std::string as_a_setting(std::string_view word, std::string value);

}  // namespace hitmiss
