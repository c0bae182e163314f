// Material files.

#include <cmath>

#include "base/limits.hpp"
#include "scene/obj.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

/// Takes the colour of a Kd line. Returns what is wrong with it, or nothing.
std::string read_colour(LineReader& in, Vec<float>& kd) {
    Vec<float> colour;
    int numbers = 0;
    for (std::string_view word; numbers < 3 && !(word = in.next_word()).empty(); ++numbers) {
        if (numbers == 0 && (word == "xyz" || word == "spectral"))
            return fmt::format("'Kd {}' is not supported; write r g b", word);
        const auto number = read_number(word);
        if (!number || std::isnan(*number)) return number_fault(word);
        colour[numbers] = *number;
    }
    if (numbers == 1) colour = Vec<float>(colour[0]);  // g = b = r, as the format says
    if (numbers == 0 || numbers == 2)
        return fmt::format("'Kd' has {} numbers; it needs r g b, or one for a grey", numbers);
    kd = colour;
    return {};
}

/// Reads one material file.
struct MaterialReader {
    LineReader in;
    Mesh& mesh;
    bool named = false;
    std::size_t line = 0;                                  ///< of the material
    bool coloured = false, black = false, mapped = false;  ///< what the material has
    Fault unusable{};                                      ///< its Kd lines
    Fault colourless{}, clamped{}, textured{}, misspelt{};

    /// Returns whether all materials were read.
    bool read() {
        while (in.next_line()) {
            const auto keyword = in.next_word();
            if (keyword == "newmtl" && !begin_material()) return false;
            if (keyword == "Kd" && named) read_kd();
            if ((keyword == "kd" || keyword == "KD") && named)
                misspelt.add(in.line(),
                             fmt::format("'{}' is ignored; 'Kd' would be right", keyword));
            if (keyword == "map_Kd") mapped = true;
        }
        end_material();
        return true;
    }

    bool begin_material() {
        end_material();
        const auto name = in.rest();
        line = in.line(), named = !name.empty();
        if (named && mesh.materials.size() == max_materials) {
            mesh.warnings.push_back(in.warning(
                line,
                fmt::format("more than {} materials; the others are not read", max_materials - 1)));
            return false;
        }
        if (named) mesh.materials.emplace_back().name = name;
        return true;
    }

    void read_kd() {
        Vec<float>& kd = mesh.materials.back().kd;
        if (const auto fault = read_colour(in, kd); !fault.empty())
            return unusable.add(in.line(), fault);
        coloured = true;
        const auto kept = glm::clamp(kd, 0.0f, 1.0f);
        if (kept != kd) clamped.add(in.line(), "a Kd outside [0, 1] was clamped");
        kd = kept, black = kd == Vec<float>(0);
    }

    void end_material() {
        if (unusable.count > 0)
            colourless.add(unusable.line,
                           unusable.what + (coloured ? "; another Kd of the material is used"
                                                     : "; the default colour is used"));
        if (named && black && mapped)
            textured.add(line, fmt::format("{} is black and has a texture; textures are not read",
                                           quote(mesh.materials.back().name)));
        unusable = {}, coloured = black = mapped = false;
    }

    void warn() const {
        for (const Fault* fault : {&colourless, &clamped, &textured, &misspelt})
            if (fault->count > 0)
                mesh.warnings.push_back(in.warning(
                    fault->line, fault->count == 1 ? fault->what
                                                   : fmt::format("{}; materials like this: {}",
                                                                 fault->what, fault->count)));
    }
};

}  // namespace

bool load_materials(const std::filesystem::path& path, Mesh& mesh) {
    try {
        auto text = to_text(path.string(), read_bytes(path, max_mtl_bytes), obj_text);
        MaterialReader reader{LineReader(path.string(), text), mesh};
        const bool all = reader.read();
        reader.warn();
        return all;
    } catch (const Error& error) {
        mesh.warnings.push_back(fmt::format("{}; the default colours are used", error.what()));
        return false;
    }
}

}  // namespace hitmiss
