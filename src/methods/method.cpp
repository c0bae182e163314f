#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

/// Not a setting of the test: what figures call the method.
constexpr std::string_view label_key = "label";

/// The row of that key; past the end if there is none.
std::size_t find_row(const Entry& entry, std::string_view key) {
    const auto rows = entry.parameters;
    return std::size_t(std::ranges::find(rows, key, &Parameter::key) - rows.begin());
}

/// The row of that key, or an error that names the keys there are.
std::size_t row_of(const Entry& entry, std::string_view key) {
    const std::size_t row = find_row(entry, key);
    if (row < entry.parameters.size()) return row;
    std::vector<std::string_view> keys;
    for (const Parameter& parameter : entry.parameters) keys.push_back(parameter.key);
    throw Error(Exit::usage, "{} has no setting '{}'; {}it has {}", entry.info.name, key,
                did_you_mean(key, keys), fmt::join(keys, ", "));
}

/// Where among the choices that word is; without a version, the newest. Past the end if it is none.
std::size_t find_choice(std::span<const std::string_view> choices, std::string_view word) {
    const auto found = std::ranges::find(choices, word);
    if (found != choices.end()) return std::size_t(found - choices.begin());
    for (std::size_t k = choices.size(); k-- > 0;)
        if (without_version(choices[k]) == word) return k;
    return choices.size();
}

bool is_said(const Method& method, std::size_t row) {
    return (method.said >> row & 1) != 0;
}
/// The preset that was chosen; null if none was.
const Preset* preset_of(const Method& method) {
    const auto chosen = std::size_t(method.get(preset_key).value_or(0));
    return chosen > 0 ? &method.entry->presets[chosen - 1] : nullptr;
}
/// The number in that row if nothing is said of it: that of the preset, if one was chosen.
double fallback_of(const Method& method, std::size_t row) {
    const Parameter& parameter = method.entry->parameters[row];
    if (const Preset* const preset = preset_of(method))
        for (const auto& [key, number] : preset->settings)
            if (key == parameter.key) return number;
    return parameter.fallback;
}
void unsay(Method& method, std::size_t row) {
    method.number[row] = fallback_of(method, row);
    method.said = std::uint8_t(method.said & ~(1u << row));
}
void say(Method& method, std::size_t row, double number) {
    method.number[row] = number;
    method.said = std::uint8_t(method.said | 1u << row);
    // What is said beside a preset overrides it, before or after.
    if (method.entry->parameters[row].key == preset_key)
        for (std::size_t other = 0; other < method.entry->parameters.size(); ++other)
            if (!is_said(method, other)) unsay(method, other);
}
void say_number(Method& method, std::size_t row, std::optional<double> number,
                std::string_view text) {
    const Parameter& parameter = method.entry->parameters[row];
    if (!number || !holds(parameter.allowed, *number))
        throw Error(Exit::usage, "{}={}: not a number in {}", parameter.key, text,
                    describe(parameter.allowed));
    say(method, row, *number);
}

}  // namespace

std::string_view without_version(std::string_view name) {
    const auto digit = name.find_first_of("0123456789");
    const bool versioned = digit != name.npos && digit > 0 && name[digit - 1] == '-';
    return versioned ? name.substr(0, digit - 1) : name;
}

Method::Method(const Entry& listed) : entry(&listed) {
    for (std::size_t row = 0; row < listed.parameters.size(); ++row)
        number[row] = listed.parameters[row].fallback;
}

std::string Method::name() const {
    if (has_kernel()) return std::string(entry->info.name);
    return !title.empty() ? title : !file.empty() ? file : to_string(*this);
}

std::optional<double> Method::get(std::string_view key) const {
    const std::size_t row = find_row(*entry, key);
    return row < entry->parameters.size() ? std::optional(number[row]) : std::nullopt;
}

Precision Method::answer_precision() const {
    const Preset* const preset = preset_of(*this);
    return preset != nullptr && preset->float_t ? Precision::single : precision();
}

std::string Method::value_text(std::size_t row) const {
    const auto& [key, fallback, allowed, choices, meaning, text] = entry->parameters[row];
    return text != nullptr   ? this->*text
           : choices.empty() ? number_text(number[row])
                             : std::string(choices[std::size_t(number[row])]);
}

