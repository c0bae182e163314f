#include "scene/obj.hpp"

#include <tiny_obj_loader.h>

#include <istream>
#include <unordered_map>

#include "base/limits.hpp"
#include "base/parallel.hpp"
#include "scene/obj_parts.hpp"
#include "scene/triangulate.hpp"

namespace hitmiss {
namespace {

using MaterialIndex = std::unordered_map<std::string_view, std::uint32_t>;

/// The triangles of one or more pieces.
struct Faces {
    SplitFaces split{};
    std::vector<std::uint32_t> materials{};  ///< of the triangles
    std::string unknown_material{};          ///< the first one

    void append(const Faces& next) {
        split.append(next.split);
        materials.insert(materials.end(), next.materials.begin(), next.materials.end());
        if (unknown_material.empty()) unknown_material = next.unknown_material;
    }
};

/// Reads the faces of a piece: a stream that shows the library only lines that begin with f or u
/// (usemtl). It would read vertices with pow(), slowly and not always to the nearest float.
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
        tinyobj::callback_t callbacks;
        callbacks.usemtl_cb = [](void* reader, const char* name, int) {
            static_cast<PieceReader*>(reader)->use_material(name_in(name));
        };
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
            if (*word != 'f' && *word != 'u') continue;
            setg(line.data(), line.data(), line.data() + line.size());
            return traits_type::to_int_type(line.front());
        }
        return traits_type::eof();
    }

    void use_material(std::string_view name) {
        if (name.empty()) return;
        const auto found = material_index.find(name);
        material = found == material_index.end() ? 0 : found->second;
        if (material == 0 && faces.unknown_material.empty()) faces.unknown_material = name;
    }

    void add_face(std::span<const tinyobj::index_t> face) {
        if (face.size() < 3) return;
        const auto corner = [&](std::size_t k) -> const Vec<float>& {
            const std::int64_t index = face[k].vertex_index;
            return obj.vertices.at(std::size_t(index > 0 ? index - 1 : vertices + index));
        };
        corners.clear();
        for (std::size_t k = 0; k < face.size(); ++k) corners.push_back(corner(k));
        faces.split.add(corners);
        faces.materials.resize(faces.split.triangles.size(), material);
    }
};

/// Reads the faces of all pieces and appends them in file order. The text is released meanwhile, so
/// that memory seldom holds much of both.
Faces read_faces(const CheckedObj& obj, const MaterialIndex& material_index) {
    Faces all;
    all.split.triangles.reserve(obj.triangles), all.materials.reserve(obj.triangles);
    std::vector<std::optional<Faces>> waiting(obj.pieces.size());
    std::size_t appended = 0;
    std::mutex appending;
    parallel_for(obj.pieces.size(), [&](std::size_t k) {
        PieceReader reader(obj, obj.pieces[k], material_index);
        release(obj.pieces[k].text);
        const std::scoped_lock lock(appending);
        waiting[k] = std::move(reader.faces);
        for (; appended < waiting.size() && waiting[appended]; ++appended) {
            all.append(*waiting[appended]);
            waiting[appended].reset();
        }
    });
    if (all.split.triangles.size() != obj.triangles)
        throw Error(Exit::bug, "the mesh library sees other triangles than the check");
    return all;
}

}  // namespace

Mesh load_obj(const std::filesystem::path& path, std::size_t piece_size) {
    return read_obj(path, read_bytes(path, max_mesh_bytes), piece_size);
}

Mesh read_obj(const std::filesystem::path& path, Unfilled<char> bytes, std::size_t piece_size) {
    auto text = to_text(path.string(), std::move(bytes), "an OBJ or MTL file");
    auto obj = check_obj(path.string(), text, piece_size);
    Mesh mesh;
    mesh.warnings = std::move(obj.warnings);
    const bool all_opened = load_materials(path, obj.libraries, mesh);
    MaterialIndex material_index;
    for (std::uint32_t k = 1; k < mesh.materials.size(); ++k)
        material_index.try_emplace(mesh.materials[k].name, k);
    Faces faces = read_faces(obj, material_index);
    mesh.triangles = std::move(faces.split.triangles), mesh.material = std::move(faces.materials);

    // A library that was not opened has already been reported.
    if (all_opened && !faces.unknown_material.empty())
        mesh.warnings.push_back(
            fmt::format("{}: no material {} in a material file; the default is used", path.string(),
                        quote(faces.unknown_material)));
    warn_of_faces(path.string(), faces.split.degenerate, faces.split.crossing, mesh);
    return mesh;
}

}  // namespace hitmiss
