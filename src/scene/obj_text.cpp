#include "scene/obj_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

/// Bytes to read at once. Several threads read larger files.
constexpr std::size_t block = 1 << 20;

Unfilled<char> read_file(const std::filesystem::path& path, std::uintmax_t max_bytes) {
    const auto wrong = [&](const std::string& what) { return bad_input(path.string(), 0, what); };
    // Before opening it, because to open a FIFO waits for ever, and to read a device may never end.
    std::error_code failure;
    const auto status = std::filesystem::status(path, failure);
    const auto bytes = is_regular_file(status) ? file_size(path, failure) : 0;
    if (status.type() == std::filesystem::file_type::not_found)
        throw wrong("there is no such file");
    if (failure) throw wrong(failure.message());
    if (is_directory(status)) throw wrong("is a folder; a file is needed");
    if (!is_regular_file(status))
        throw wrong("is a device, pipe or socket; a regular file is needed");
    if (bytes > max_bytes)
        throw wrong(fmt::format("is {} bytes long; at most {} are read", bytes, max_bytes));

    const auto size = std::size_t(bytes);
    Unfilled<char> text;
    text.reserve(size + 1);  // one more for the last line's end
    text.resize(size);
    parallel_for(std::max<std::size_t>(1, (size + block - 1) / block), [&](std::size_t k) {
        const std::size_t begin = k * block;
        std::ifstream stream(path, std::ios::binary);
        stream.seekg(std::streamoff(begin));
        stream.read(text.data() + begin, std::streamsize(std::min(block, size - begin)));
        if (!stream) throw wrong("cannot be read; are its permissions right?");
    });
    return text;
}

Unfilled<char> read_stdin(std::uintmax_t max_bytes) {
    Unfilled<char> text;
    while (std::cin) {
        const std::size_t before = text.size();
        text.resize(before + block);
        std::cin.read(text.data() + before, block);
        text.resize(before + std::size_t(std::cin.gcount()));
        if (text.size() > max_bytes)
            throw bad_input("-", 0, "is too long; at most {} bytes are read", max_bytes);
    }
    if (!std::cin.eof()) throw bad_input("-", 0, "standard input cannot be read");
    return text;
}

/// A line feed for each line end of any system: CR LF, LF or CR.
void unify_line_ends(Unfilled<char>& text) {
    char before = '\0';
    std::erase_if(text, [&](char c) { return std::exchange(before, c) == '\r' && c == '\n'; });
    std::ranges::replace(text, '\r', '\n');
}

bool ends_word(char c) {
    return c <= '#' && (is_blank(c) || c == '\n' || c == '#');
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace

Unfilled<char> read_text(const std::filesystem::path& path, std::uintmax_t max_bytes) {
    const std::string file = path.string();
    auto text = path == "-" ? read_stdin(max_bytes) : read_file(path, max_bytes);
    const auto view = [&] { return std::string_view(text.data(), text.size()); };
    if (view().starts_with("\xFF\xFE") || view().starts_with("\xFE\xFF"))
        throw bad_input(file, 0, "is UTF-16 text; save it as ASCII or UTF-8");
    if (view().starts_with("\xEF\xBB\xBF")) std::fill_n(text.begin(), 3, ' ');
    if (view().find('\r') != std::string_view::npos) unify_line_ends(text);
    if (!view().ends_with('\n')) text.push_back('\n');
    if (const auto nul = view().find('\0'); nul != std::string_view::npos)
        throw bad_input(file, std::size_t(std::ranges::count(view().substr(0, nul), '\n')) + 1,
                        "NUL byte; an OBJ or MTL file is plain text");
    return text;
}

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
    for (bool joined = true; joined;) {
        const auto rest = std::size_t(end_ - next_);
        line_end_ = static_cast<char*>(std::memchr(next_, '\n', rest));
        const std::string_view line(next_, std::size_t(line_end_ - next_));
        next_ = line_end_ + 1, ++next_number_;
        joined = line.ends_with('\\') && line.find('#') == std::string_view::npos;
        if (joined) line_end_[-1] = ' ';
        joined = joined && next_ != end_;
        if (joined) *line_end_ = ' ';
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
    if (const auto number = parse_number<float>(word)) return number;
    // Too small for a float is zero; only too large is wrong.
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
    // Right after the keyword, too, a # begins a comment.
    const char* const begin = std::exchange(word_, line_end_);
    if (*begin == '#') return {};
    return name_in({begin, std::size_t(line_end_ - begin)});
}

}  // namespace hitmiss
