#include <cmath>

#include "base/limits.hpp"
#include "base/words.hpp"
#include "scene/line_reader.hpp"
#include "scene/mesh_file.hpp"
#include "scene/stl.hpp"

namespace hitmiss {
namespace {

/// Reads the words of an ASCII file. A keyword may also stand on the line of those before it.
class AsciiReader {
public:
    AsciiReader(const std::string& file, std::span<char> text)
        : file_(file), in_(file, text, false) {}

    SplitFaces read() {
        while (next_line()) {
            check("solid");
            skip_name();
            do read_solid(), skip_name();
            while (!word_.empty());
        }
        if (faces_.triangles.empty())
            throw bad_input(file_, 0, "no triangles; a mesh needs at least one 'facet'");
        return std::move(faces_);
    }

private:
    /// Skips the rest of the line, or what stands before a facet there.
    void skip_name() {
        do take();
        while (!word_.empty() && !(is_word(word_, "facet") && is_word(in_.next_word(), "normal")));
    }

    void read_solid() {
        for (seek("facet", "endsolid"); !is_word(word_, "endsolid"); seek("facet", "endsolid")) {
            expect("facet");  // and its normal, which is not used
            expect("outer");
            read_corners();
            expect("endfacet");
        }
    }

    /// The vertices of a loop, up to `endloop`.
    void read_corners() {
        CornerPoints corners;
        std::size_t count = 0;
        for (seek("vertex", "endloop"); !is_word(word_, "endloop"); seek("vertex", "endloop")) {
            check("vertex");
            if (count == 3) throw in_.error("a facet has more than three vertices");
            corners[count++] = read_vertex();
        }
        if (count < 3)
            throw in_.error("a facet has {}; three would be right",
                            number_of(std::uint64_t(count), "corner"));
        if (faces_.triangles.size() == max_triangles) throw too_many_triangles(file_);
        faces_.add(corners);
    }

    /// Up to the line's end or the next keyword.
    Vec<float> read_vertex() {
        Vec<float> p;
        int numbers = 0;
        for (take(); !word_.empty() && !is_word(word_, "vertex") && !is_word(word_, "endloop");
             take(), ++numbers) {
            const auto number = read_number(word_);
            if (!number || !std::isfinite(*number)) throw in_.error("{}", number_fault(word_));
            if (numbers < 3) p[numbers] = *number;
        }
        if (numbers != 3)
            throw in_.error("'vertex' has {}; it needs x y z",
                            number_of(std::uint64_t(numbers), "number"));
        return p;
    }

    void take() { word_ = in_.next_word(); }

    /// Goes to the next line that has a word.
    bool next_line() {
        while (in_.next_line())
            if (take(); !word_.empty()) return true;
        return false;
    }
    /// Goes on to one of these words on this line, else to the next line.
    void seek(std::string_view word, std::string_view other) {
        while (!word_.empty() && !is_word(word_, word) && !is_word(word_, other)) take();
        if (word_.empty() && !next_line())
            throw in_.error("the file ends before 'endsolid'; is it cut off?");
    }
    void check(std::string_view word) const {
        if (!is_word(word_, word))
            throw in_.error("{} stands where '{}' would be right", quote(word_), word);
    }
    void expect(std::string_view word) {
        seek(word, word);
        check(word);
        take();
    }

    const std::string& file_;
    LineReader in_;
    std::string_view word_{};  ///< empty: the line ends
    SplitFaces faces_{};
};

}  // namespace

bool is_word(std::string_view text, std::string_view word) {
    return std::ranges::equal(text, word, {}, lower);
}

SplitFaces read_ascii_stl(const std::string& file, std::span<char> text) {
    return AsciiReader(file, text).read();
}

}  // namespace hitmiss
