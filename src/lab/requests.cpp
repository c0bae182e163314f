// Requests by name, with their arguments as JSON: what the page's entry and the tests' share.

#include <fmt/format.h>

#include "base/error.hpp"
#include "draw/drawing.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

constexpr std::pair<std::string_view, Request*> requests[]{{"about", about},
                                                           {"method", method},
                                                           {"scene", scene},
                                                           {"picture", picture},
                                                           {"render", render},
                                                           {"curve", curve},
                                                           {"explain", explain_pixel},
                                                           {"command", command},
                                                           {"hits", hits},
                                                           {"predicates", predicates},
                                                           {"acceptance", acceptance},
                                                           {"point", point},
                                                           {"ray", ray},
                                                           {"demos", demos},
                                                           {"walk", walk_runs},
                                                           {"probe", probe_runs},
                                                           {"inside", inside},
                                                           {"lit", lit},
                                                           {"figure", figure},
                                                           {"animation", animation}};

}  // namespace

Vec<float> flat(const Arguments& asked, const std::string& name) {
    return {float(asked.number(name + 'x')), float(asked.number(name + 'y')), 0};
}

Triangle<float> triangle_of(const Arguments& asked) {
    return {flat(asked, "a"), flat(asked, "b"), flat(asked, "c")};
}

std::optional<Rgb> ground_of(const Arguments& asked) {
    const int rgb = asked.integer_or("ground", -1);
    if (rgb < 0) return {};
    return Rgb{std::uint8_t(rgb >> 16), std::uint8_t(rgb >> 8), std::uint8_t(rgb)};
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

}  // namespace hitmiss::lab
