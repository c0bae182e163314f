#include "scene/obj.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <tiny_obj_loader.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <boost/functional/hash.hpp>
#include <cstring>
#include <istream>
#include <iterator>
#include <streambuf>
#include <unordered_map>

#include "base/limits.hpp"
#include "base/loop_error.hpp"
#include "scene/material.hpp"
#include "scene/obj_check.hpp"
#include "scene/obj_text.hpp"
#include "scene/triangulate.hpp"

namespace hitmiss {
namespace {

/// Shows the library the lines of a piece that begin with f or u (for usemtl), where they stand in
/// the text. The others are only passed over: the library would read their numbers through pow(),
/// slowly and not always to the nearest float.
class FaceLines : public std::streambuf {
public:
    explicit FaceLines(const ObjPiece& piece)
        : next_(piece.text.data()), end_(next_ + piece.text.size()), vertices_(piece.vertices) {}

    /// Vertices before the line that was shown last, for relative indices.
    std::size_t vertices() const { return vertices_; }

private:
    int_type underflow() override {
        while (next_ != end_) {
            char *const line = next_, *word = line;
            next_ = static_cast<char*>(std::memchr(line, '\n', std::size_t(end_ - line))) + 1;
            while (is_blank(*word)) ++word;
            if (*word == 'v' && is_blank(word[1])) ++vertices_;
            if (*word != 'f' && *word != 'u') continue;
            setg(line, line, next_);
            return traits_type::to_int_type(*line);
        }
        return traits_type::eof();
    }

    char *next_, *end_;
    std::size_t vertices_;
};

using MaterialIndex = std::unordered_map<std::string_view, std::uint32_t>;

/// Builds the triangles of a piece from what the library calls back with.
struct PieceReader {
    const CheckedObj& obj;
    const ObjPiece& piece;
    const MaterialIndex& material_index;
    Mesh& mesh;
    FaceLines lines{piece};
    std::size_t next = piece.first_triangle;
    std::uint32_t material = 0;
    std::string unknown_material{};  ///< the first one
    std::size_t degenerate = 0, crossing = 0;
    std::vector<Vec<float>> corners{};
    std::vector<std::array<std::uint32_t, 3>> split{};

    void run() {
        tinyobj::callback_t callbacks;
        callbacks.usemtl_cb = [](void* reader, const char* name, int) {
            static_cast<PieceReader*>(reader)->use_material(name_in(name));
        };
        callbacks.index_cb = [](void* reader, tinyobj::index_t* face, int count) {
            static_cast<PieceReader*>(reader)->add_face({face, std::size_t(count)});
        };
        use_material(piece.material);
        std::istream stream(&lines);
        tinyobj::LoadObjWithCallback(stream, callbacks, this);
        if (next != piece.last_triangle) throw disagreement();
    }

    void use_material(std::string_view name) {
        if (name.empty()) return;
        const auto found = material_index.find(name);
        material = found == material_index.end() ? 0 : found->second;
        if (material == 0 && unknown_material.empty()) unknown_material = name;
    }

    void add_face(std::span<const tinyobj::index_t> face) {
        if (face.size() < 3) return;
        const auto corner = [&](std::size_t k) -> const Vec<float>& {
            const int index = face[k].vertex_index;
            return obj.vertices.at(std::size_t(index) + (index > 0 ? -1 : lines.vertices()));
        };
        // Most faces are triangles: storing their corners in a list would cost time.
        if (face.size() == 3) return add_triangle({corner(0), corner(1), corner(2)});
        corners.clear();
        for (std::size_t k = 0; k < face.size(); ++k) corners.push_back(corner(k));
        split.clear();
        if (!triangulate(corners, split)) ++crossing;
        for (const auto& [a, b, c] : split) add_triangle({corners[a], corners[b], corners[c]});
    }

