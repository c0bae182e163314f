#include "methods/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

constexpr std::array<std::string_view, 3> variant_names{"published", "corrected", "atan2"};
constexpr std::array<std::string_view, 2> precision_names{"float", "double"};

std::vector<std::string_view> variants_of(const MethodInfo& info) {
    std::vector<std::string_view> names{variant_names[0]};
    if (!info.corrected.empty()) names.push_back(variant_names[1]);
    if (info.atan2) names.push_back(variant_names[2]);
    return names;
}

/// Index of the text among the choices, or an error that names them.
std::size_t choose(const std::string& text, std::string_view key, const auto& choices) {
    const auto found = std::find(choices.begin(), choices.end(), text);
    if (found == choices.end())
        throw Error(Exit::usage, fmt::format("{}={}: no such value; {} is one of {}", key, text,
                                             key, fmt::join(choices, ", ")));
    return std::size_t(found - choices.begin());
}

std::string describe(double value) {
    return fmt::format("{}", value);
}
std::string describe(Cull cull) {
    return std::string(to_string(cull));
}
std::string describe(const std::array<std::string_view, 2>& choices) {
    return fmt::format("{}", fmt::join(choices, " or "));
}
std::string describe(const Range& range) {
    const bool unbounded = range.hi == std::numeric_limits<double>::max();
    return fmt::format("{}{:.6g}, {}{}{}", range.open ? '(' : '[', range.lo,
                       unbounded ? "inf" : fmt::format("{:.6g}", range.hi),
                       range.open || unbounded ? ')' : ']',
                       range.unit.empty() ? "" : fmt::format(" {}", range.unit));
}

}  // namespace

std::string_view to_string(Variant variant) {
    return variant_names[std::size_t(variant)];
}
std::string_view to_string(Precision precision) {
    return precision_names[std::size_t(precision)];
}
std::string_view to_string(Cull cull) {
    return cull_names[std::size_t(cull)];
}

namespace detail {

void read_setting(const std::string& text, std::string_view key, double& value,
                  const Range& allowed) {
    const auto number = parse_number<double>(text);
    const bool inside = number && (allowed.open ? *number > allowed.lo && *number < allowed.hi
                                                : *number >= allowed.lo && *number <= allowed.hi);
    if (!inside)
        throw Error(Exit::usage,
                    fmt::format("{}={}: not a number in {}", key, text, describe(allowed)));
    value = *number;
}

void read_setting(const std::string& text, std::string_view key, Cull& value,
                  const std::array<std::string_view, 2>& allowed) {
    value = Cull(choose(text, key, allowed));
}

Precision read_precision(const std::string& text) {
    return Precision(choose(text, "precision", precision_names));
}

Variant read_variant(const std::string& text, const MethodInfo& info) {
    const auto names = variants_of(info);
    const auto name = names[choose(text, fmt::format("{}: variant", info.name), names)];
    return Variant(std::find(variant_names.begin(), variant_names.end(), name) -
                   variant_names.begin());
}

void unknown_method(const std::string& name, const std::vector<std::string_view>& names) {
    throw Error(Exit::usage, fmt::format("no method '{}'; {}the methods are {}", name,
                                         did_you_mean(name, names), fmt::join(names, ", ")));
}

void unknown_setting(const std::string& key, const MethodInfo& info,
                     const std::vector<std::string_view>& keys) {
    auto all = keys;
    all.insert(all.end(), {"precision", "variant"});
    throw Error(Exit::usage, fmt::format("{} has no switch '{}'; {}it has {}", info.name, key,
                                         did_you_mean(key, all), fmt::join(all, ", ")));
}

}  // namespace detail

MethodSpec make_method(std::string name,
                       std::vector<std::pair<std::string, std::string>> settings) {
    MethodSpec spec{std::move(name), std::move(settings)};
    for (auto i = spec.settings.begin(); i != spec.settings.end(); ++i)
        if (std::any_of(spec.settings.begin(), i, [&](auto& s) { return s.first == i->first; }))
            throw Error(Exit::usage, fmt::format("{}: '{}' is given twice", spec.name, i->first));
    with_method(spec, [](const auto&) {});
    return spec;
}

MethodSpec parse_method(std::string_view text) {
    auto [name, settings] = parse_spec(text, "epsilon");
    return make_method(std::move(name), std::move(settings));
}

std::string to_string(const MethodSpec& spec) {
    std::string text = spec.name;
    for (char separator = ':'; const auto& [key, value] : spec.settings) {
        text += fmt::format("{}{}={}", separator, key, value);
        separator = ',';
    }
    return text;
}

MethodSummary summary(const MethodSpec& spec) {
    MethodSummary sum{};
    with_method(spec, [&](const auto& method) {
        using Traits = MethodTraits<std::decay_t<decltype(method)>>;
        sum.info = method.info;
        sum.precision =
            std::is_same_v<typename Traits::Real, float> ? Precision::single : Precision::twice;
        sum.variant = Traits::variant;
        if constexpr (requires { method.epsilon; }) sum.epsilon = method.epsilon;
        if constexpr (requires { method.cull; }) sum.cull = method.cull;
    });
    return sum;
}

std::vector<CatalogueEntry> describe_catalogue() {
    std::vector<CatalogueEntry> entries;
    Catalogue::for_each([&](auto listed) {
        using Default = typename decltype(listed)::template As<float, Variant::published>;
        CatalogueEntry entry{Default::info, {}};
        const auto add = [&](std::string_view key, std::string value, std::string allowed,
                             std::string_view meaning) {
            entry.parameters.push_back(
                {std::string(key), std::move(value), std::move(allowed), std::string(meaning)});
        };
        Default::parameters(
            [&](std::string_view key, auto member, const auto& allowed, std::string_view meaning) {
                add(key, describe(Default{}.*member), describe(allowed), meaning);
            });
        add("precision", std::string(precision_names[0]), describe(precision_names),
            "of the arithmetic; rays and vertices are always the same stored floats");
        const auto variants = variants_of(Default::info);
        if (variants.size() > 1)
            add("variant", std::string(variant_names[0]),
                fmt::format("{}", fmt::join(variants, " or ")),
                fmt::format("corrected: {}", Default::info.corrected));
        entries.push_back(std::move(entry));
    });
    return entries;
}

}  // namespace hitmiss
