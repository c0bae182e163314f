#include "scene/ply.hpp"

#include <cmath>

#include "base/limits.hpp"
#include "scene/mesh_file.hpp"
#include "scene/ply_elements.hpp"

namespace hitmiss {
namespace {

constexpr std::string_view ascii_ply = "an ASCII PLY file";

/// Reads vertices and faces from either kind of elements.
template <typename Elements>
class PlyReader {
public:
    PlyReader(const std::string& file, const PlyHeader& header, Elements elements)
        : file_(file), header_(header), in_(std::move(elements)) {}

    Mesh read() {
        const PlyElement *vertex = header_.find("vertex"), *face = header_.find("face");
        if (!vertex)
            throw bad_input(file_, 0, "no vertices; a line 'element vertex N' would be right");
        if (!face && header_.find("tristrips"))
            throw bad_input(file_, header_.find("tristrips")->line,
                            "triangle strips are not read; faces, each a list of vertices, would "
                            "be right");
        if (!face || face->count == 0)
            throw bad_input(file_, 0, "no faces; a mesh needs at least one, in 'element face N'");
        std::optional<Elements> earlier_faces;
        for (const PlyElement& element : header_.elements) {
            if (&element == vertex) {
                read_vertices(element);
            } else if (&element != face) {
                skip(element);
            } else if (vertex < face) {
                read_faces(element);
            } else {  // once the vertices are known
                earlier_faces.emplace(in_);
                skip(element);
            }
        }
        in_.finish();
        if (earlier_faces) {
            in_ = *earlier_faces;
            read_faces(*face);
        }
        return finished();
    }

private:
    void read_vertices(const PlyElement& element) {
        constexpr std::string_view names[]{"x", "y", "z"};
        for (int axis = 0; axis < 3; ++axis) {
            const auto found = element.find(names[axis]);
            if (!found || element.properties[*found].length)
                throw bad_input(file_, element.line,
                                "vertices have no number {0}; a line 'property float {0}' would be "
                                "right",
                                names[axis]);
            axes_[std::size_t(axis)] = *found;
        }
        before_vertices_.emplace(in_);
        vertices_.reserve(element.count);
        for (std::uint64_t number = 0; number < element.count; ++number) {
            Vec<float> p;
            read_vertex(element, number, [&](int axis, float x) { p[axis] = x; });
            vertices_.push_back(p);
        }
    }

    void read_vertex(const PlyElement& element, std::uint64_t number, const auto& take) {
        in_.begin(element, number);
        for (std::size_t k = 0; k < element.properties.size(); ++k) {
            const auto axis = std::ranges::find(axes_, k);
            if (axis == axes_.end())
                skip(element.properties[k]);
            else
                take(int(axis - axes_.begin()), in_.real(element.properties[k].type));
        }
        in_.end();
    }

    /// Throws for a vertex that is not finite. Reads up to it again, to say where it is.
    void refuse_vertex(std::size_t vertex) {
        in_ = *before_vertices_;
        for (std::size_t number = 0; number <= vertex; ++number)
            read_vertex(*header_.find("vertex"), number, [&](int, float x) {
                if (number == vertex && !std::isfinite(x)) throw in_.not_finite(vertex);
            });
    }

    void read_faces(const PlyElement& element) {
        auto list = element.find("vertex_indices");
        if (!list) list = element.find("vertex_index");
        if (!list || !element.properties[*list].length ||
            !element.properties[*list].type.is_integer)
            throw bad_input(file_, element.line,
                            "faces have no list of vertices; a line 'property list uchar int "
                            "vertex_indices' would be right");
        faces_.triangles.reserve(std::min<std::uint64_t>(element.count, max_triangles));
        for (std::uint64_t number = 0; number < element.count; ++number) {
            in_.begin(element, number);
            for (std::size_t k = 0; k < element.properties.size(); ++k)
                k == *list ? read_corners(element.properties[k]) : skip(element.properties[k]);
            in_.end_loosely();
            if (corners_.size() < 3) {
                ++too_short_;
                continue;
            }
            if (not_finite_) refuse_vertex(*not_finite_);
            if (faces_.triangles.size() + corners_.size() - 2 > max_triangles)
                throw too_many_triangles(file_);
            faces_.add(corners_);
        }
    }