std::vector<std::pair<std::string_view, std::string>> Method::settings() const {
    std::vector<std::pair<std::string_view, std::string>> all;
    for (std::size_t row = 0; row < entry->parameters.size(); ++row) {
        const auto text = entry->parameters[row].text;
        if (text != nullptr ? !(this->*text).empty() : is_said(*this, row))
            all.emplace_back(entry->parameters[row].key, value_text(row));
    }
    return all;
}

std::string_view Method::key_of(std::string_view value) const {
    if (parse_number<double>(value)) {
        if (epsilon()) return "epsilon";
        throw Error(Exit::usage, "{0}: {1} would be its epsilon, and {0} has none",
                    entry->info.name, value);
    }
    std::vector<std::string_view> words;
    std::string_view found;
    std::string number_range;
    for (const Parameter& row : entry->parameters) {
        if (find_choice(row.choices, value) < row.choices.size()) found = row.key;
        for (const auto word : row.choices)
            if (std::ranges::find(words, word) == words.end()) words.push_back(word);
        if (row.key == "epsilon")
            number_range = fmt::format("a number in {} nor ", describe(row.allowed));
    }
    if (!found.empty()) return found;
    std::string guess = did_you_mean(value, words);
    if (guess.empty() && (!title.empty() || !file.empty()))
        throw Error(Exit::usage, "{}: no setting takes '{}'; a {} cannot contain a comma",
                    entry->info.name, value, has_kernel() ? "label" : "name or file");
    if (guess.empty() && get("file"))
        throw Error(Exit::usage, "{0}: no setting takes '{1}'; for a file, {0}:file={1}",
                    entry->info.name, value);
    if (guess.empty())
        throw Error(Exit::usage, "{}: '{}' is not {}one of {}", entry->info.name, value,
                    number_range, fmt::join(words, ", "));
    guess.pop_back();  // its blank
    throw Error(Exit::usage, "{}: no setting takes '{}'; {}", entry->info.name, value, guess);
}

void Method::set(std::string_view key, std::string_view text) {
    if (key == label_key && has_kernel()) {
        title = text;
        return;
    }
    const std::size_t row = row_of(*entry, key);
    const Parameter& parameter = entry->parameters[row];
    const auto choices = parameter.choices;
    if (parameter.text != nullptr) {
        this->*parameter.text = text;
    } else if (choices.empty()) {
        say_number(*this, row, parse_number<double>(text), text);
    } else {
        const std::size_t found = find_choice(choices, text);
        const std::string of = key == variant_key ? name() + ": " : "";
        if (found == choices.size()) {
            std::vector<std::string_view> words;
            for (const auto choice : choices) words.push_back(without_version(choice));
            words.insert(words.end(), choices.begin(), choices.end());
            throw Error(Exit::usage, "{0}{1}={2}: no such value; {4}{0}{1} is one of {3}", of, key,
                        text, fmt::join(choices, ", "), did_you_mean(text, words));
        }
        say(*this, row, double(found));
    }
}

void Method::suppose(Precision wanted) {
    if (const std::size_t row = row_of(*entry, precision_key); !is_said(*this, row))
        number[row] = double(wanted);
}

Method Method::with(std::string_view key, double value) const {
    Method changed = *this;
    say_number(changed, row_of(*entry, key), value, number_text(value));
    return changed;
}

Method Method::without(std::string_view key) const {
    Method changed = *this;
    if (const std::size_t row = find_row(*entry, key); row < entry->parameters.size())
        unsay(changed, row);
    return changed;
}

Method Method::in_variant(Variant wanted) const {
    const bool has = wanted != Variant::published && entry->info.has(wanted);
    return has && !is_said(*this, row_of(*entry, variant_key)) ? with(variant_key, double(wanted))
                                                               : *this;
}

Kernel Method::kernel(const Surroundings& scene) const {
    if (!has_kernel())
        throw Error(Exit::usage,
                    "{}: has no kernel, only answers; compare, leaks and explain take it", name());
    return entry->kernel(*this, scene);
}

}  // namespace hitmiss
