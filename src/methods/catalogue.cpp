#include "methods/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/spec.hpp"
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

Catalogue foreign_methods() {
    static constexpr Parameter of_answers[]{
        {.key = "cull",
         .choices = cull_names,
         .meaning = "back: this tracer ignores triangles seen from behind"},
        {.key = "file",
         .meaning = "NPY or CSV: t and triangle of each ray, or t alone; a miss: t = inf "
                    "or triangle -1",
         .text = &Method::file},
        {.key = "name", .meaning = "what tables and pictures call it", .text = &Method::title},
        precision_parameter(Precision::single)};
    static constexpr std::array<std::string_view, 2> modes{"fast", "robust"};
    static constexpr std::array<std::string_view, 4> sizes{"1", "8", "16", "stream"};
    static constexpr Parameter of_embree[]{
        {.key = "mode",
         .choices = modes,
         .meaning = "robust: with the flag for watertight traversal"},
        {.key = "packet", .choices = sizes, .meaning = "rays to a call; stream: 256"},
        {.key = "isa",
         .choices = instruction_sets,
         .meaning = "instruction set; default: the largest that Embree and the machine have"}};
    static constexpr Entry answers{
        {.name = "answers",
         .source = "a file that another program wrote; see hitmiss rays",
         .idea = "what the file says",
         .kind = Kind::answer_file,
         .open = "precision: double if a t is not a float and float64 in NPY, "
                 "or in CSV of more than 9 digits; else float"},
        of_answers};
    static constexpr Entry embree{
        {.name = "embree",
         .source = "Wald et al., Embree: A Kernel Framework for Efficient CPU Ray Tracing (2014)",
         .idea = "Embree's own traversal and test, where it was found at the build",
         .kind = Kind::peer},
        of_embree};
    static constexpr std::array all{&answers, &embree};
    return all;
}

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

std::vector<Method> all_methods(Arithmetic arithmetic) {
    std::vector<Method> all;
    for (const Entry* entry : catalogue())
        for (std::size_t variant = 0; variant < variant_names.size(); ++variant) {
            if (!entry->info.has(Variant(variant))) continue;
            const Method method = Method(*entry).with(variant_key, double(variant));
            if (!entry->info.rounds()) {
                if (arithmetic == Arithmetic::separate) all.push_back(method);
                continue;
            }
            for (const auto precision : {Precision::single, Precision::twice}) {
                all.push_back(method.with(precision_key, double(precision)));
                if (arithmetic != Arithmetic::separate)
                    all.back() = all.back().with(arithmetic_key, double(arithmetic));
            }
        }
    return all;
}

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
        texts.push_back({key, plain.value_text(row),
                         text != nullptr   ? "text"
                         : choices.empty() ? describe(allowed)
                                           : fmt::format("{}", fmt::join(choices, " or ")),
                         fmt::format("{}{}", key == variant_key ? "corrected: " : "", meaning)});
    }
    return texts;
}

}  // namespace hitmiss
