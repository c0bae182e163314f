#include "base/words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/utf8.hpp"

namespace hitmiss {
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
