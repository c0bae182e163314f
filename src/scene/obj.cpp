#include "scene/obj.hpp"

#include <tiny_obj_loader.h>

#include <algorithm>
#include <istream>
#include <iterator>
#include <unordered_map>

#include "base/parallel.hpp"
#include "base/words.hpp"
#include "scene/mesh_file.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

/// Materials by name. A # may begin a comment or be part of a name, so names are compared whole
/// first; then one of both is cut at a comment, and the longest of several readings counts.
class MaterialIndex {
public:
    explicit MaterialIndex(const std::vector<Material>& materials) {
        for (std::uint32_t k = 1; k < materials.size(); ++k) {
            const auto names = readings(materials[k].name);
            whole_.try_emplace(names[0], k);
            for (const auto name : std::span(names).subspan(1)) cut_.try_emplace(name, k);
        }
    }

    std::optional<std::uint32_t> find(std::string_view name) const {
        for (const auto reading : readings(name))
            if (const auto found = whole_.find(reading); found != whole_.end())
                return found->second;
        if (const auto found = cut_.find(name); found != cut_.end()) return found->second;
        // Without a name, the default material.
        if (name.empty() || name[0] == '#') return 0;
        return {};
    }

private:
    static constexpr std::size_t most_readings = 5;

    static std::vector<std::string_view> readings(std::string_view name) {
        std::vector<std::string_view> all;
        while (!name.empty() && all.size() < most_readings) {
            all.push_back(name);
            auto comment = name.rfind('#');
            while (comment != name.npos && comment > 0 && !is_blank(name[comment - 1]))
                comment = name.rfind('#', comment - 1);
            name = comment == name.npos ? "" : trimmed(name.substr(0, comment));
        }
        return all;
    }

    std::unordered_map<std::string_view, std::uint32_t> whole_, cut_;
};

/// The triangles of one or more pieces.
struct Faces {
    SplitFaces split{};
    std::vector<std::uint32_t> materials{};  ///< as Mesh::material
    std::string unknown_material{};          ///< the first one
    /// The first vertex of a face that is not finite. Such faces are left out.
    std::size_t not_finite = std::numeric_limits<std::size_t>::max();

    void add(std::span<const Vec<float>> corners, std::uint32_t material) {
        const std::size_t before = split.triangles.size();
        split.add(corners);
        if (material == 0) return;
        materials.resize(before);
        materials.resize(split.triangles.size(), material);
    }
    void append(const Faces& next) {
        if (!next.materials.empty()) {
            materials.reserve(split.triangles.capacity());
            materials.resize(split.triangles.size());
            materials.insert(materials.end(), next.materials.begin(), next.materials.end());
        }
        split.append(next.split);
        if (unknown_material.empty()) unknown_material = next.unknown_material;
        not_finite = std::min(not_finite, next.not_finite);
    }
};

/// Reads the faces of a piece: a stream that shows the library only lines that begin with f. It
/// would read vertices with pow(), slowly and not always to the nearest float.
struct PieceReader : std::streambuf {
    const CheckedObj& obj;
    const MaterialIndex& material_index;
    std::span<char> rest;   ///< of the text, not yet shown
    std::int64_t vertices;  ///< before the line that was shown last, for relative indices
    std::uint32_t material = 0;
    Faces faces{};
    std::vector<Vec<float>> corners{};  ///< of a face

    PieceReader(const CheckedObj& checked, const ObjPiece& piece, const MaterialIndex& index)
        : obj(checked), material_index(index), rest(piece.text), vertices(piece.vertices) {
        use_material(piece.material);
        faces.split.triangles.reserve(piece.triangles);
        tinyobj::callback_t callbacks;
        callbacks.index_cb = [](void* reader, tinyobj::index_t* face, int count) {
            static_cast<PieceReader*>(reader)->add_face({face, std::size_t(count)});
        };
        std::istream stream(this);
        tinyobj::LoadObjWithCallback(stream, callbacks, this);
    }

