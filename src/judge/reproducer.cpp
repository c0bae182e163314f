#include "judge/reproducer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/utf8.hpp"
#include "base/words.hpp"
#include "judge/explain.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t max_lines = 10'000;

/// A decimal is rounded; a hex float must be a float.
std::optional<float> read_float(std::string_view word) {
    if (word.find_first_of("xX") == word.npos) return parse_number<float>(word);
    const auto value = parse_any_number(word);
    const bool exact = value && double(float(*value)) == *value && std::isfinite(float(*value));
    return exact ? std::optional(float(*value)) : std::nullopt;
}

std::string hex_line(std::string_view key, std::initializer_list<Vec<float>> vectors) {
    std::string line(key);
    for (const auto& v : vectors)
        line += fmt::format(" {} {} {}", to_hex(v.x), to_hex(v.y), to_hex(v.z));
    return line + '\n';
}

/// One line of the text, split into words.
struct Line {
    const std::string& file;
    std::size_t number;
    std::vector<std::string> words;

    /// The vectors after the key.
    std::vector<Vec<float>> vectors(std::size_t count) const {
        if (words.size() != 1 + 3 * count)
            throw bad_input(file, number, "'{}' has {}; {} would be right", words[0],
                            number_of(words.size() - 1, "number"), 3 * count);
        std::vector<Vec<float>> result(count);
        for (std::size_t k = 0; k < 3 * count; ++k) {
            const auto value = read_float(words[1 + k]);
            if (!value)
                throw bad_input(file, number,
                                "'{}' is not a float; 0x1.8p-1 or 0.75 would be right",
                                printable(words[1 + k]));
            if (std::abs(*value) > float(max_coordinate))
                throw bad_input(file, number,
                                "{}: a number within ±{}, as in meshes, would be right",
                                printable(words[1 + k]), number_text(max_coordinate));
            result[k / 3][int(k % 3)] = *value;
        }
        return result;
    }

    Method method() const {
        if (words.size() != 2)
            throw bad_input(file, number, "a method line is  method NAME:setting=value,...");
        try {
            return parse_method(words[1]);
        } catch (const Error& wrong) {
            throw bad_input(file, number, "{}", wrong.what());
        }
    }
};

}  // namespace

std::string to_hex(double value) {
    return std::isnan(value) ? "nan" : fmt::format("{:a}", value);
}

std::string to_text(const Reproducer& reproducer) {
    std::string text = reproducer.comment;
    std::ranges::replace(text, '\n', ' ');  // of a file's name
    text = fmt::format("# {}\n", text);
    for (const auto& method : reproducer.methods)
        text += fmt::format("method {}\n", to_string(method));
    text += hex_line("o", {reproducer.ray.o}) + hex_line("d", {reproducer.ray.d});
    for (const auto& tri : reproducer.triangles)
        text += hex_line("triangle", {tri.a, tri.b, tri.c});
    return text;
}

Reproducer read_reproducer(const std::string& text, const std::string& file) {
    Reproducer result;
    std::optional<Vec<float>> o, d;
    std::istringstream lines(
        text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0));
    std::string words;
    for (std::size_t number = 1; std::getline(lines, words); ++number) {
        std::istringstream line_words(words);
        const Line line{file, number, {std::istream_iterator<std::string>(line_words), {}}};
        if (number > max_lines) throw bad_input(file, number, "more than {} lines", max_lines);
        if (line.words.empty() || line.words[0].starts_with('#')) continue;
        const auto& key = line.words[0];
        if (key == "o" || key == "d") {
            auto& vector = key == "o" ? o : d;
            if (vector) throw bad_input(file, number, "a second '{}'; there is one ray", key);
            vector = line.vectors(1)[0];
        } else if (key == "triangle") {
            const auto v = line.vectors(3);
            result.triangles.emplace_back(v[0], v[1], v[2]);
        } else if (key == "method") {
            result.methods.push_back(line.method());
        } else {
            throw bad_input(file, number, "'{}' begins no line; o, d, triangle, method and # do",
                            printable(key));
        }
    }
    if (!o) throw bad_input(file, 0, "no line with the ray's origin; add  o X Y Z");
    if (!d) throw bad_input(file, 0, "no line with the ray's direction; add  d X Y Z");
    if (*d == Vec<float>(0)) throw bad_input(file, 0, "d is 0; a ray has a direction");
    if (result.triangles.empty())
        throw bad_input(file, 0, "no triangle; add  triangle AX AY AZ BX BY BZ CX CY CZ");
    result.ray = {*o, *d};
    return result;
}

Reproducer reproduce(const Method& method, const ExactAnswer& answer, const Hit& hit,
                     const Ray<float>& ray, const Geometry& geometry) {
    std::set<std::uint32_t> indices;
    if (!answer.triangles.empty()) indices.insert(answer.triangles.front());
    const bool known = !hit || hit.triangle != unknown_triangle;
    if (names_triangle(hit, geometry)) indices.insert(hit.triangle);
    if (known) {
        const AnsweredRay asked{ray, answer, geometry, method.answer_precision()};
        const auto across = leaking_edge(outcome_of(hit, asked), asked);
        if (across && across->neighbour) indices.insert(*across->neighbour);
    }
    Reproducer result{{}, {}, ray, {}};
    if (method.has_kernel()) result.methods = {method.fitted(geometry.surroundings())};
    for (const auto index : indices) result.triangles.push_back(geometry.triangles[index]);
    return result;
}

}  // namespace hitmiss
