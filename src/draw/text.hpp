#pragma once
// Texts in Lato, with kerning, as outlines. Text is UTF-8; bytes that are not show as U+FFFD (a
// Drawing writes them like \xE9), characters the font lacks as its box. Variables are in italics:
// Greek letters but π, and Unicode's mathematical italics such as 𝑡. Sizes are dots per em.

#include <glm/vec2.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hitmiss {

/// The faces of the font.
enum class Face { regular, italic, medium };

/// What a line needs above and below its baseline.
struct LineMetrics {
    double ascent, descent;
    double height() const { return ascent + descent; }
};
LineMetrics line_metrics(double size);
double capital_height(double size);

/// Advance width.
double text_width(std::string_view text, double size, Face face = Face::regular);

/// Dots per font unit.
double font_scale(double size);

/// A glyph of a face and where it starts and ends, in font units.
struct Letter {
    Face face;
    int glyph, pen, end;
};
std::vector<Letter> letters_of(std::string_view text, Face face = Face::regular);

/// The outline of a glyph as the data of an SVG path, in font units, y down.
std::string glyph_path(Face face, int glyph);

/// The outlines of a text that starts at the origin, in dots, y down; holes turn the other way.
std::vector<std::vector<glm::dvec2>> text_polygons(std::string_view text, double size,
                                                   Face face = Face::regular);

/// The size, or a smaller one, but not below three fifths of it, at which no line of that width has
/// to be broken within a word.
double fitting_size(std::string_view text, double size, double width, Face face = Face::regular);

/// The text as lines of at most that width, at least one. Broken at spaces; a word that is longer
/// than a line is broken after hyphens, and only a part that is still longer between letters.
std::vector<std::string> wrap_text(std::string_view text, double size, double width,
                                   Face face = Face::regular);

}  // namespace hitmiss