    void read_corners(const PlyProperty& property) {
        const auto count = in_.integer(*property.length);
        if (count < 0 || count > std::int64_t(max_corners))
            throw in_.error("a face of {} corners; at most {} are read", count, max_corners);
        corners_.clear(), not_finite_.reset();
        for (auto k = count; k > 0; --k) {
            const auto index = in_.integer(property.type);
            if (index < 0 || index >= std::int64_t(vertices_.size()))
                throw in_.error(
                    "vertex {} does not exist; vertices in the file, counted from 0: {}", index,
                    vertices_.size());
            const auto& p = vertices_[std::size_t(index)];
            if (!is_finite(p)) not_finite_ = std::size_t(index);
            corners_.push_back(p);
        }
    }

    void skip(const PlyProperty& property) {
        if (!property.length) return in_.skip(property.type);
        const auto count = in_.integer(*property.length);
        if (count < 0) throw in_.error("a list of {} items", count);
        for (auto k = count; k > 0; --k) in_.skip(property.type);
    }
    void skip(const PlyElement& element) {
        if (element.properties.empty() || in_.skip(element)) return;
        for (std::uint64_t number = 0; number < element.count; ++number) {
            in_.begin(element, number);
            for (const PlyProperty& property : element.properties) skip(property);
            in_.end_loosely();
        }
    }

    Mesh finished() {
        if (faces_.triangles.empty())
            throw bad_input(file_, 0, "no faces; a mesh needs at least one of three corners");
        Mesh mesh;
        if (too_short_ != 0)
            mesh.warnings.push_back(fmt::format(
                "{}: faces with fewer than three corners, skipped: {}", file_, too_short_));
        if (in_.longer() != 0)
            mesh.warnings.push_back(
                fmt::format("{}: lines with more numbers than the header announces, ignored: {}",
                            file_, in_.longer()));
        return mesh_of_faces(file_, std::move(faces_), std::move(mesh));
    }

    const std::string& file_;
    const PlyHeader& header_;
    Elements in_;
    std::array<std::size_t, 3> axes_{};  ///< which properties of a vertex are x, y and z
    std::optional<Elements> before_vertices_{};
    std::vector<Vec<float>> vertices_{}, corners_{};  ///< all; those of a face
    std::optional<std::size_t> not_finite_{};         ///< one of the face's vertices
    SplitFaces faces_{};
    std::size_t too_short_ = 0;
};

}  // namespace

bool is_ply(std::string_view bytes) {
    return bytes.starts_with("ply\n") || bytes.starts_with("ply\r");
}

Announced check_ply(const std::string& file, std::string_view start, FileSize size) {
    const PlyHeader header = read_ply_header(file, start, size);
    if (header.format == PlyFormat::ascii) return {max_mesh_bytes, ascii_ply};
    return {header.most_bytes()};
}

Mesh read_ply(const std::string& file, Unfilled<char> bytes) {
    const std::string_view view(bytes.data(), bytes.size());
    const PlyHeader header = read_ply_header(file, view, view.size());
    if (header.format != PlyFormat::ascii)
        return PlyReader(file, header, BinaryElements(file, view, header)).read();
    auto text = to_text(file, std::move(bytes), ascii_ply);
    return PlyReader(file, header, TextElements(file, text, header)).read();
}

std::string to_ply(const Mesh& mesh) {
    const auto [vertices, corners] = shared_vertices(mesh.triangles);
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment written by hitmiss\n"
        "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
        "element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
        vertices.size(), corners.size());
    bytes.reserve(bytes.size() + 12 * vertices.size() + 13 * corners.size());
    for (const auto& p : vertices) append_bytes(bytes, p);
    for (const auto& triangle : corners) {
        append_bytes(bytes, std::uint8_t(3));
        append_bytes(bytes, triangle);
    }
    return bytes;
}

}  // namespace hitmiss
