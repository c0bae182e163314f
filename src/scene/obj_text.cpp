#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/words.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

bool ends_word(char c) {
    return c <= '#' && (is_blank(c) || c == '\n' || c == '#');
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace

std::string quote(std::string_view part) {
    constexpr std::size_t longest = 40;
    std::string text(part.substr(0, longest));
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
    return '\'' + text + (part.size() > longest ? "...'" : "'");
}

std::string_view name_in(std::string_view rest_of_line) {
    const auto name = trim(rest_of_line);
    const auto blank_at = [&](std::size_t k) { return k >= name.size() || is_blank(name[k]); };
    for (std::size_t k = 0; k < name.size(); ++k)
        if (name[k] == '#' && blank_at(k - 1) && blank_at(k + 1)) return trim(name.substr(0, k));
    return name;
}

bool LineReader::next_line() {
    if (next_ == end_) return false;
    word_ = next_, line_ = next_number_;
    for (bool joined = true; joined && next_ != end_;) {
        line_end_ = static_cast<char*>(std::memchr(next_, '\n', std::size_t(end_ - next_)));
        const std::string_view line(next_, std::size_t(line_end_ - next_));
        next_ = line_end_ + 1, ++next_number_;
        joined = joins_ && line.ends_with('\\') && line.find('#') == line.npos;
        if (joined) line_end_[-1] = ' ';
        if (joined && next_ != end_) *line_end_ = ' ';
    }
    return true;
}

bool LineReader::find_word() {
    while (is_blank(*word_)) ++word_;
    if (!ends_word(*word_)) return true;
    std::fill(std::exchange(word_, line_end_), line_end_, ' ');
    return false;
}

std::string_view LineReader::next_word() {
    if (!find_word()) return {};
    const char* const begin = word_;
    while (!ends_word(*word_)) ++word_;
    return {begin, std::size_t(word_ - begin)};
}

std::optional<float> LineReader::next_number() {
    const auto word = next_word();
    if (word.empty()) return {};
    return number_in(word);
}

float LineReader::number_in(std::string_view word) const {
    if (const auto number = parse_number<float>(word)) return *number;
    // A value too small for a float becomes zero; only one that is too large is an error.
    double wide = HUGE_VAL;
    const char *const begin = word.data() + (word[0] == '+'), *const end =
                                                                  word.data() + word.size();
    const auto [stop, failure] = std::from_chars(begin, end, wide);
    if (failure == std::errc::invalid_argument || stop != end || word.starts_with("+-"))
        throw error("{} is not a number; {}", quote(word),
                    word.find(',') != word.npos ? "write the decimal point as '.'"
                                                : "write it like -1.5 or 2e-3");
    if (!(std::abs(wide) < 1))
        throw error("{} is not a finite number in the range of a float, 1e-45 to 3.4e38",
                    quote(word));
    return float(wide);
}

bool LineReader::next_corner(Corner& corner) {
    if (!find_word()) return false;
    const char* at = word_;
    const auto malformed = [&] {
        return error("{} is not a corner of a face; write 1, 1/2, 1//3 or 1/2/3",
                     quote(next_word()));
    };
    const auto take_index = [&] {
        std::int64_t index = 0;
        const auto [stop, failure] = std::from_chars(at, line_end_, index);
        if (failure == std::errc::invalid_argument) throw malformed();
        if (failure == std::errc::result_out_of_range)
            index = std::numeric_limits<std::int64_t>::max();
        at = stop;
        return index;
    };
    corner = {take_index()};
    for (auto* attribute : {&corner.texture, &corner.normal})
        if (*at == '/' && *++at != '/' && !ends_word(*at)) *attribute = take_index();
    if (!ends_word(*at)) throw malformed();
    word_ += at - word_;
    return true;
}

std::string_view LineReader::name() {
    // A # right after the keyword begins a comment, too.
    const char* const begin = std::exchange(word_, line_end_);
    if (*begin == '#') return {};
    return name_in({begin, std::size_t(line_end_ - begin)});
}

}  // namespace hitmiss
