#pragma once
// The elements of a PLY file, number by number: as text, or binary in either byte order.

#include <utility>

#include "base/words.hpp"
#include "scene/line_reader.hpp"
#include "scene/ply_header.hpp"

namespace hitmiss {

/// The elements of an ASCII file, a line each. A copy goes on from the same place.
class TextElements {
public:
    TextElements(const std::string& file, std::span<char> text, const PlyHeader& header)
        : in_(file, text, false) {
        while (in_.line() < header.lines) in_.next_line();
    }

    /// Goes to the next element.
    void begin(const PlyElement& element, std::uint64_t number) {
        while (in_.next_line())
            if (word_ = in_.next_word(); !word_.empty()) return;
        throw in_.error("the file ends before {} {} of {}; is it cut off?", quote(element.name),
                        number, element.count);
    }
    void end() const {
        if (!word_.empty()) throw in_.error("{} is more than the header announces", quote(word_));
    }
    /// Ends an element whose line may have more numbers, as MeshLab writes faces.
    void end_loosely() { longer_ += !word_.empty(); }
    std::size_t longer() const { return longer_; }
    /// The next number. NaN where it is not finite, which is refused where a face uses it.
    float real(const PlyType&) {
        last_ = take();
        const auto number = read_number(last_);
        if (!number) throw in_.error("{}", number_fault(last_));
        return *number;
    }
    /// The number that real() took last is not finite.
    Error not_finite(std::size_t) const { return in_.error("{}", number_fault(last_)); }
    std::int64_t integer(const PlyType&) {
        const auto word = take();
        const auto number = parse_number<std::int64_t>(word);
        if (!number) throw in_.error("{} is not a whole number", quote(word));
        return *number;
    }
    void skip(const PlyType&) { take(); }
    bool skip(const PlyElement&) { return false; }
    /// Throws if anything follows the last element.
    void finish() {
        while (in_.next_line())
            if (!in_.next_word().empty())
                throw in_.error("a line after the last element that the header announces");
    }
    template <typename... Args>
    Error error(fmt::format_string<Args...> text, Args&&... args) const {
        return in_.error(text, std::forward<Args>(args)...);
    }

private:
    std::string_view take() {
        if (word_.empty()) throw in_.error("fewer numbers than the header announces");
        return std::exchange(word_, in_.next_word());
    }

    LineReader in_;
    std::string_view word_{}, last_{};  ///< the line's next, empty at its end; what real() took
    std::size_t longer_ = 0;            ///< lines with more numbers
};

/// The elements of a binary file. A copy goes on from the same place.
class BinaryElements {
public:
    BinaryElements(const std::string& file, std::string_view bytes, const PlyHeader& header)
        : file_(file),
          bytes_(bytes),
          at_(header.bytes),
          swapped_(header.format == PlyFormat::big_endian) {}

    void begin(const PlyElement& element, std::uint64_t number) {
        element_ = &element, number_ = number, begin_ = at_;
    }
    void end() const {}
    void end_loosely() const {}
    std::size_t longer() const { return 0; }
    float real(const PlyType& type) { return float(number(type)); }
    Error not_finite(std::size_t vertex) const {
        return error(
            "vertex {} (counted from 0) has a coordinate that is not a finite number in the range "
            "of a float",
            vertex);
    }
    std::int64_t integer(const PlyType& type) { return std::int64_t(number(type)); }
    void skip(const PlyType& type) { take(type.bytes); }
    /// Skips all of an element's kind at once, if they have the same size.
    bool skip(const PlyElement& element) {
        std::size_t size = 0;
        for (const PlyProperty& property : element.properties) {
            if (property.length) return false;
            size += property.type.bytes;
        }
        begin(element, 0);
        if (size != 0 && element.count > (bytes_.size() - at_) / size) throw cut_off();
        at_ += size * element.count;
        return true;
    }
    void finish() const {
        if (bytes_.substr(at_).find_first_not_of("\r\n") != bytes_.npos)
            throw bad_input(file_, 0,
                            "byte {}: {} bytes after the last element that the header "
                            "announces",
                            at_, bytes_.size() - at_);
    }
    template <typename... Args>
    Error error(fmt::format_string<Args...> text, Args&&... args) const {
        return bad_input(file_, 0, "byte {}: {}", begin_,
                         fmt::format(text, std::forward<Args>(args)...));
    }

private:
    Error cut_off() const {
        return error("the file ends in {} {} of {}; is it cut off?", quote(element_->name), number_,
                     element_->count);
    }
    const char* take(std::size_t size) {
        if (bytes_.size() - at_ < size) throw cut_off();
        return bytes_.data() + std::exchange(at_, at_ + size);
    }
    double number(const PlyType& type) { return type.read(take(type.bytes), swapped_); }

    std::string file_;
    std::string_view bytes_;
    std::size_t at_, begin_ = 0;  ///< the next byte; the element's first
    bool swapped_;
    const PlyElement* element_ = nullptr;
    std::uint64_t number_ = 0;  ///< of the element, counted from 0
};

}  // namespace hitmiss