    void add_triangle(const Triangle<float>& tri) {
        if (next == piece.last_triangle) throw disagreement();
        mesh.triangles[next] = tri;
        mesh.material[next] = material;
        if (is_degenerate(tri)) ++degenerate;
        ++next;
    }

    Error disagreement() const {
        return {Exit::bug, "the mesh library sees other triangles than the check"};
    }
};

/// Gives the whole pages of a text that has been read back to the system.
void release(std::span<char> text) {
    const auto page = std::size_t(::sysconf(_SC_PAGESIZE));
    void* begin = text.data();
    std::size_t size = text.size();
    if (std::align(page, page, begin, size)) ::madvise(begin, size / page * page, MADV_DONTNEED);
}

/// Appends the triangles of all pieces to the mesh. It grows while the text is released, so that
/// both together take little memory: by some pieces at a time, enough for threads to share.
std::vector<PieceReader> read_faces(const CheckedObj& obj, const MaterialIndex& material_index,
                                    Mesh& mesh) {
    std::vector<PieceReader> readers;
    for (const auto& piece : obj.pieces) readers.push_back({obj, piece, material_index, mesh});
    mesh.triangles.reserve(obj.triangles), mesh.material.reserve(obj.triangles);
    const std::size_t at_once = std::max<std::size_t>(2, readers.size() / 32);
    LoopError error;
    for (std::size_t first = 0; first < readers.size(); first += at_once) {
        const std::size_t last = std::min(first + at_once, readers.size());
        mesh.triangles.resize(obj.pieces[last - 1].last_triangle);
        mesh.material.resize(mesh.triangles.size());
#pragma omp parallel for schedule(dynamic)
        for (std::size_t k = first; k < last; ++k)
            error.guard([&] { readers[k].run(), release(obj.pieces[k].text); });
    }
    error.rethrow();
    return readers;
}

}  // namespace

Mesh load_obj(const std::filesystem::path& path, std::size_t piece_size) {
    auto text = read_text(path, max_obj_bytes);
    auto obj = check_obj(path.string(), text, piece_size);
    Mesh mesh;
    mesh.warnings = std::move(obj.warnings);
    const bool all_opened = load_materials(path, obj.libraries, mesh);
    MaterialIndex material_index;
    for (std::uint32_t k = 1; k < mesh.materials.size(); ++k)
        material_index.try_emplace(mesh.materials[k].name, k);

    std::string unknown_material;
    std::size_t degenerate = 0, crossing = 0;
    for (const auto& reader : read_faces(obj, material_index, mesh)) {
        if (unknown_material.empty()) unknown_material = reader.unknown_material;
        degenerate += reader.degenerate, crossing += reader.crossing;
    }
    const auto warn = [&](const std::string& message) {
        mesh.warnings.push_back(path.string() + ": " + message);
    };
    // A library that was not opened has had its warning.
    if (all_opened && !unknown_material.empty())
        warn(fmt::format("no material {} in a material file; the default is used",
                         quote(unknown_material)));
    if (degenerate != 0) warn(fmt::format("triangles without area: {}", degenerate));
    if (crossing != 0) warn(fmt::format("faces whose outline crosses itself: {}", crossing));
    return mesh;
}

std::string to_obj(const Mesh& mesh) {
    using Bits = std::array<std::uint32_t, 3>;
    std::unordered_map<Bits, std::size_t, boost::hash<Bits>> numbers;
    numbers.reserve(mesh.triangles.size() / 2 + 3);
    std::string vertices, faces;
    const auto number = [&](const Vec<float>& p) {
        const auto [place, added] = numbers.try_emplace(std::bit_cast<Bits>(p), numbers.size() + 1);
        if (added) fmt::format_to(std::back_inserter(vertices), "v {} {} {}\n", p.x, p.y, p.z);
        return place->second;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        const std::size_t first = number(a), second = number(b), third = number(c);
        fmt::format_to(std::back_inserter(faces), "f {} {} {}\n", first, second, third);
    }
    return vertices + faces;
}

}  // namespace hitmiss
