#include "base/words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/utf8.hpp"

namespace hitmiss {
namespace {

/// Whether a decimal number that from_chars() finds out of range is too small rather than too
/// large.
bool is_tiny(std::string_view number) {
    const auto e = std::min(number.find_first_of("eE"), number.size());
    const auto digits = number.substr(0, e);
    const auto first = digits.find_first_of("123456789");
    if (first == digits.npos) return false;
    const auto point = std::min(digits.find('.'), digits.size());
    std::string_view power = number.substr(std::min(e + 1, number.size()));
    if (power.starts_with('+')) power.remove_prefix(1);
    std::int64_t exponent = 0;
    const auto [stop, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
    if (error == std::errc::result_out_of_range) return power.starts_with('-');
    // The power of ten of the first digit that is not 0.
    return exponent < std::int64_t(first) - std::int64_t(point);
}

/// As people write it: without leading zeros in the exponent and without its plus.
std::string plain(std::string text) {
    const auto sign = text.find('e') + 1;
    if (sign == 0) return text;
    if (text[sign + 1] == '0') text.erase(sign + 1, 1);
    if (text[sign] == '+') text.erase(sign, 1);
    return text;
}

/// One in the last of the digits of a positive number that is written with so many.
double last_digit(double number, int digits) {
    return std::pow(10, std::floor(std::log10(number)) + 1 - digits);
}

}  // namespace

std::string lowered(std::string_view text) {
    std::string small(text);
    for (char& c : small) c = lower(c);
    return small;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t end; (end = text.find(separator)) != text.npos; text.remove_prefix(end + 1))
        parts.push_back(text.substr(0, end));
    parts.push_back(text);
    return parts;
}

template <std::floating_point Number>
std::optional<Number> parse_any_number(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    auto format = std::chars_format::general;
    if (text.starts_with("0x") || text.starts_with("0X"))
        format = std::chars_format::hex, text.remove_prefix(2);
    const bool hex = format == std::chars_format::hex;
    // The bits of a float, 0x3f800000, are not its value.
    if (hex && text.find_first_of("pP") == text.npos) return {};
    Number size = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, size, format);
    if (error == std::errc::result_out_of_range && stop == end &&
        (hex ? text.find('-') != text.npos : is_tiny(text)))
        return negative ? -Number(0) : Number(0);
    if (error != std::errc{} || stop != end || std::signbit(size)) return {};
    return negative ? -size : size;
}
template std::optional<float> parse_any_number(std::string_view);
template std::optional<double> parse_any_number(std::string_view);

std::size_t character_count(std::string_view text) {
    return std::size_t(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string printable(std::string_view part, std::size_t most_bytes) {
    const bool cut = part.size() > most_bytes;
    // Not within a character.
    while (cut && most_bytes > 0 && (part[most_bytes] & 0xC0) == 0x80) --most_bytes;
    std::string text;
    for (auto rest = part.substr(0, most_bytes); !rest.empty();) {
        const auto before = rest;
        const char32_t code = next_character(rest);
        const bool control = code < ' ' || (code >= 0x7F && code < 0xA0);
        text += control ? "?" : before.substr(0, before.size() - rest.size());
    }
    return as_utf8(text) + (cut ? "..." : "");
}

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.find_first_not_of(plain) == text.npos) return text;
    // Only $'...' can name bytes and control characters.
    const bool named = printable(text, text.size()) != text;
    std::string quoted = named ? "$'" : "'";
    for (std::string_view rest = text; !rest.empty();) {
        const auto before = rest;
        const char32_t code = next_character(rest);
        const auto bytes = before.substr(0, before.size() - rest.size());
        if (code < ' ' || code == 0x7F)
            quoted += fmt::format("\\{:03o}", unsigned(code));
        else if (code == '\'')
            quoted += named ? "\\'" : "'\\''";
        else
            quoted += named && code == '\\' ? "\\\\" : as_utf8(bytes);
    }
    return quoted + '\'';
}

std::string number_text(double number) {
    return plain(fmt::format("{}", number));
}

std::string number_text(float number) {
    return plain(fmt::format("{}", number));
}

std::string number_text(double number, int digits) {
    return number_text(rounded_to(number, digits));
}

double rounded_to(double number, int digits) {
    return parse_number<double>(fmt::format("{:.{}g}", number, digits)).value_or(number);
}

double rounded_up(double number, int digits) {
    const double near = rounded_to(number, digits);
    return near < number ? rounded_to(near + last_digit(number, digits), digits) : near;
}

double rounded_down(double number, int digits) {
    const double near = rounded_to(number, digits);
    return near > number ? rounded_to(near - last_digit(number, digits), digits) : near;
}

