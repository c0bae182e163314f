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

constexpr std::string_view precision_key = "precision", variant_key = "variant";
// What was said, beside the parameters' own bits.
constexpr std::size_t precision_bit = Method::most_parameters, variant_bit = precision_bit + 1;

void say(Method& method, std::size_t bit) {
    method.said = std::uint8_t(method.said | 1u << bit);
}
bool said(const Method& method, std::size_t bit) {
    return (method.said >> bit & 1) != 0;
}

std::vector<std::string_view> variants_of(const MethodInfo& info) {
    std::vector<std::string_view> names;
    for (std::size_t k = 0; k < variant_names.size(); ++k)
        if (info.has(Variant(k))) names.push_back(variant_names[k]);
    return names;
}

/// Not of a tracer whose arithmetic is its own.
bool has_precision(const Entry& entry) {
    return entry.info.rounds() && entry.info.kind != Kind::peer;
}

std::vector<std::string_view> keys_of(const Entry& entry) {
    std::vector<std::string_view> keys;
    for (const Parameter& row : entry.parameters) keys.push_back(row.key);
    for (const Text& text : entry.texts) keys.push_back(text.key);
    if (has_precision(entry)) keys.push_back(precision_key);
    if (entry.kernel != nullptr) keys.push_back(variant_key);
    return keys;
}

/// The row of that key, or an error that names the keys there are.
std::size_t row_of(const Entry& entry, std::string_view key) {
    const auto keys = keys_of(entry);
    const auto found = std::find(keys.begin(), keys.end(), key);
    if (found == keys.end())
        throw Error(Exit::usage, "{} has no setting '{}'; {}it has {}", entry.info.name, key,
                    did_you_mean(key, keys), fmt::join(keys, ", "));
    return std::size_t(found - keys.begin());
}

/// Index of the text among the choices, or an error that names them.
std::size_t choose(std::string_view text, std::string_view key, const auto& choices) {
    const auto found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end())
        throw Error(Exit::usage, "{}={}: no such value; {} is one of {}", key, text, key,
                    fmt::join(choices, ", "));
    return std::size_t(found - choices.begin());
}

std::string value_text(const Parameter& row, double number) {
    return row.choices.empty() ? number_text(number)
                               : std::string(row.choices[std::size_t(number)]);
}

void set_number(Method& method, std::size_t row, std::optional<double> number,
                std::string_view text) {
    const auto& [key, fallback, allowed, choices, meaning] = method.entry->parameters[row];
    if (!number || !holds(allowed, *number))
        throw Error(Exit::usage, "{}={}: not a number in {}", key, text, describe(allowed));
    method.number[row] = *number;
    say(method, row);
}

void set(Method& method, std::string_view key, std::string_view text) {
    const Entry& entry = *method.entry;
    const std::size_t row = row_of(entry, key);
    if (const auto word = std::ranges::find(entry.texts, key, &Text::key);
        word != entry.texts.end()) {
        method.*word->value = text;
    } else if (key == precision_key) {
        method.precision = Precision(choose(text, key, precision_names));
        say(method, precision_bit);
    } else if (key == variant_key) {
        const auto names = variants_of(entry.info);
        const auto name =
            names[choose(text, fmt::format("{}: {}", entry.info.name, variant_key), names)];
        method.variant = Variant(std::ranges::find(variant_names, name) - variant_names.begin());
        say(method, variant_bit);
    } else if (const auto choices = entry.parameters[row].choices; !choices.empty()) {
        method.number[row] = double(choose(text, key, choices));
        say(method, row);
    } else {
        set_number(method, row, parse_number<double>(text), text);
    }
}

