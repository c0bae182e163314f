// A hall as architects model them: few huge triangles, many long thin ones, small ones in between.

#include <array>

#include "base/math.hpp"
#include "base/random.hpp"
#include "scene/make_kinds.hpp"

namespace hitmiss {
namespace {

using Ring = std::vector<Vec<double>>;

/// The closed surface of rings of equally many corners, one after another, and of fans over the
/// first and the last. Front faces are outside where the rings run counter-clockwise, seen from
/// the last one.
void add_solid(const std::vector<Ring>& rings, Triangles& triangles) {
    const std::size_t around = rings[0].size();
    const auto at = [&](std::size_t ring, std::size_t k) {
        return Vec<float>(rings[ring][k % around]);
    };
    for (std::size_t r = 0; r + 1 < rings.size(); ++r)
        for (std::size_t k = 0; k < around; ++k) {
            triangles.emplace_back(at(r, k), at(r, k + 1), at(r + 1, k + 1));
            triangles.emplace_back(at(r, k), at(r + 1, k + 1), at(r + 1, k));
        }
    for (std::size_t k = 1; k + 1 < around; ++k) {
        triangles.emplace_back(at(0, 0), at(0, k + 1), at(0, k));
        const std::size_t last = rings.size() - 1;
        triangles.emplace_back(at(last, 0), at(last, k), at(last, k + 1));
    }
}
constexpr int solid_faces(int rings, int around) {
    return 2 * around * (rings - 1) + 2 * (around - 2);
}

void add_box(const Vec<double>& lo, const Vec<double>& hi, Triangles& triangles) {
    const auto ring = [&](double y) -> Ring {
        return {{lo.x, y, hi.z}, {hi.x, y, hi.z}, {hi.x, y, lo.z}, {lo.x, y, lo.z}};
    };
    add_solid({ring(lo.y), ring(hi.y)}, triangles);
}

/// A turned shape that stands at `foot`; profile(s) is its radius at the height s, both in parts of
/// `height`.
void add_turned(const Vec<double>& foot, double height, int rings, int around, double phase,
                auto&& profile, Triangles& triangles) {
    std::vector<Ring> all;
    for (int r = 0; r < rings; ++r) {
        const double s = double(r) / (rings - 1);
        all.emplace_back();
        for (int k = 0; k < around; ++k) {
            const auto [sin, cos] = sine_cosine(phase + 2 * pi<double> * k / around);
            const double radius = height * profile(s);
            all.back().push_back(foot + Vec<double>(radius * cos, height * s, -radius * sin));
        }
    }
    add_solid(all, triangles);
}

/// Half a ring in the plane of one x, from one foot to the other.
void add_arch(const Vec<double>& foot, double span, double thickness, int pieces,
              Triangles& triangles) {
    constexpr std::array<std::array<double, 2>, 6> profile{
        {{0, 1}, {0.7, 1}, {1, 0.5}, {1, -0.5}, {0.7, -1}, {0, -1}}};
    std::vector<Ring> all;
    for (int r = 0; r <= pieces; ++r) {
        const auto [sin, cos] = sine_cosine(pi<double> * r / pieces);
        all.emplace_back();
        for (const auto& [out, aside] : profile) {
            const double radius = span / 2 + thickness * out;
            all.back().push_back(
                foot + Vec<double>(thickness * aside, radius * sin, span / 2 - radius * cos));
        }
    }
    add_solid(all, triangles);
}

/// A rod as long as the hall, its profile half a circle, in points.
void add_moulding(const Vec<double>& from, double length, double radius, bool left, int points,
                  Triangles& triangles) {
    const double side = left ? 1 : -1;
    const auto ring = [&](double z) {
        Ring all;
        for (int k = 0; k < points; ++k) {
            const auto [sin, cos] = sine_cosine(pi<double> * (double(k) / (points - 1) - 0.5));
            all.push_back(from + Vec<double>(side * radius * cos, side * radius * sin, z));
        }
        return all;
    };
    add_solid({ring(0), ring(length)}, triangles);
}

constexpr int bays = 6, moulding_rows = 5, balusters = 5;
constexpr double bay = 4, half_width = 5, nave = 2.6, wall = 9, springing = 5;
constexpr int pillars = 2 * (bays + 1), arches = 2 * bays, mouldings = 2 * moulding_rows;

/// How finely things are cut.
struct Cut {
    int sides, rings, pieces, small_sides;