    int_type underflow() override {
        while (!rest.empty()) {
            const auto line = rest.first(std::string_view(rest.data(), rest.size()).find('\n') + 1);
            rest = rest.subspan(line.size());
            const char* word = line.data();
            while (is_blank(*word)) ++word;
            if (*word == 'v' && is_blank(word[1])) ++vertices;
            // The library does not tell of one without a name.
            if (const std::string_view text(word, std::size_t(&line.back() - word));
                *word == 'u' && text.starts_with("usemtl") &&
                (text.size() == 6 || is_blank(text[6])))
                use_material(trimmed(text.substr(6)));
            if (*word != 'f') continue;
            setg(line.data(), line.data(), line.data() + line.size());
            return traits_type::to_int_type(line.front());
        }
        return traits_type::eof();
    }

    void use_material(std::string_view name) {
        const auto found = material_index.find(name);
        material = found.value_or(0);
        if (!found && faces.unknown_material.empty()) faces.unknown_material = name;
    }

    void add_face(std::span<const tinyobj::index_t> face) {
        if (face.size() < 3) return;
        corners.clear();
        bool finite = true;
        for (const tinyobj::index_t& corner : face) {
            const std::int64_t index = corner.vertex_index;
            const auto vertex = std::size_t(index > 0 ? index - 1 : vertices + index);
            corners.push_back(obj.vertices.at(vertex));
            if (is_finite(corners.back())) continue;
            finite = false, faces.not_finite = std::min(faces.not_finite, vertex);
        }
        if (finite) faces.add(corners, material);
    }
};

/// Reads the faces of all pieces and appends them in file order.
Faces read_faces(const CheckedObj& obj, const MaterialIndex& material_index) {
    Faces all;
    all.split.triangles.reserve(obj.triangles);
    std::vector<std::optional<Faces>> waiting(obj.pieces.size());
    std::size_t appended = 0;
    std::mutex appending;
    parallel_for(obj.pieces.size(), [&](std::size_t k) {
        const ObjPiece& piece = obj.pieces[k];
        PieceReader reader(obj, piece, material_index);
        // Else a word may be reported, or what a command makes next takes the place of the text.
        if (obj.not_finite.empty() &&
            2 * piece.text.size() < piece.triangles * sizeof(Triangle<float>))
            release(std::as_writable_bytes(piece.text));
        const std::scoped_lock lock(appending);
        waiting[k] = std::move(reader.faces);
        for (; appended < waiting.size() && waiting[appended]; ++appended) {
            all.append(*waiting[appended]);
            waiting[appended].reset();
        }
    });
    return all;
}

}  // namespace

Mesh read_obj(const std::filesystem::path& path, Unfilled<char> bytes, std::size_t piece_size) {
    auto text = to_text(path.string(), std::move(bytes), obj_text);
    auto obj = check_obj(path.string(), text, piece_size);
    Mesh mesh;
    mesh.warnings = std::move(obj.warnings);
    auto [files, unfound] = find_material_files(path, obj.libraries);
    bool all_read = unfound.empty();
    std::ranges::move(unfound, std::back_inserter(mesh.warnings));
    for (const auto& file : files) all_read &= load_materials(file, mesh);
    Faces faces = read_faces(obj, MaterialIndex(mesh.materials));
    // What a command makes next takes the place of the text, hardly that of the vertices behind it.
    release(std::as_writable_bytes(std::span(obj.vertices)));
    const auto used =
        std::ranges::lower_bound(obj.not_finite, faces.not_finite, {}, &NotFinite::vertex);
    if (used != obj.not_finite.end())
        throw bad_input(path.string(), used->line, "{}", number_fault(used->word));
    if (faces.split.triangles.size() != obj.triangles)
        throw Error(Exit::bug, "the mesh library sees other triangles than the check");
    mesh.material = std::move(faces.materials);

    // A file that was not read has already been reported.
    if (all_read && !faces.unknown_material.empty())
        mesh.warnings.push_back(
            fmt::format("{}: no material {} in a material file; the default is used", path.string(),
                        quote(faces.unknown_material)));
    return mesh_of_faces(path.string(), std::move(faces.split), std::move(mesh));
}

}  // namespace hitmiss
