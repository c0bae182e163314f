// A hall as architects model one: few huge triangles, many long thin ones, small ones in between.

#include "base/math.hpp"
#include "base/random.hpp"
#include "scene/make.hpp"

namespace hitmiss {
namespace {

/// A closed surface: rings of the same number of corners, corner(ring, k), joined one after
/// another, and a fan over the first and the last. Front faces are outside if the rings run
/// counter-clockwise as seen from the last one.
void add_solid(Triangles& triangles, int rings, int around, auto&& corner) {
    const auto at = [&](int k, int ring) { return Vec<float>(corner(ring, k % around)); };
    const Triangles sides = lattice(around, rings - 1, at);
    triangles.insert(triangles.end(), sides.begin(), sides.end());
    for (int k = 1; k + 1 < around; ++k) {
        triangles.emplace_back(at(0, 0), at(k + 1, 0), at(k, 0));
        triangles.emplace_back(at(0, rings - 1), at(k, rings - 1), at(k + 1, rings - 1));
    }
}
constexpr int solid_faces(int rings, int around) {
    return 2 * around * (rings - 1) + 2 * (around - 2);
}

void add_box(Triangles& triangles, const Vec<double>& lo, const Vec<double>& hi) {
    add_solid(triangles, 2, 4, [&](int ring, int k) {
        return Vec<double>(k % 3 == 0 ? lo.x : hi.x, ring == 0 ? lo.y : hi.y, k < 2 ? hi.z : lo.z);
    });
}

/// A solid of revolution that stands at `foot`; profile(s) is its radius at height s, both as
/// fractions of `height`.
void add_turned(Triangles& triangles, const Vec<double>& foot, double height, int rings, int around,
                double phase, auto&& profile) {
    add_solid(triangles, rings, around, [&](int ring, int k) {
        const double s = double(ring) / (rings - 1), radius = height * profile(s);
        const auto [sin, cos] = sine_cosine(phase + 2 * pi<double> * k / around);
        return foot + Vec<double>(radius * cos, height * s, -radius * sin);
    });
}

/// Half a ring in the plane of one x, from one foot to the other.
void add_arch(Triangles& triangles, const Vec<double>& foot, double span, double thickness,
              int pieces) {
    constexpr double profile[6][2]{{0, 1}, {0.7, 1}, {1, 0.5}, {1, -0.5}, {0.7, -1}, {0, -1}};
    add_solid(triangles, pieces + 1, 6, [&](int ring, int k) {
        const auto [sin, cos] = sine_cosine(pi<double> * ring / pieces);
        const auto [out, aside] = profile[k];
        const double radius = span / 2 + thickness * out;
        return foot + Vec<double>(thickness * aside, radius * sin, span / 2 - radius * cos);
    });
}

/// A rod along z with a semicircular profile of `points` points that bulges to `side`, 1 or -1.
void add_moulding(Triangles& triangles, const Vec<double>& from, double length, double radius,
                  double side, int points) {
    add_solid(triangles, 2, points, [&](int ring, int k) {
        const auto [sin, cos] = sine_cosine(pi<double> * (double(k) / (points - 1) - 0.5));
        return from + Vec<double>(side * radius * cos, side * radius * sin, ring * length);
    });
}

constexpr int bays = 6, moulding_rows = 5, balusters = 5;
constexpr double bay = 4, half_width = 5, nave = 2.6, wall = 9, springing = 5;
constexpr int pillars = 2 * (bays + 1), arches = 2 * bays, mouldings = 2 * moulding_rows;

/// Numbers of subdivisions.
struct Cut {
    int detail;
    int sides = 4 + 4 * detail, rings = 8 + 4 * detail, pieces = 4 + 4 * detail;
    int small_sides = 3 + detail;

