#include "scene/ply_header.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/limits.hpp"
#include "base/words.hpp"
#include "scene/line_reader.hpp"
#include "scene/mesh_file.hpp"
#include "scene/ply.hpp"

namespace hitmiss {
namespace {

template <typename Stored>
double read_number_as(const char* bytes, bool reversed) {
    std::array<char, sizeof(Stored)> stored;
    std::memcpy(stored.data(), bytes, sizeof(Stored));
    if (reversed) std::ranges::reverse(stored);
    return double(std::bit_cast<Stored>(stored));
}
template <typename Stored>
constexpr PlyType ply_type{sizeof(Stored), std::is_integral_v<Stored>, read_number_as<Stored>};
constexpr std::pair<std::string_view, PlyType> type_names[]{
    {"char", ply_type<std::int8_t>},     {"int8", ply_type<std::int8_t>},
    {"uchar", ply_type<std::uint8_t>},   {"uint8", ply_type<std::uint8_t>},
    {"short", ply_type<std::int16_t>},   {"int16", ply_type<std::int16_t>},
    {"ushort", ply_type<std::uint16_t>}, {"uint16", ply_type<std::uint16_t>},
    {"int", ply_type<std::int32_t>},     {"int32", ply_type<std::int32_t>},
    {"uint", ply_type<std::uint32_t>},   {"uint32", ply_type<std::uint32_t>},
    {"float", ply_type<float>},          {"float32", ply_type<float>},
    {"double", ply_type<double>},        {"float64", ply_type<double>},
};

/// The size of the header, with the line end of `end_header`.
std::size_t header_size(const std::string& file, std::string_view bytes) {
    bytes = bytes.substr(0, max_ply_header);
    const std::string_view line_end = bytes.substr(3).starts_with("\r\n") ? "\r\n"
                                      : bytes[3] == '\r'                  ? "\r"
                                                                          : "\n";
    constexpr std::string_view last = "end_header";
    for (std::size_t at = bytes.find(last); at != bytes.npos; at = bytes.find(last, at + 1)) {
        if (bytes[at - 1] != line_end.back()) continue;
        const auto end = bytes.find(line_end, at);
        const auto rest =
            bytes.substr(at + last.size(), std::min(end, bytes.size()) - at - last.size());
        if (rest.find_first_not_of(" \t") != rest.npos) continue;
        return std::min(end, bytes.size() - line_end.size()) + line_end.size();
    }
    throw bad_input(
        file, 0, "its header has no line 'end_header'{}",
        bytes.find(last) != bytes.npos   ? " that ends like its first line; the line ends are mixed"
        : bytes.size() == max_ply_header ? fmt::format(" in its first {} bytes", max_ply_header)
                                         : "; is it cut off?");
}

class HeaderReader {
public:
    HeaderReader(const std::string& file, std::span<char> text) : in_(file, text, false) {}

    PlyHeader read() {
        in_.next_line();  // ply
        while (in_.next_line()) {
            const auto keyword = in_.next_word();
            if (keyword == "format")
                read_format();
            else if (keyword == "element")
                read_element();
            else if (keyword == "property")
                read_property();
            else if (keyword == "end_header")
                break;
            // Blender 2.4 wrote "Created by Blender3D ..." without "comment".
            else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info" &&
                     keyword != "Created")
                throw in_.error(
                    "{} is not a keyword; format, element, property, comment or end_header would "
                    "be right",
                    quote(keyword));
        }
        if (!format_)
            throw in_.error("no line 'format' before it; 'format ascii 1.0' would be right");
        return {*format_, std::move(elements_), in_.line(), 0};
    }

private:
    void read_format() {
        constexpr std::string_view names[]{"ascii", "binary_little_endian", "binary_big_endian"};
        const auto name = in_.next_word(), version = in_.next_word();
        const auto found = std::ranges::find(names, name);
        if (found == std::end(names) || version != "1.0")
            throw in_.error(
                "format {} {}; ascii, binary_little_endian or binary_big_endian, each "
                "1.0, would be right",
                quote(name), quote(version));
        format_ = PlyFormat(found - std::begin(names));
    }