    explicit Cut(int detail)
        : sides(4 + 4 * detail),
          rings(8 + 4 * detail),
          pieces(4 + 4 * detail),
          small_sides(3 + detail) {}
    /// Without the mouldings.
    int faces() const {
        const int boxes = 5 + pillars + 4 * bays;
        return boxes * 12 + pillars * solid_faces(rings, sides) +
               arches * solid_faces(pieces + 1, 6) +
               2 * bays * balusters * solid_faces(7, small_sides);
    }
};

constexpr int moulding_faces(int points) {
    return solid_faces(2, points);
}

}  // namespace

/// All parts are closed; what the columns leave of the triangles makes the mouldings round.
Triangles make_atrium(int faces, std::uint64_t seed) {
    Random random(seed);
    int detail = 0;
    while (Cut(detail + 1).faces() + mouldings * moulding_faces(3) <= faces) ++detail;
    const Cut cut(detail);
    Triangles triangles;
    triangles.reserve(std::size_t(faces));

    // The hall itself, seen from within: floor, walls and ceiling of two triangles each.
    const double length = bay * bays;
    add_box({-half_width, 0, 0}, {half_width, wall, length}, triangles);
    for (auto& [a, b, c] : triangles) std::swap(b, c);
    // A wall with a door across it, and the step behind it.
    const double across = bay * (bays - 1) + 1, door = 1.2;
    add_box({-half_width + 0.01, 0.01, across}, {-door, wall - 0.01, across + 0.4}, triangles);
    add_box({door, 0.01, across}, {half_width - 0.01, wall - 0.01, across + 0.4}, triangles);
    add_box({-door + 0.001, 3.2, across + 0.1}, {door - 0.001, wall - 0.02, across + 0.3},
            triangles);
    add_box({-nave, 0.02, across + 1.5}, {nave, 0.3, length - 0.02}, triangles);

    for (const double side : {-1.0, 1.0}) {
        for (int k = 0; k <= bays; ++k) {
            const Vec<double> foot(side * nave, 0.03, 0.35 + (length - 0.7) * k / bays);
            add_box(foot - Vec<double>(0.34, 0, 0.34), foot + Vec<double>(0.34, 0.25, 0.34),
                    triangles);
            const double girth = random.uniform(0.9, 1.1);
            add_turned(
                foot + Vec<double>(0, 0.2, 0), springing - 0.2, cut.rings, cut.sides,
                2 * pi<double> * random.uniform(),
                [&](double s) {
                    const double swelling = sine_cosine(pi<double> * s).sin;
                    const double ends = s < 0.06 || s > 0.94 ? 0.02 : 0;
                    return girth * (0.042 + 0.006 * swelling + ends);
                },
                triangles);
        }
        for (int k = 0; k < bays; ++k) {
            const double from = 0.35 + (length - 0.7) * k / bays, span = (length - 0.7) / bays;
            add_arch({side * nave, springing - 0.05, from + 0.12}, span - 0.24, 0.1, cut.pieces,
                     triangles);
            // A balustrade over each arch: sill, rail, and balusters that nobody set quite alike.
            const double above = springing + span / 2 + 0.3;
            for (const double y : {above - 0.15, above + 0.9})
                add_box({side * nave - 0.14, y, from + 0.005},
                        {side * nave + 0.14, y + 0.16, from + span - 0.005}, triangles);
            for (int b = 0; b < balusters; ++b) {
                const double lean = random.uniform(-0.05, 0.05);
                add_turned(
                    {side * nave + lean, above, from + span * (b + 0.5) / balusters}, 0.91, 7,
                    cut.small_sides, 2 * pi<double> * random.uniform(),
                    [](double s) { return 0.06 + 0.05 * sine_cosine(3 * pi<double> * s).sin; },
                    triangles);
            }
        }
    }

    // As many triangles as are asked for, or up to three fewer.
    const int left = faces - int(triangles.size()) - mouldings * moulding_faces(3);
    int steps = left / (moulding_faces(4) - moulding_faces(3));
    for (int k = 0; k < mouldings; ++k) {
        const int own = steps / (mouldings - k);
        steps -= own;
        const int row = k / 2;
        const double y = 0.3 + row * (wall - 0.6) / (moulding_rows - 1);
        add_moulding({k % 2 == 0 ? -half_width + 0.005 : half_width - 0.005, y, 0.005},
                     length - 0.01, 0.04 + 0.01 * row, k % 2 == 0, 3 + own, triangles);
    }
    return triangles;
}

}  // namespace hitmiss