    /// Triangles in all, with mouldings of three points.
    int faces() const {
        return 12 * (5 + pillars + 4 * bays) + pillars * solid_faces(rings, sides) +
               arches * solid_faces(pieces + 1, 6) +
               2 * bays * balusters * solid_faces(7, small_sides) + mouldings * solid_faces(2, 3);
    }
};

}  // namespace

/// All parts are closed. Triangles that the columns do not use make the mouldings rounder.
Triangles make_atrium(int faces, std::uint64_t seed) {
    Random random(seed);
    int detail = 0;
    while (Cut{detail + 1}.faces() <= faces) ++detail;
    const Cut cut{detail};
    Triangles triangles;
    triangles.reserve(std::size_t(faces));

    // The hall itself, seen from within: floor, walls and ceiling of two triangles each.
    const double length = bay * bays;
    add_box(triangles, {-half_width, 0, 0}, {half_width, wall, length});
    for (auto& [a, b, c] : triangles) std::swap(b, c);
    // A wall across the hall with a door, and a step behind it.
    const double across = bay * (bays - 1) + 1, door = 1.2;
    add_box(triangles, {-half_width + 0.01, 0.01, across}, {-door, wall - 0.01, across + 0.4});
    add_box(triangles, {door, 0.01, across}, {half_width - 0.01, wall - 0.01, across + 0.4});
    add_box(triangles, {-door + 0.001, 3.2, across + 0.1},
            {door - 0.001, wall - 0.02, across + 0.3});
    add_box(triangles, {-nave, 0.02, across + 1.5}, {nave, 0.3, length - 0.02});

    for (const double side : {-1.0, 1.0}) {
        for (int k = 0; k <= bays; ++k) {
            const Vec<double> foot(side * nave, 0.03, 0.35 + (length - 0.7) * k / bays);
            add_box(triangles, foot - Vec<double>(0.34, 0, 0.34),
                    foot + Vec<double>(0.34, 0.25, 0.34));
            const double girth = random.uniform(0.9, 1.1);
            add_turned(triangles, foot + Vec<double>(0, 0.2, 0), springing - 0.2, cut.rings,
                       cut.sides, 2 * pi<double> * random.uniform(), [&](double s) {
                           const double swelling = sine_cosine(pi<double> * s).sin;
                           const double ends = s < 0.06 || s > 0.94 ? 0.02 : 0;
                           return girth * (0.042 + 0.006 * swelling + ends);
                       });
        }
        for (int k = 0; k < bays; ++k) {
            const double from = 0.35 + (length - 0.7) * k / bays, span = (length - 0.7) / bays;
            add_arch(triangles, {side * nave, springing - 0.05, from + 0.12}, span - 0.24, 0.1,
                     cut.pieces);
            // A balustrade over each arch: sill, rail, and balusters that nobody set quite alike.
            const double above = springing + span / 2 + 0.3;
            for (const double y : {above - 0.15, above + 0.9})
                add_box(triangles, {side * nave - 0.14, y, from + 0.005},
                        {side * nave + 0.14, y + 0.16, from + span - 0.005});
            for (int b = 0; b < balusters; ++b) {
                const double lean = random.uniform(-0.05, 0.05);
                add_turned(
                    triangles, {side * nave + lean, above, from + span * (b + 0.5) / balusters},
                    0.91, 7, cut.small_sides, 2 * pi<double> * random.uniform(),
                    [](double s) { return 0.06 + 0.05 * sine_cosine(3 * pi<double> * s).sin; });
            }
        }
    }

    // As many triangles as asked for, or up to three fewer, because each further point adds four.
    int points = (faces - cut.faces()) / (solid_faces(2, 4) - solid_faces(2, 3)) + 3 * mouldings;
    for (int k = 0; k < mouldings; ++k) {
        const int row = k / 2, own = points / (mouldings - k);
        points -= own;
        const double side = k % 2 == 0 ? 1 : -1, y = 0.3 + row * (wall - 0.6) / (moulding_rows - 1);
        add_moulding(triangles, {side * (-half_width + 0.005), y, 0.005}, length - 0.01,
                     0.04 + 0.01 * row, side, own);
    }
    return triangles;
}

}  // namespace hitmiss
