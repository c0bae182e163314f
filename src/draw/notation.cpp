#include "draw/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"

namespace hitmiss {
namespace {

std::string with_power(double number) {
    const std::string digits = fmt::format("{:.14e}", number);
    const auto split = digits.find('e');
    const auto power = power_of_ten(*parse_number<int>(digits.substr(split + 1)));
    const auto factor = number_text(*parse_number<double>(digits.substr(0, split)));
    return factor == "1" ? power : factor + "\u00A0×\u00A0" + power;
}

}  // namespace

std::string power_of_ten(int exponent) {
    constexpr std::string_view digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
    return text;
}

std::string in_figure(double number) {
    if (number < 0) return "−" + in_figure(-number);
    const bool needs_power = number != 0 && (number < 1e-3 || number > 1e6);
    return needs_power ? with_power(number) : with_separators(number_text(number));
}

std::string in_figure(double number, int digits) {
    const std::string rounded = number_text(number, digits);
    return in_figure(*parse_number<double>(rounded));
}

std::string tolerance_in_figure(double number) {
    return number > 0 && number < 0.1 ? with_power(number) : in_figure(number);
}

std::string setting_in_figure(std::string_view key, std::string_view value) {
    if (key == "epsilon") return "ε = " + in_figure(*parse_number<double>(value));
    if (key == "variant" || key == precision_key || key == arithmetic_key)
        return std::string(value);
    if (key == "edges" && value == "kahan") return "Kahan's difference";
    if (key == "edges" && value == "compare") return "compared products";
    if (key == "edges" && value == "canonical") return "canonical order";
    return fmt::format("{} {}", key, value);
}

std::string printed_name(const Method& method) {
    if (!method.title.empty()) return method.title;
    if (!method.has_kernel()) return method.name();
    constexpr std::pair<std::string_view, std::string_view> surnames[]{
        {"moller-trumbore", "Möller-Trumbore"},
        {"baldwin-weber", "Baldwin-Weber"},
        {"badouel", "Badouel"},
        {"embree", "Embree"}};
    std::string name = method.name();
    for (const auto& [key, printed] : surnames)
        if (name.starts_with(key)) return std::string(printed) + name.substr(key.size());
    std::ranges::replace(name, '-', ' ');
    return name;
}

std::vector<std::string> caption(const Method& method, Caption kind) {
    const std::string name = kind == Caption::text ? method.name() : printed_name(method);
    const std::string precision(method.precision_text().value_or(""));
    const std::string arithmetic = precision + (method.contracts() ? " fused" : "");
    const auto epsilon = method.epsilon();
    const std::string epsilon_text = epsilon ? "ε = " + in_figure(*epsilon) : "";
    const bool preset = method.get(preset_key).value_or(0) != 0;
    bool says_epsilon = false;
    std::vector<std::string> others;  // settings that are said, and not as usual
    for (const auto& [key, value] : method.settings()) {
        const Parameter& row = *std::ranges::find(method.entry->parameters, key, &Parameter::key);
        const bool usual = row.text != nullptr || (!preset && method.get(key) == row.fallback);
        if (key == "epsilon")
            says_epsilon = true;
        else if (key != precision_key && key != arithmetic_key && !usual)
            others.push_back(kind == Caption::text ? fmt::format("{} {}", key, value)
                                                   : setting_in_figure(key, value));
    }
    const std::string rest = joined_texts(others);
    switch (kind) {
        case Caption::column:
            return {name, epsilon_text,
                    joined_texts({method.has_kernel() ? arithmetic : "", rest})};
        case Caption::predicate: {
            const std::string variant(
                method.variant() == Variant::published ? "" : to_string(method.variant()));
            const bool twice = method.precision() == Precision::twice;
            const auto settings = joined_texts(
                {epsilon_text, twice || method.contracts() ? arithmetic : "", variant});
            return {name, settings.empty() ? "published" : settings};
        }
        case Caption::curve:
        case Caption::text:
            return {joined_texts({name, arithmetic, rest})};
        case Caption::row:
            // The program that ships a test implies its epsilon.
            return {
                joined_texts({name, epsilon > 0 && (says_epsilon || !preset) ? epsilon_text : "",
                              arithmetic, rest})};
        case Caption::full:
            return {joined_texts(
                {to_string(method),
                 epsilon && !says_epsilon ? "epsilon " + number_text(*epsilon) : "", precision})};
    }
    return {};
}

std::string joined_texts(std::vector<std::string> texts, std::string_view separator) {
    std::erase(texts, "");
    return fmt::format("{}", fmt::join(texts, separator));
}

}  // namespace hitmiss
