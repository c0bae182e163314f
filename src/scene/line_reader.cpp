#include "scene/line_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

#include "base/words.hpp"

namespace hitmiss {
namespace {

/// Whether a comment begins somewhere in the line.
bool has_comment(std::string_view line) {
    for (auto at = line.find('#'); at != line.npos; at = line.find('#', at + 1))
        if (at == 0 || is_blank(line[at - 1])) return true;
    return false;
}

}  // namespace

std::string quote(std::string_view part, std::size_t most_bytes) {
    return fmt::format("'{}'", printable(part, most_bytes));
}

bool LineReader::next_line() {
    if (next_ == end_) return false;
    word_ = next_, line_ = next_number_;
    for (bool joined = true; joined && next_ != end_;) {
        line_end_ = static_cast<char*>(std::memchr(next_, '\n', std::size_t(end_ - next_)));
        const std::string_view line(next_, std::size_t(line_end_ - next_));
        next_ = line_end_ + 1, ++next_number_;
        joined = joins_ && line.ends_with('\\') && !has_comment(line);
        if (joined) line_end_[-1] = ' ';
        if (joined && next_ != end_) *line_end_ = ' ';
    }
    return true;
}

bool LineReader::find_word() {
    while (is_blank(*word_)) ++word_;
    // Only at the beginning of a word: names and numbers such as 1.#QNAN contain it.
    if (*word_ != '#' && *word_ != '\n') return true;
    std::fill(std::exchange(word_, line_end_), line_end_, ' ');
    return false;
}

std::string_view LineReader::next_word() {
    if (!find_word()) return {};
    const char* const begin = word_;
    while (!ends_word(*word_)) ++word_;
    return {begin, std::size_t(word_ - begin)};
}

bool LineReader::next_corner(Corner& corner) {
    if (!find_word()) return false;
    const char* at = word_;
    const auto malformed = [&] {
        const auto word = next_word();
        return error("{} is not a corner of a face; {}", quote(word),
                     word.find(',') != word.npos ? comma_advice(word, "corners")
                                                 : "write 1, 1/2, 1//3 or 1/2/3");
    };
    const auto take_index = [&](bool of_vertex) {
        std::int64_t index = 0;
        const char* digit = at;
        for (; digit - at < 18 && *digit >= '0' && *digit <= '9'; ++digit)
            index = 10 * index + (*digit - '0');
        if (digit != at && digit - at < 18) return at = digit, index;
        const auto [stop, failure] = std::from_chars(at, line_end_, index);
        if (failure == std::errc::invalid_argument) throw malformed();
        if (failure == std::errc::result_out_of_range && of_vertex)
            throw error("vertex {} does not exist; no file has so many",
                        printable({at, std::size_t(stop - at)}));
        if (failure == std::errc::result_out_of_range)
            index = *at == '-' ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
        at = stop;
        return index;
    };
    corner = {take_index(true)};
    for (auto* attribute : {&corner.texture, &corner.normal})
        if (*at == '/' && *++at != '/' && !ends_word(*at)) *attribute = take_index(false);
    if (!ends_word(*at)) throw malformed();
    word_ += at - word_;
    return true;
}

std::string_view LineReader::rest() {
    const char* const begin = std::exchange(word_, line_end_);
    return trimmed({begin, std::size_t(line_end_ - begin)});
}

}  // namespace hitmiss
