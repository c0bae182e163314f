// Methods by the words that choose them.

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/spec.hpp"
#include "base/words.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr std::pair<std::string_view, std::string_view> short_names[]{{"mt", "moller-trumbore"},
                                                                      {"wt", "watertight"}};

/// The name as the catalogue has it.
std::string_view full_name(std::string_view name) {
    const auto found =
        std::ranges::find(short_names, name, [](const auto& pair) { return pair.first; });
    return found == std::end(short_names) ? name : found->second;
}

/// The test of a program of that name, as -m takes it; empty if there is none.
std::string test_of_program(std::string_view name) {
    for (const Entry* entry : catalogue())
        for (const Preset& preset : entry->presets)
            if (without_version(preset.name) == without_version(name))
                return fmt::format("{}:{}={}", entry->info.name, preset_key,
                                   without_version(preset.name));
    return {};
}

/// No method of that name; what would be right. A known name with more behind it is one whose
/// settings or neighbours were joined to it by the wrong sign.
Error no_method(std::string_view name, std::vector<std::string_view> names) {
    for (const auto& [brief, full] : short_names) names.push_back(brief);
    const auto known = [&](std::string_view word) {
        return std::ranges::find(names, full_name(word)) != names.end();
    };
    const auto words = split(name, ',');
    const auto end = std::min(name.find_first_of("=, "), name.size());
    const auto first = name.substr(0, end);
    const std::string small = lowered(name), shipped = test_of_program(small);
    std::string right;
    if (const auto colon = name.find(':'); colon != name.npos && known(name.substr(0, colon)))
        right = fmt::format("in a scene its settings are keys beside  name = \"{}\"",
                            name.substr(0, colon));
    else if (!shipped.empty())
        right = fmt::format("its test is {}", shipped);
    else if (words.size() > 1 && std::ranges::all_of(words, known))
        right = fmt::format("give each method its own -m: -m {}", fmt::join(words, " -m "));
    else if (end + 1 < name.size() && known(first))
        right = fmt::format("settings follow a colon: {}:{}", first, name.substr(end + 1));
    else if (name.ends_with(".npy") || name.ends_with(".csv"))
        right = fmt::format("a file of answers is judged with -m answers:file={}",
                            name.substr(name.starts_with("file=") ? 5 : 0));
    else
        right = did_you_mean(small, names);
    if (right.ends_with(' ')) right.pop_back();
    if (right.empty())
        right = fmt::format("{}the methods are {}",
                            name == "all" ? "-m names one and can be repeated; " : "",
                            fmt::join(names, ", "));
    return {Exit::usage, "no method '{}'; {}", name, right};
}

/// Throws where a number has a decimal comma, which reads as two numbers.
void check_commas(std::string_view text,
                  const std::vector<std::pair<std::string, std::string>>& settings) {
    const auto is_whole = [](std::string_view value) {
        return !value.empty() && value.find_first_not_of("0123456789") == value.npos;
    };
    for (std::size_t k = 0; k + 1 < settings.size(); ++k) {
        const auto& [key, value] = settings[k];
        const auto& [next_key, digits] = settings[k + 1];
        if ((key.empty() || key == "epsilon") && next_key.empty() && is_whole(value) &&
            is_whole(digits))
            throw Error(Exit::usage,
                        "{}: a comma separates settings; with a point, {}.{} would be "
                        "a number",
                        text, value, digits);
    }
}

}  // namespace

Method make_method(std::string_view name,
                   const std::vector<std::pair<std::string, std::string>>& settings,
                   Catalogue methods) {
    std::vector<const Entry*> all(methods.begin(), methods.end());
    std::ranges::copy(foreign_methods(), std::back_inserter(all));
    name = full_name(name);
    const auto found =
        std::ranges::find(all, name, [](const Entry* entry) { return entry->info.name; });
    if (found == all.end()) {
        std::vector<std::string_view> names;
        for (const Entry* entry : all) names.push_back(entry->info.name);
        throw no_method(name, names);
    }
    Method method(**found);
    std::vector<std::string_view> given;
    for (const auto& [said_key, value] : settings) {
        const std::string_view key = said_key.empty() ? method.key_of(value) : said_key;
        if (std::ranges::find(given, key) != given.end())
            throw Error(Exit::usage, "{}: '{}' is given twice", name, key);
        given.push_back(key);
        method.set(key, value);
    }
    return method;
}

Method parse_method(std::string_view text, Catalogue methods) {
    const auto [name, settings] = parse_spec(text);
    check_commas(text, settings);
    return make_method(name, settings, methods);
}

std::string to_string(const Method& method) {
    std::string text(method.entry->info.name);
    for (char separator = ':'; const auto& [key, value] : method.settings()) {
        text += fmt::format("{}{}={}", separator, key, value);
        separator = ',';
    }
    return text;
}

}  // namespace hitmiss
