// A drawing as SVG inside the page, with the browser's letters in the room that the program's take.

#include <fmt/format.h>

#include "draw/drawing.hpp"
#include "draw/text.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {

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
