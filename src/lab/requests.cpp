// Requests by name, with their arguments as JSON: what the page's entry and the tests' share; and
// a method's hits as one number, by which tests compare the page with the program.

#include <fmt/format.h>

#include <bit>

#include "base/error.hpp"
#include "draw/drawing.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

constexpr std::pair<std::string_view, Request*> requests[]{
    {"about", about},           {"method", method},   {"scene", scene},
    {"picture", picture},       {"render", render},   {"curve", curve},
    {"explain", explain_pixel}, {"command", command}, {"hits", hits},
    {"acceptance", acceptance}, {"point", point},     {"ray", ray},
    {"demos", demos},           {"walk", walk_runs},  {"probe", probe_runs},
    {"inside", inside},         {"lit", lit},         {"figure", figure},
    {"animation", animation}};

/// Every method in each variant, precision and arithmetic; in large scenes without the tests that
/// programs ship, because a halo of constant width may hold all triangles there.
std::vector<Method> hashed_methods(const Scene& scene) {
    std::vector<Method> methods;
    for (const auto arithmetic : {Arithmetic::separate, Arithmetic::fused})
        for (const Method& method : all_methods(arithmetic))
            if (!method.entry->info.shipped || scene.mesh.triangles.size() < 5000)
                methods.push_back(method);
    return methods;
}

/// The triangles and the bits of t of all pixels in the order of rows, by FNV-1a (Fowler, Noll and
/// Vo, 1991) in 64 bits.
std::uint64_t hash_of_hits(const Round& round) {
    std::vector<Hit> hits(round.source.count);
    judge_all(round, [&](const JudgedBatch& judged) {
        for (std::size_t k = 0; k < judged.batch.numbers.size(); ++k)
            hits[judged.batch.numbers[k]] = judged.columns[0].hits[k];
    });
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&](std::uint64_t bits, int bytes) {
        for (int k = 0; k < bytes; ++k) hash = (hash ^ (bits >> 8 * k & 0xff)) * 0x100000001b3;
    };
    for (const Hit& hit : hits) add(hit.triangle, 4), add(std::bit_cast<std::uint64_t>(hit.t), 8);
    return hash;
}

/// A colour as numbers of the page name it.
Rgb rgb(int number) {
    return {std::uint8_t(number >> 16), std::uint8_t(number >> 8), std::uint8_t(number)};
}

}  // namespace

Vec<float> flat(const Arguments& asked, const std::string& name) {
    return {float(asked.number(name + 'x')), float(asked.number(name + 'y')), 0};
}

Triangle<float> triangle_of(const Arguments& asked) {
    return {flat(asked, "a"), flat(asked, "b"), flat(asked, "c")};
}

std::optional<Rgb> ground_of(const Arguments& asked) {
    const int number = asked.integer_or("ground", -1);
    return number < 0 ? std::optional<Rgb>() : rgb(number);
}

Rgb ink_of(const Arguments& asked, const OutcomeRow& row) {
    const Arguments inks{asked.values.value("inks", Value::object())};
    const int number = inks.integer_or(row.name, -1);
    return number < 0 ? row.colour : rgb(number);
}

std::vector<Method> Arguments::methods() const {
    std::vector<Method> methods;
    for (const Value& text : values.at("methods"))
        methods.push_back(parse_method(text.get<std::string>()));
    return methods;
}

Response respond(Lab& lab, std::string_view name, const std::string& arguments) {
    for (const auto& [known, request] : requests)
        if (known == name) return request(lab, {Value::parse(arguments)});
    throw Error(Exit::bug, "no request '{}'", name);
}

std::vector<std::uint8_t> canvas_pixels(const Picture& picture) {
    std::vector<std::uint8_t> pixels;
    pixels.reserve(4 * picture.pixels.size());
    for (const auto& [r, g, b] : picture.pixels) pixels.insert(pixels.end(), {r, g, b, 255});
    return pixels;
}

Response response_of(const Picture& picture, Object more) {
    Object values{{"width", picture.width}, {"height", picture.height}};
    append(values, std::move(more));
    return {std::move(values), {{"pixels", canvas_pixels(picture)}}};
}

std::string inline_svg(const Drawing& drawing) {
    std::string markup = fmt::format(
        "<svg viewBox=\"0 0 {} {}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">",
        svg_number(drawing.width), svg_number(drawing.height));
    for (const auto& element : drawing.elements)
        if (const auto* shape = std::get_if<Shape>(&element))
            markup += svg_path(*shape);
        else if (const auto* words = std::get_if<Words>(&element))
            markup += fmt::format(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" "
                "lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\">{}</text>\n",
                svg_number(words->start.x), svg_number(words->start.y), svg_number(words->size),
                svg_number(text_width(words->text, words->size, words->face)), css(words->colour),
                svg_escaped(words->text));
    return markup + "</svg>";
}

/// For every method in each variant, precision and arithmetic, a hash of its hits.
Response hits(Lab& lab, const Arguments& asked) {
    Stage& stage = shot_of(lab, asked);
    Object hashes;
    for (const Method& method : hashed_methods(stage.scene))
        hashes.push_back(
            {to_string(method), fmt::format("{:016x}", hash_of_hits(stage.round(method)))});
    return {hashes};
}

}  // namespace hitmiss::lab
