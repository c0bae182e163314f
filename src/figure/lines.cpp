#include "figure/lines.hpp"

#include <algorithm>
#include <cmath>

namespace hitmiss {

void Coverage::add_line(const PicturePoint& from, const PicturePoint& to, double thickness) {
    const double dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
    const double reach = (thickness + 1) / 2;
    const auto first = [](double edge, int size) {
        return static_cast<int>(std::clamp(std::floor(edge), 0.0, static_cast<double>(size)));
    };
    const int bottom = first(std::max(from.y, to.y) + reach + 1, height);
    for (int row = first(std::min(from.y, to.y) - reach, height); row < bottom; ++row) {
        const double y = row + 0.5;
        // The part of the line that comes near this row bounds the columns.
        const double s = dy == 0 ? 0 : std::clamp((y - reach - from.y) / dy, 0.0, 1.0);
        const double t = dy == 0 ? 1 : std::clamp((y + reach - from.y) / dy, 0.0, 1.0);
        const int right = first(from.x + std::max(s * dx, t * dx) + reach + 1, width);
        for (int column = first(from.x + std::min(s * dx, t * dx) - reach, width); column < right;
             ++column) {
            const double x = column + 0.5;
            const double along = (x - from.x) * dx + (y - from.y) * dy;
            const double nearest = length == 0 ? 0 : std::clamp(along / length, 0.0, 1.0);
            const double ox = x - from.x - nearest * dx, oy = y - from.y - nearest * dy;
            const double covered = std::clamp(reach - std::sqrt(ox * ox + oy * oy), 0.0, 1.0);
            auto& value = values[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                                 static_cast<std::size_t>(column)];
            value = std::max(value, static_cast<std::uint8_t>(255 * covered + 0.5));
        }
    }
}

void paint(Picture& picture, const Coverage& coverage, Rgb colour) {
    for (std::size_t k = 0; k < coverage.values.size(); ++k) {
        const int above = coverage.values[k];
        const auto blend = [&](std::uint8_t below, std::uint8_t over) {
            return static_cast<std::uint8_t>((below * (255 - above) + over * above + 127) / 255);
        };
        Rgb& p = picture.pixels[k];
        p = {blend(p.r, colour.r), blend(p.g, colour.g), blend(p.b, colour.b)};
    }
}

}  // namespace hitmiss
