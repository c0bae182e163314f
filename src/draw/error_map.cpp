#include "draw/error_map.hpp"

#include <algorithm>
#include <cmath>

namespace hitmiss {
namespace {

constexpr int alone_within = 8;         // pixels
constexpr double seen_mm = 0.35;        // width of a pixel that needs no ring
constexpr double ringed_mm = 1.5;       // groups up to this size have a ring
constexpr double apart_mm = 1.2;        // from the next error of their kind
constexpr std::size_t most_rings = 40;  // of a kind: more groups are seen without

/// Rec. 709, from 0 to 255.
double luma_of(Rgb colour) {
    return 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b;
}
Rgb grey_of(double luma) {
    const auto grey = std::uint8_t(std::lround(luma));
    return {grey, grey, grey};
}

/// For each kind of error that occurs, the map of these errors alone.
std::vector<OutcomeMap> maps_by_kind(const OutcomeMap& map) {
    std::vector<OutcomeMap> maps;
    for (std::size_t k = 0; k < outcome_rows.size(); ++k) {
        const auto is_other = [&](Outcome outcome) { return outcome != Outcome(k); };
        if (!row_of(Outcome(k)).error || std::ranges::all_of(map.pixels, is_other)) continue;
        std::ranges::replace_if(maps.emplace_back(map).pixels, is_other, Outcome::right);
    }
    return maps;
}

/// The part of the map that lies within `distance` pixels of a pixel.
Rectangle neighbourhood(const OutcomeMap& map, int x, int y, int distance) {
    return intersection(grown({x, y, 1, 1}, distance), map.area());
}

}  // namespace

Rgb neutral(Rgb colour) {
    return grey_of(luma_of(colour));
}

Rgb map_grey(Rgb colour) {
    constexpr double darkest = 236, lightest = 244;
    return grey_of(darkest + (lightest - darkest) * luma_of(colour) / 255);
}

std::vector<bool> errors_alone(const OutcomeMap& map) {
    std::vector<bool> alone(map.pixels.size());
    for (const OutcomeMap& own : maps_by_kind(map)) {
        const ErrorCount count(own);
        for_each_error(own, [&](int x, int y, Outcome) {
            alone[own.index(x, y)] = count(neighbourhood(own, x, y, alone_within)) <= 2;
        });
    }
    return alone;
}

Picture painted(Picture ground, const OutcomeMap& map, const SamePicture& same) {
    for_each_error(map, [&](int x, int y, Outcome outcome) {
        const bool unseen = outcome == Outcome::wrong_triangle && same.at(x, y) != 0;
        ground.at(x, y) = unseen ? palette::unchanged : row_of(outcome).colour;
    });
    return ground;
}

std::vector<Rectangle> small_groups(OutcomeMap map, int small, int apart, std::size_t most) {
    std::vector<Rectangle> found;
    const ErrorCount count(map);
    // Flood fill: errors that were visited are taken out of the map.
    std::vector<std::pair<int, int>> waiting;
    const auto visit = [&](int x, int y) {
        if (!row_of(map.at(x, y)).error) return;
        map.at(x, y) = Outcome::right;
        waiting.emplace_back(x, y);
    };
    for (int first_y = 0; first_y < map.height; ++first_y)
        for (int first_x = 0; first_x < map.width; ++first_x) {
            visit(first_x, first_y);
            if (waiting.empty()) continue;
            if (found.size() == most) return {};
            int left = first_x, top = first_y, right = first_x, bottom = first_y;
            while (!waiting.empty()) {
                const auto [x, y] = waiting.back();
                waiting.pop_back();
                left = std::min(left, x), right = std::max(right, x);
                top = std::min(top, y), bottom = std::max(bottom, y);
                const Rectangle area = neighbourhood(map, x, y, apart);
                if (std::max(right - left, bottom - top) >= small || count(area) > small * small)
                    return {};
                for (int v = area.y; v < area.y + area.height; ++v)
                    for (int u = area.x; u < area.x + area.width; ++u) visit(u, v);
            }
            found.push_back({left, top, right + 1 - left, bottom + 1 - top});
        }
    return found;
}

void add_rings(Drawing& drawing, const OutcomeMap& map, int factor, const Page& page) {
    const auto dots = [&](double mm) { return int(page.mm(mm)) / factor; };
    if (dots(seen_mm) < 1) return;  // a single error is large enough
    Shape rings{{}, {}, Pen{palette::ring, page.hair()}};
    for (const OutcomeMap& own : maps_by_kind(map)) {
        // All of a kind or none, so that no error looks more important than others.
        for (const Rectangle& group :
             small_groups(own, dots(ringed_mm), dots(apart_mm), most_rings)) {
            const Point size(group.width, group.height), corner(group.x, group.y);
            const double radius = 0.5 * factor * std::hypot(size.x, size.y) + page.mm(0.35);
            rings.contours.push_back({{double(factor) * (corner + 0.5 * size)}, radius});
        }
    }
    if (!rings.contours.empty()) drawing.add(std::move(rings));
}

Drawing draw_map(const Picture& painted, const OutcomeMap& map, int factor, const Page& page) {
    Drawing drawing = framed(painted, factor, page);
    add_rings(drawing, map, factor, page);
    return drawing;
}

}  // namespace hitmiss
