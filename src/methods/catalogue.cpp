#include "methods/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"

namespace hitmiss {

// The list, read twice: as declarations, then as an array.
#define METHOD(name) extern const Entry name;
#include "methods/catalogue.def"
#undef METHOD

Catalogue catalogue() {
#define METHOD(name) &(name),
    static constexpr std::array all{
#include "methods/catalogue.def"
    };
#undef METHOD
    return all;
}

namespace {

bool said(const Method& method, std::size_t row) {
    return (method.said >> row & 1) != 0;
}
void say(Method& method, std::size_t row, double number) {
    method.number[row] = number;
    method.said = std::uint8_t(method.said | 1u << row);
}

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

void set_number(Method& method, std::size_t row, std::optional<double> number,
                std::string_view text) {
    const Parameter& parameter = method.entry->parameters[row];
    if (!number || !holds(parameter.allowed, *number))
        throw Error(Exit::usage, "{}={}: not a number in {}", parameter.key, text,
                    describe(parameter.allowed));
    say(method, row, *number);
}

void set(Method& method, std::string_view key, std::string_view text) {
    const std::size_t row = row_of(*method.entry, key);
    const Parameter& parameter = method.entry->parameters[row];
    const auto choices = parameter.choices;
    if (parameter.text != nullptr) {
        method.*parameter.text = text;
    } else if (choices.empty()) {
        set_number(method, row, parse_number<double>(text), text);
    } else {
        const auto found = std::ranges::find(choices, text);
        const std::string of = key == variant_key ? method.name() + ": " : "";
        if (found == choices.end())
            throw Error(Exit::usage, "{0}{1}={2}: no such value; {0}{1} is one of {3}", of, key,
                        text, fmt::join(choices, ", "));
        say(method, row, double(found - choices.begin()));
    }
}

std::string value_text(const Method& method, std::size_t row) {
    const auto& [key, fallback, allowed, choices, meaning, text] = method.entry->parameters[row];
    return text != nullptr   ? method.*text
           : choices.empty() ? number_text(method.number[row])
                             : std::string(choices[std::size_t(method.number[row])]);
}

/// What a value without a key sets: the epsilon if it is a number, else what takes that word.
std::string_view key_of(const Entry& entry, std::string_view value) {
    if (parse_number<double>(value)) return "epsilon";
    std::vector<std::string_view> words;
    std::string_view found;
    std::string number;
    for (const Parameter& row : entry.parameters) {
        if (std::ranges::find(row.choices, value) != row.choices.end()) found = row.key;
        words.insert(words.end(), row.choices.begin(), row.choices.end());
        if (row.key == "epsilon")
            number = fmt::format("a number in {} nor ", describe(row.allowed));
    }
    if (found.empty())
        throw Error(Exit::usage, "{}: {}'{}' is not {}one of {}", entry.info.name,
                    did_you_mean(value, words), value, number, fmt::join(words, ", "));
    return found;
}

}  // namespace

Method::Method(const Entry& listed) : entry(&listed), number{} {
    for (std::size_t row = 0; row < listed.parameters.size(); ++row)
        number[row] = listed.parameters[row].fallback;
}

std::optional<double> Method::get(std::string_view key) const {
    const std::size_t row = find_row(*entry, key);
    return row < entry->parameters.size() ? std::optional(number[row]) : std::nullopt;
}

Method Method::with(std::string_view key, double value) const {
    Method changed = *this;
    set_number(changed, row_of(*entry, key), value, number_text(value));
    return changed;
}

Method Method::without(std::string_view key) const {
    Method changed = *this;
    if (const std::size_t row = find_row(*entry, key); row < entry->parameters.size()) {
        changed.number[row] = entry->parameters[row].fallback;
        changed.said = std::uint8_t(changed.said & ~(1u << row));
    }
    return changed;
}

Method Method::in_variant(Variant wanted) const {
    Method changed = *this;
    const std::size_t row = find_row(*entry, variant_key);
    if (wanted != Variant::published && entry->info.has(wanted) && !hitmiss::said(*this, row))
        say(changed, row, double(wanted));
    return changed;
}

void Method::suppose(Precision wanted) {
    if (const std::size_t row = row_of(*entry, precision_key); !hitmiss::said(*this, row))
        number[row] = double(wanted);
}

std::string Method::name() const {
    if (has_kernel()) return std::string(entry->info.name);
    return !title.empty() ? title : !file.empty() ? file : to_string(*this);
}

Kernel Method::kernel(const Surroundings& scene) const {
    if (!has_kernel())
        throw Error(Exit::usage,
                    "{}: has no kernel, only answers; compare, leaks and explain take it", name());
    return entry->kernel(*this, scene);
}

std::vector<std::pair<std::string_view, std::string>> Method::settings() const {
    std::vector<std::pair<std::string_view, std::string>> all;
    for (std::size_t row = 0; row < entry->parameters.size(); ++row) {
        const auto& [key, fallback, allowed, choices, meaning, text] = entry->parameters[row];
        if (text != nullptr ? !(this->*text).empty() : hitmiss::said(*this, row))
            all.emplace_back(key, value_text(*this, row));
    }
    return all;
}

Method make_method(std::string_view name,
                   const std::vector<std::pair<std::string, std::string>>& settings,
                   Catalogue methods) {
    std::vector<const Entry*> all(methods.begin(), methods.end());
    std::ranges::copy(foreign_methods(), std::back_inserter(all));
    const auto found =
        std::ranges::find(all, name, [](const Entry* entry) { return entry->info.name; });
    if (found == all.end()) {
        std::vector<std::string_view> names;
        for (const Entry* entry : all) names.push_back(entry->info.name);
        throw Error(Exit::usage, "no method '{}'; {}the methods are {}", name,
                    did_you_mean(name, names), fmt::join(names, ", "));
    }
    Method method(**found);
    std::vector<std::string_view> given;
    for (const auto& [said_key, value] : settings) {
        const std::string_view key = said_key.empty() ? key_of(**found, value) : said_key;
        if (std::ranges::find(given, key) != given.end())
            throw Error(Exit::usage, "{}: '{}' is given twice", name, key);
        given.push_back(key);
        set(method, key, value);
    }
    return method;
}

Method parse_method(std::string_view text, Catalogue methods) {
    const auto [name, settings] = parse_spec(text);
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

bool holds(const Range& range, double number) {
    return range.open ? number > range.lo && number < range.hi
                      : number >= range.lo && number <= range.hi;
}

std::string describe(const Range& range) {
    const bool unbounded = range.hi == std::numeric_limits<double>::max();
    return fmt::format("{}{}, {}{}{}", range.open ? '(' : '[', number_text(range.lo, 6),
                       unbounded ? "inf" : number_text(range.hi, 6),
                       range.open || unbounded ? ')' : ']',
                       range.unit.empty() ? "" : fmt::format(" {}", range.unit));
}

std::vector<ParameterText> describe(const Entry& entry) {
    const Method plain(entry);
    std::vector<ParameterText> texts;
    for (std::size_t row = 0; row < entry.parameters.size(); ++row) {
        const auto& [key, fallback, allowed, choices, meaning, text] = entry.parameters[row];
        if (choices.size() == 1) continue;  // the only variant
        texts.push_back({key, value_text(plain, row),
                         text != nullptr   ? "text"
                         : choices.empty() ? describe(allowed)
                                           : fmt::format("{}", fmt::join(choices, " or ")),
                         fmt::format("{}{}", key == variant_key ? "corrected: " : "", meaning)});
    }
    return texts;
}

std::vector<Method> all_methods(Catalogue methods) {
    std::vector<Method> all;
    for (const Entry* entry : methods)
        for (std::size_t variant = 0; variant < variant_names.size(); ++variant)
            for (const auto precision : {Precision::single, Precision::twice}) {
                const bool rounds = entry->info.rounds();
                if (!entry->info.has(Variant(variant))) continue;
                if (!rounds && precision != Precision::single) continue;
                Method& method = all.emplace_back(*entry);
                say(method, row_of(*entry, variant_key), double(variant));
                if (rounds) say(method, row_of(*entry, precision_key), double(precision));
            }
    return all;
}

}  // namespace hitmiss