/// What a value without a key sets: the epsilon if it is a number, else what takes that word.
std::string_view key_of(const Entry& entry, std::string_view value) {
    if (parse_number<double>(value)) return "epsilon";
    std::vector<std::string_view> words;
    std::string_view found;
    const auto ask = [&](std::string_view key, const auto& choices) {
        if (std::ranges::find(choices, value) != choices.end()) found = key;
        words.insert(words.end(), choices.begin(), choices.end());
    };
    for (const Parameter& row : entry.parameters) ask(row.key, row.choices);
    if (entry.info.rounds()) ask(precision_key, precision_names);
    ask(variant_key, variants_of(entry.info));
    std::string number;
    for (const Parameter& row : entry.parameters)
        if (row.key == "epsilon")
            number = fmt::format("a number in {} nor ", describe(row.allowed));
    if (found.empty())
        throw Error(Exit::usage, "{}: {}'{}' is not {}one of {}", entry.info.name,
                    did_you_mean(value, words), value, number, fmt::join(words, ", "));
    return found;
}

}  // namespace

Method::Method(const Entry& listed) : entry(&listed), number{}, precision(listed.info.precision) {
    for (std::size_t k = 0; k < listed.parameters.size(); ++k)
        number[k] = listed.parameters[k].fallback;
}

std::optional<double> Method::get(std::string_view key) const {
    for (std::size_t k = 0; k < entry->parameters.size(); ++k)
        if (entry->parameters[k].key == key) return number[k];
    return {};
}

Method Method::with(std::string_view key, double value) const {
    Method changed = *this;
    const std::size_t row = row_of(*entry, key);
    if (row >= entry->parameters.size()) throw Error(Exit::bug, "{}: {} is no number", name(), key);
    set_number(changed, row, value, number_text(value));
    return changed;
}

Method Method::without(std::string_view key) const {
    Method changed = *this;
    for (std::size_t k = 0; k < entry->parameters.size(); ++k)
        if (entry->parameters[k].key == key) {
            changed.number[k] = entry->parameters[k].fallback;
            changed.said = std::uint8_t(changed.said & ~(1u << k));
        }
    return changed;
}

Method Method::in_variant(Variant wanted) const {
    Method changed = *this;
    if (!hitmiss::said(*this, variant_bit) && entry->info.has(wanted)) {
        changed.variant = wanted;
        if (wanted != Variant::published) say(changed, variant_bit);
    }
    return changed;
}

void Method::suppose(Precision wanted) {
    if (!hitmiss::said(*this, precision_bit)) precision = wanted;
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
    const auto rows = entry->parameters;
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (hitmiss::said(*this, k)) all.emplace_back(rows[k].key, value_text(rows[k], number[k]));
    for (const Text& text : entry->texts)
        if (const auto& word = this->*text.value; !word.empty()) all.emplace_back(text.key, word);
    if (hitmiss::said(*this, precision_bit)) all.emplace_back(precision_key, to_string(precision));
    if (hitmiss::said(*this, variant_bit)) all.emplace_back(variant_key, to_string(variant));
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
    std::vector<ParameterText> texts;
    const auto either = [](const auto& names) {
        return fmt::format("{}", fmt::join(names, " or "));
    };
    for (const Parameter& row : entry.parameters)
        texts.push_back({row.key, value_text(row, row.fallback),
                         row.choices.empty() ? describe(row.allowed) : either(row.choices),
                         std::string(row.meaning)});
    for (const Text& text : entry.texts)
        texts.push_back({text.key, "", "text", std::string(text.meaning)});
    if (has_precision(entry))
        texts.push_back({precision_key, std::string(to_string(entry.info.precision)),
                         either(precision_names),
                         "of the arithmetic; rays and vertices are always the same stored floats"});
    if (const auto variants = variants_of(entry.info); variants.size() > 1)
        texts.push_back({variant_key, std::string(variants[0]), either(variants),
                         fmt::format("corrected: {}", entry.info.corrected)});
    return texts;
}

std::vector<Method> all_methods(Catalogue methods) {
    std::vector<Method> all;
    for (const Entry* entry : methods)
        for (std::size_t variant = 0; variant < variant_names.size(); ++variant)
            for (const auto precision : precision_names) {
                if (!entry->info.has(Variant(variant))) continue;
                std::vector<std::pair<std::string, std::string>> settings{
                    {"variant", std::string(variant_names[variant])}};
                if (entry->info.rounds())
                    settings.emplace_back("precision", precision);
                else if (precision != precision_names[0])
                    continue;
                all.push_back(make_method(entry->info.name, settings, methods));
            }
    return all;
}

}  // namespace hitmiss
