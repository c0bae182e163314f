#include "scene/obj_text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace hitmiss {
namespace {

/// What is read at once. More is worth several threads.
constexpr std::size_t piece_size = 1 << 20;

std::string_view view(const Unfilled<char>& text) {
    return {text.data(), text.size()};
}

/// Whether a text has characters that most have not.
struct Unusual {
    bool carriage_return = false, nul = false;

    explicit Unusual(std::string_view text) {
        bool returns = false, nuls = false;
        constexpr std::size_t cached = 1 << 16;  // is not fetched from memory twice
#pragma omp parallel for if (text.size() > piece_size) reduction(|| : returns, nuls)
        for (std::size_t at = 0; at < text.size(); at += cached) {
            const auto part = text.substr(at, cached);
            returns = returns || part.find('\r') != std::string_view::npos;
            nuls = nuls || part.find('\0') != std::string_view::npos;
        }
        carriage_return = returns, nul = nuls;
    }
};

/// Line ends of any system become line feeds.
void unify_line_ends(Unfilled<char>& text, bool has_carriage_return) {
    if (has_carriage_return) {
        auto kept = text.begin();
        for (auto it = text.begin(); it != text.end(); ++it) {
            if (*it != '\r')
                *kept++ = *it;
            else if (it + 1 == text.end() || it[1] != '\n')
                *kept++ = '\n';
        }
        text.erase(kept, text.end());
    }
    if (!view(text).ends_with('\n')) text.push_back('\n');
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

Unfilled<char> read_stdin(std::uintmax_t max_bytes) {
    Unfilled<char> text;
    for (std::size_t read = piece_size; read == piece_size;) {
        const std::size_t before = text.size();
        text.resize(before + piece_size);
        read = std::fread(text.data() + before, 1, piece_size, stdin);
        text.resize(before + read);
        if (text.size() > max_bytes)
            throw bad_input("-", 0, "is too long; at most {} bytes are read", max_bytes);
    }
    if (std::ferror(stdin)) throw bad_input("-", 0, "standard input cannot be read");
    return text;
}

/// A file to read, if its descriptor is not below 0.
struct Opened {
    int descriptor;
    ~Opened() {
        if (descriptor >= 0) ::close(descriptor);
    }
};

Unfilled<char> read_file(const std::filesystem::path& path, std::uintmax_t max_bytes) {
    namespace fs = std::filesystem;
    const std::string file = path.string();
    // Asked before opening: opening a FIFO waits for ever, reading a device may never end.
    std::error_code failure;
    const auto status = fs::status(path, failure);
    if (status.type() == fs::file_type::not_found)
        throw bad_input(file, 0, "there is no such file");
    if (failure) throw bad_input(file, 0, failure.message());
    if (fs::is_directory(status)) throw bad_input(file, 0, "is a folder; a file is needed");
    if (!fs::is_regular_file(status))
        throw bad_input(file, 0, "is a device, pipe or socket; a regular file is needed");
    const auto size = fs::file_size(path, failure);
    if (failure) throw bad_input(file, 0, failure.message());
    if (size > max_bytes)
        throw bad_input(file, 0, "is {} bytes long; at most {} are read", size, max_bytes);

    Unfilled<char> text;
    text.reserve(size + 1);  // one more for the last line's end
    text.resize(size);
    const Opened opened{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    bool failed = opened.descriptor < 0;
#pragma omp parallel for if (size > piece_size) reduction(|| : failed)
    for (std::size_t begin = 0; begin < text.size(); begin += piece_size) {
        const std::size_t end = std::min(begin + piece_size, text.size());
        for (std::size_t at = begin; at < end && !failed;) {
            const auto bytes =
                ::pread(opened.descriptor, text.data() + at, end - at, std::int64_t(at));
            failed = bytes <= 0;
            if (!failed) at += std::size_t(bytes);
        }
    }
    if (failed) throw bad_input(file, 0, "cannot be read; are its permissions right?");
    return text;
}

}  // namespace

Unfilled<char> read_text(const std::filesystem::path& path, std::uintmax_t max_bytes) {
    const std::string file = path.string();
    auto text = path == "-" ? read_stdin(max_bytes) : read_file(path, max_bytes);
    if (view(text).starts_with("\xFF\xFE") || view(text).starts_with("\xFE\xFF"))
        throw bad_input(file, 0, "is UTF-16 text; save it as ASCII or UTF-8");
    if (view(text).starts_with("\xEF\xBB\xBF")) std::fill_n(text.begin(), 3, ' ');
    const Unusual unusual(view(text));
    unify_line_ends(text, unusual.carriage_return);
    if (unusual.nul) {
        const auto nul = std::ranges::find(text, '\0');
        const auto line = std::count(text.begin(), nul, '\n') + 1;
        throw bad_input(file, std::size_t(line), "NUL byte; an OBJ or MTL file is plain text");
    }
    return text;
}

std::string quote(std::string_view piece) {
    constexpr std::size_t longest = 40;
    std::string text(piece.substr(0, longest));
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
    return '\'' + text + (piece.size() > longest ? "...'" : "'");
}

bool LineReader::next_line() {
    if (at_ == text_.size()) return false;
    const std::string_view text(text_.data(), text_.size());
    const std::size_t begin = at_;
    line_ = next_line_;
    for (bool joined = true; joined;) {
        const std::size_t end = text.find('\n', at_);
        const auto piece = text.substr(at_, end - at_);
        joined = piece.ends_with('\\') && piece.find('#') == std::string_view::npos;
        if (joined) text_[end - 1] = ' ';
        at_ = end + 1, ++next_line_;
        joined = joined && at_ < text_.size();
        if (joined) text_[end] = ' ';
    }
    rest_ = text.substr(begin, at_ - 1 - begin);
    return true;
}

std::string_view LineReader::next_word() {
    const auto first = std::ranges::find_if_not(rest_, is_blank);
    const auto last =
        std::find_if(first, rest_.end(), [](char c) { return is_blank(c) || c == '#'; });
    const std::string_view word(first, std::size_t(last - first));
    rest_ = word.empty() ? word : std::string_view(last, std::size_t(rest_.end() - last));
    return word;
}

std::string_view LineReader::name() {
    const auto name = trim(std::exchange(rest_, {}));
    const auto blank_at = [&](std::size_t k) { return k >= name.size() || is_blank(name[k]); };
    for (std::size_t k = 0; k < name.size(); ++k)
        if (name[k] == '#' && blank_at(k - 1) && blank_at(k + 1)) return trim(name.substr(0, k));
    return name;
}

float LineReader::number(std::string_view word) const {
    const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    const char *begin = word.data() + plus, *end = word.data() + word.size();
    float value = 0;
    auto [stop, failure] = std::from_chars(begin, end, value);
    if (failure == std::errc::result_out_of_range) {
        // Too small for a float is zero; only too large is wrong.
        double wide = HUGE_VAL;
        std::from_chars(begin, end, wide);
        value = float(std::copysign(std::abs(wide) < 1 ? 0.0 : HUGE_VAL, wide));
    }
    if (failure == std::errc::invalid_argument || stop != end) {
        const bool comma = word.find(',') != std::string_view::npos;
        throw error("{} is not a number; {}", quote(word),
                    comma ? "write the decimal point as '.'" : "write it like -1.5 or 2e-3");
    }
    if (!std::isfinite(value))
        throw error("{} is not a finite number in the range of a float, 1e-45 to 3.4e38",
                    quote(word));
    return value;
}

Corner LineReader::corner(std::string_view word) const {
    auto rest = word;
    const auto malformed = [&] {
        return error("{} is not a corner of a face; write 1, 1/2, 1//3 or 1/2/3", quote(word));
    };
    const auto take_index = [&] {
        std::int64_t index = 0;
        const auto [stop, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
        if (failure == std::errc::invalid_argument) throw malformed();
        if (failure == std::errc::result_out_of_range)
            index = std::numeric_limits<std::int64_t>::max();
        rest.remove_prefix(std::size_t(stop - rest.data()));
        return index;
    };
    const auto vertex = take_index();
    Corner corner{word.substr(0, word.size() - rest.size()), vertex};
    for (auto* attribute : {&corner.texture, &corner.normal}) {
        if (!rest.starts_with('/')) break;
        rest.remove_prefix(1);
        if (!rest.empty() && rest[0] != '/') *attribute = take_index();
    }
    if (!rest.empty()) throw malformed();
    return corner;
}

}  // namespace hitmiss