std::string with_separators(std::string number) {
    if (number.find('e') != number.npos) return number;
    const std::size_t first = number.starts_with('-');
    for (std::size_t k = std::min(number.find('.'), number.size()); k > first + 3; k -= 3)
        number.insert(k - 3, 1, ',');
    return number;
}

std::string number_of(std::uint64_t count, std::string_view thing) {
    return fmt::format("{} {}{}", with_separators(count), thing, count == 1 ? "" : "s");
}

std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : from) {
        std::size_t diagonal = row[0]++;
        for (std::size_t k = 0; k < to.size(); ++k) {
            const std::size_t replaced = diagonal + (letter != to[k]);
            diagonal = row[k + 1];
            row[k + 1] = std::min({replaced, row[k] + 1, diagonal + 1});
        }
    }
    return row.back();
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::string list_text(const std::vector<std::string>& words, std::string_view last) {
    std::string text;
    for (std::size_t k = 0; k < words.size(); ++k)
        text += fmt::format("{}{}", k == 0 ? "" : k + 1 == words.size() ? last : ", ", words[k]);
    return text;
}

Spec parse_spec(std::string_view text) {
    // The first setting whose value is any text, spaces too, up to a comma.
    auto any_text = text.npos;
    for (const char before : {':', ','})
        for (const char* key : {"label=", "name=", "file="})
            if (const auto at = text.find(before + std::string(key)); at != text.npos)
                any_text = std::min(any_text, at + 1);
    const auto refuse_space = [&](std::string_view part) {
        for (const std::string_view key : {"label=", "name=", "file="})
            if (part.starts_with(key)) return;
        if (part.find(' ') == part.npos) return;
        if (std::size_t(part.data() - text.data()) > any_text)
            throw Error(Exit::usage, "'{}': a {} cannot contain a comma, and no space follows one",
                        text, text.substr(any_text, text.find('=', any_text) - any_text));
        std::string without(text.substr(0, any_text));
        std::erase(without, ' ');
        if (any_text != text.npos) without += text.substr(any_text);
        throw Error(Exit::usage, "'{}' contains a space; write '{}'", text, without);
    };
    const auto colon = text.find(':');
    Spec spec{std::string(text.substr(0, colon)), {}};
    // Several words in place of a name are refused by whoever knows the names.
    if (spec.name.find(',') != spec.name.npos) std::erase(spec.name, ' ');
    if (spec.name.starts_with(' ') || spec.name.ends_with(' ')) refuse_space(text.substr(0, colon));
    if (colon == text.npos) return spec;
    for (const auto item : split(text.substr(colon + 1), ',')) {
        refuse_space(item);
        const auto equals = item.find('=');
        if (item.empty() || equals == 0 || equals + 1 == item.size())
            throw Error(Exit::usage,
                        "'{}' in '{}' is not a setting; write NAME:setting=value,setting=value",
                        item, text);
        spec.settings.emplace_back(equals == item.npos ? "" : item.substr(0, equals),
                                   item.substr(equals + 1));
    }
    return spec;
}

std::string_view nearest_word(std::string_view word,
                              const std::vector<std::string_view>& candidates) {
    std::string_view best;
    std::size_t least = std::min<std::size_t>(2, word.size() / 2);
    for (const auto candidate : candidates) {
        // The difference in length is a lower bound of the distance.
        if (word.size() > candidate.size() + least) continue;
        const auto distance = edit_distance(word, candidate);
        if (distance < least || (distance == least && best.empty()))
            best = candidate, least = distance;
    }
    return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
    if (word.find_first_not_of('-') == word.npos) return {};
    const auto contains = [&](std::string_view candidate) {
        return word.size() > 2 && candidate.find(word) != candidate.npos;
    };
    const auto found = std::ranges::find_if(candidates, contains);
    // Its last word is a candidate: fov in vertical_fov.
    const auto ends_it = [&](std::string_view candidate) {
        const auto name =
            candidate.substr(std::min(candidate.find_first_not_of('-'), candidate.size()));
        const auto before = word.size() - std::min(word.size(), name.size() + 1);
        return name.size() > 2 && before > 0 && word.ends_with(name) &&
               (word[before] == '_' || word[before] == '-');
    };
    auto best = found != candidates.end() ? *found : nearest_word(word, candidates);
    if (const auto last = std::ranges::find_if(candidates, ends_it);
        best.empty() && last != candidates.end())
        best = *last;
    return best.empty() ? std::string() : fmt::format("did you mean '{}'? ", best);
}

}  // namespace hitmiss
