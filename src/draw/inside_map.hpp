#pragma once
// A slice through a mesh: where rules say inside, and where they are wrong.

#include "draw/compose.hpp"
#include "draw/error_map.hpp"

namespace hitmiss {

/// A plane on which one coordinate is constant, with its points in rows and columns, as a picture
/// shows them: the next coordinate to the right, the one after it upwards.
struct Slice {
    int axis = 2;  ///< 0, 1, 2: x, y, z
    float at = 0;
    std::vector<float> columns, rows;

    std::size_t points() const { return columns.size() * rows.size(); }
    Vec<float> point(std::uint64_t number) const;
};

/// A rule's answers on the slice, row by row.
struct InsideMap {
    std::vector<std::string> caption;
    OutcomeMap outcomes;       ///< leak: inside, called outside; false_hit: the reverse
    std::vector<char> said{};  ///< inside
    std::uint64_t missing = 0, added = 0;
};

struct InsideFigure {
    std::string title, subtitle;
    Slice slice;
    std::vector<InsideMap> maps;
    bool judged = true;  ///< else there is no exact answer, and all that was said is grey
};
/// A cell for each rule, with the mesh's section as lines unless it has too many.
Drawing draw_inside(const InsideFigure& figure, std::span<const Triangle<float>> triangles,
                    const Page& page);

}  // namespace hitmiss
