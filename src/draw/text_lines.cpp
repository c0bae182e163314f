// Texts as lines of a width.

#include <algorithm>

#include "base/utf8.hpp"
#include "base/words.hpp"
#include "draw/text.hpp"

namespace hitmiss {
namespace {

/// Takes the first word off the text, with the space behind it. A word ends at a space, but not at
/// one within 3 × 10⁻⁵, 64 × 64 or 50 %.
std::string_view take_word(std::string_view& text) {
    constexpr std::string_view times = " × ";
    const auto is_digit = [&](std::size_t k) {
        return k < text.size() && text[k] >= '0' && text[k] <= '9';
    };
    auto end = text.find(' ');
    while (end != text.npos && end > 0 && is_digit(end - 1)) {
        if (text.substr(end).starts_with(" %"))
            end = text.find(' ', end + 1);
        else if (text.substr(end).starts_with(times) && is_digit(end + times.size()))
            end = text.find(' ', end + times.size());
        else
            break;
    }
    const auto word = text.substr(0, end);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    return word;
}

/// What stands in one piece: a word if it fits on a line, else its parts up to each hyphen between
/// letters.
struct Piece {
    std::string_view text;
    bool starts_word;
};
std::vector<Piece> pieces_of(std::string_view text, double size, double width, Face face) {
    std::vector<Piece> pieces;
    while (!text.empty()) {
        const std::string_view word = take_word(text);
        const bool fits = text_width(word, size, face) <= width;
        std::size_t start = 0;
        for (std::size_t k = 1; k + 1 < word.size() && !fits; ++k)
            if (word[k] == '-' && is_letter(word[k - 1]) && is_letter(word[k + 1])) {
                pieces.push_back({word.substr(start, k + 1 - start), start == 0});
                start = k + 1;
            }
        pieces.push_back({word.substr(start), start == 0});
    }
    return pieces;
}

}  // namespace

double fitting_size(std::string_view text, double size, double width, Face face) {
    double widest = 0;
    for (const Piece& piece : pieces_of(text, size, width, face))
        widest = std::max(widest, text_width(piece.text, size, face));
    return widest <= width ? size : size * std::max(0.6, (1 - 1e-9) * width / widest);
}

std::vector<std::string> wrap_text(std::string_view text, double size, double width, Face face) {
    std::vector<std::string> lines{""};
    const auto fits = [&](const std::string& line) {
        return text_width(line, size, face) <= width;
    };
    for (auto [rest, starts_word] : pieces_of(text, size, width, face)) {
        const bool apart = starts_word && !lines.back().empty();
        const std::string longer = lines.back() + (apart ? " " : "") + std::string(rest);
        if (fits(longer)) {
            lines.back() = longer;
            continue;
        }
        if (!lines.back().empty()) lines.emplace_back();
        while (!rest.empty()) {
            std::string letter(rest);
            next_character(rest);
            letter.resize(letter.size() - rest.size());
            if (!lines.back().empty() && !fits(lines.back() + letter)) lines.emplace_back();
            lines.back() += letter;
        }
    }
    return lines;
}

}  // namespace hitmiss
