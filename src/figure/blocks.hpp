#pragma once
// The blocks a contact sheet is put together from. Each text and each picture is drawn into a
// picture of its own, as wide as its column, so nothing can cross into a neighbour.

#include <span>
#include <string>
#include <vector>

#include "figure/sheet.hpp"

namespace hitmiss {

/// Lengths in pixels, the same all over the sheet.
struct SheetLayout {
    int factor;  ///< magnification of pictures and maps
    int tile;    ///< width of the space for them
    int line;    ///< thickness of frames
    double font, caption_font, count_font;

    int cell() const { return tile + 2 * line; }
    int gap() const { return static_cast<int>(font); }
};

inline constexpr Rgb ink{0, 0, 0}, pale_ink{90, 90, 90}, frame_grey{170, 170, 170};

/// A caption: its first line stands out.
Picture caption_block(const std::vector<std::string>& caption, const SheetLayout& layout);

/// The picture in the middle of its cell, with a frame around it.
Picture framed(const Picture& picture, Rgb frame, const SheetLayout& layout);

/// A picture or map; the spot is outlined in black, with white around it for dark pictures.
Picture tile_block(const Picture& source, const std::optional<Rectangle>& spot,
                   const SheetLayout& layout);

/// One line per count: swatch, label, number.
Picture counts_block(std::span<const std::uint64_t> counts, std::span<const LegendEntry> legend,
                     const SheetLayout& layout);

/// The width a line of counts needs at this size.
int count_width(const LegendEntry& entry, std::uint64_t count, double font);

/// One row of a band: its name at the left, upright beside the middle of `body`, the height of
/// its pictures, and the blocks of its columns.
Picture row_block(const std::string& name, int body, std::span<const Picture> cells,
                  const SheetLayout& layout);

/// The whole: heading, blocks of one width with `space` between them, swatches for what is left of
/// the legend, a margin around all.
Picture page(const std::string& title, const std::string& subtitle, std::vector<Picture> blocks,
             std::span<const LegendEntry> legend, int space, const SheetLayout& layout);

}  // namespace hitmiss