    void read_element() {
        const auto name = in_.next_word(), count = in_.next_word();
        const auto number = parse_number<std::uint64_t>(count);
        if (name.empty() || !number)
            throw in_.error("'element' needs a name and a number, as in  element vertex 3");
        if (std::ranges::count(elements_, name, &PlyElement::name) > 0)
            throw in_.error("a second 'element {}'; one with all of them would be right", name);
        elements_.push_back({std::string(name), *number, in_.line(), {}});
    }

    void read_property() {
        if (elements_.empty()) throw in_.error("'property' stands before the first 'element'");
        PlyProperty property{};
        auto word = in_.next_word();
        const bool list = word == "list";
        if (list) {
            property.length = type_of(in_.next_word());
            if (!property.length->is_integer)
                throw in_.error("a list has a whole number of items; uchar would be right");
            word = in_.next_word();
        }
        property.type = type_of(word);
        property.name = in_.next_word();
        if (property.name.empty())
            throw in_.error("'property' needs a name, as in  property {}float x",
                            list ? "list uchar " : "");
        elements_.back().properties.push_back(std::move(property));
    }

    PlyType type_of(std::string_view word) const {
        const auto* const found =
            std::ranges::find(type_names, word, &std::pair<std::string_view, PlyType>::first);
        if (found == std::end(type_names))
            throw in_.error(
                "{} is not a type; float, double, int, uchar or the like would be right",
                quote(word));
        return found->second;
    }

    LineReader in_;
    std::optional<PlyFormat> format_{};
    std::vector<PlyElement> elements_{};
};

/// Throws if the rest of the file cannot hold the elements: an announced number is not believed.
void check_size(const std::string& file, const PlyHeader& header, FileSize size) {
    const std::uintmax_t rest = size.value_or(max_mesh_bytes) - header.bytes;
    for (const PlyElement& element : header.elements) {
        std::size_t least = 0;
        for (const PlyProperty& property : element.properties)
            least += header.format == PlyFormat::ascii ? 2 : property.least_bytes();
        // The last line of a text may lack its end.
        if (least != 0 && element.count > (rest + 1) / least)
            throw bad_input(file, element.line,
                            "announces {} elements {}, at least {} bytes each, but {} bytes {}",
                            element.count, quote(element.name), least, rest,
                            size ? "follow the header; is it cut off?" : "at most are read");
        if (element.name == "face" && element.count > max_triangles) throw too_many_triangles(file);
    }
}

}  // namespace

std::optional<std::size_t> PlyElement::find(std::string_view wanted) const {
    const auto found = std::ranges::find(properties, wanted, &PlyProperty::name);
    if (found == properties.end()) return {};
    return std::size_t(found - properties.begin());
}

const PlyElement* PlyHeader::find(std::string_view name) const {
    const auto found = std::ranges::find(elements, name, &PlyElement::name);
    return found == elements.end() ? nullptr : &*found;
}

std::uintmax_t PlyHeader::most_bytes() const {
    double most = double(bytes) + 2;  // a line end may follow
    for (const PlyElement& element : elements)
        for (const PlyProperty& property : element.properties) {
            // Only corners have a limit of their own.
            double items = property.length ? std::exp2(8 * property.length->bytes) : 0;
            if (element.name == "face") items = std::min(items, double(max_corners));
            most += double(element.count) *
                    (double(property.least_bytes()) + items * double(property.type.bytes));
        }
    return std::uintmax_t(std::min(most, double(max_mesh_bytes)));
}

PlyHeader read_ply_header(const std::string& file, std::string_view start, FileSize size) {
    if (!is_ply(start))
        throw bad_input(file, 1, "is not a PLY mesh; its first line would be 'ply'");
    const std::size_t bytes = header_size(file, start);
    auto text = to_text(file, {start.begin(), start.begin() + std::ptrdiff_t(bytes)},
                        "the header of a PLY file");
    PlyHeader header = HeaderReader(file, text).read();
    header.bytes = bytes;
    check_size(file, header, size);
    return header;
}

}  // namespace hitmiss
