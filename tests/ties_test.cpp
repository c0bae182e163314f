// Ties against an oracle that searches for the points they speak of, and how far they reach.

#include "judge/ties.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numbers>
#include <set>

#include "base/exact.hpp"
#include "judge/outcome_of.hpp"
#include "judging.hpp"
#include "leaks_testing.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

using Triangles = std::vector<Triangle<float>>;

// The oracle searches for the point of A that a tie needs. All it computes is in long double.

using Long = long double;
struct Point {
    Long x, y, z;
    Point operator+(const Point& p) const { return {x + p.x, y + p.y, z + p.z}; }
    Point operator-(const Point& p) const { return {x - p.x, y - p.y, z - p.z}; }
    Point operator*(Long s) const { return {s * x, s * y, s * z}; }
};
Long size_of(const Point& p) {
    return std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
}
Long dot(const Point& p, const Point& q) {
    return p.x * q.x + p.y * q.y + p.z * q.z;
}
Point cross(const Point& p, const Point& q) {
    return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}
Point point(const Vec<float>& v) {
    return {v.x, v.y, v.z};
}

/// Where a convex function on [0, 1] is least, by golden sections.
Long argument_of_least(const auto& f) {
    const Long golden = (std::sqrt(Long(5)) - 1) / 2;
    Long lo = 0, hi = 1, a = hi - golden, b = golden, at_a = f(a), at_b = f(b);
    for (int k = 0; k < 100 && hi - lo > 0x1p-62L; ++k)
        if (at_a < at_b)
            hi = b, b = a, at_b = at_a, a = hi - golden * (hi - lo), at_a = f(a);
        else
            lo = a, a = b, at_a = at_b, b = lo + golden * (hi - lo), at_b = f(b);
    return std::ranges::min(std::array{lo, hi, a, b}, {}, f);
}
Long least_of(const auto& f) {
    return f(argument_of_least(f));
}

/// The least value of a convex function on the triangle.
Long least_on(const Triangle<float>& tri, const auto& f) {
    const Point a = point(tri.a), e1 = point(tri.b) - a, e2 = point(tri.c) - a;
    return least_of([&](Long u) {
        return least_of([&](Long v) { return f(a + e1 * u + e2 * (v * (1 - u))); });
    });
}

/// By Voronoi regions: Ericson, Real-Time Collision Detection, 2005, section 5.1.5.
Long distance(const Point& p, const Triangle<float>& tri) {
    const Point a = point(tri.a), b = point(tri.b), c = point(tri.c), ab = b - a, ac = c - a;
    const Long d1 = dot(ab, p - a), d2 = dot(ac, p - a), d3 = dot(ab, p - b), d4 = dot(ac, p - b),
               d5 = dot(ab, p - c), d6 = dot(ac, p - c);
    if (d1 <= 0 && d2 <= 0) return size_of(p - a);
    if (d3 >= 0 && d4 <= d3) return size_of(p - b);
    if (d6 >= 0 && d5 <= d6) return size_of(p - c);
    const Long va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return size_of(p - (a + ab * (d1 / (d1 - d3))));
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return size_of(p - (a + ac * (d2 / (d2 - d6))));
    if (va <= 0 && d4 >= d3 && d5 >= d6)
        return size_of(p - (b + (c - b) * ((d4 - d3) / (d4 - d3 + (d5 - d6)))));
    return size_of(p - (a + ab * (vb / (va + vb + vc)) + ac * (vc / (va + vb + vc))));
}

/// How far a point is from a ray's line.
struct FromLine {
    Point o, d;
    explicit FromLine(const Ray<float>& ray) : o(point(ray.o)), d(point(ray.d)) {}
    Long operator()(const Point& p) const { return size_of(cross(p - o, d)) / size_of(d); }
};

/// The least tau at which T meets A where the ray passes, of all points of A.
Long meeting(const Triangle<float>& A, const Triangle<float>& T, const FromLine& from_line) {
    return least_on(A, [&](const Point& p) { return std::max(from_line(p), distance(p, T)); });
}

/// The same of P, if A is of E, of A's corners, and of the point of each side nearest to the ray.
Long meeting_at_points(const Triangle<float>& A, const Triangle<float>& T,
                       const FromLine& from_line, const std::optional<Point>& P) {
    Long least = P ? distance(*P, T) : Long(1e30);
    for (const auto& [from, to] : edges(A)) {
        const Point a = point(from), along = point(to) - a;
        const Long s = argument_of_least([&](Long u) { return from_line(a + along * u); });
        for (const Point& p : {a, a + along * s})
            least = std::min(least, std::max(from_line(p), distance(p, T)));
    }
    return least;
}

/// Where the ray meets the triangle's plane.
Long exact_t_long(const Ray<float>& ray, const Triangle<float>& tri) {
    const Point a = point(tri.a), n = cross(point(tri.b) - a, point(tri.c) - a);
    return dot(n, a - point(ray.o)) / dot(n, point(ray.d));
}

/// Whether some point of the triangle may be that near to the line: by a sphere around it.
bool may_be_near(const Triangle<float>& tri, const FromLine& from_line, Long limit) {
    const Point a = point(tri.a), b = point(tri.b), c = point(tri.c);
    const Point centre = (a + b + c) * (Long(1) / 3);
    const Long radius = std::max({size_of(a - centre), size_of(b - centre), size_of(c - centre)});
    return from_line(centre) <= radius + limit &&
           least_on(tri, [&](const Point& p) { return from_line(p); }) <= limit;
}

/// The ties of a ray, by meeting() or by meeting_at_points(); nothing if it is too close to call.
std::optional<std::set<std::uint32_t>> ties_of(const Triangles& mesh, const ExactAnswer& answer,
                                               const Ray<float>& ray, Long tau, bool at_points) {
    const FromLine from_line(ray);
    const Point P = from_line.o + from_line.d * exact_t_long(ray, mesh[answer.triangles[0]]);
    std::vector<std::uint32_t> near, ties = answer.triangles;
    for (std::uint32_t k = 0; k < mesh.size(); ++k)
        if (std::ranges::find(ties, k) == ties.end() && may_be_near(mesh[k], from_line, 2.1L * tau))
            near.push_back(k);
    for (std::size_t k = 0; k < ties.size(); ++k) {
        const bool right = k < answer.triangles.size();
        if (!right && runs_in_plane(ray, mesh[ties[k]])) continue;
        for (const auto index : near) {
            if (std::ranges::find(ties, index) != ties.end()) continue;
            const auto &A = mesh[ties[k]], &T = mesh[index];
            const Long met = at_points ? meeting_at_points(A, T, from_line,
                                                           right ? std::optional(P) : std::nullopt)
                                       : meeting(A, T, from_line);
            if (std::abs(met - tau) < 0.02L * tau) return {};
            if (met < tau) ties.push_back(index);
        }
    }
    return std::set(ties.begin() + std::ptrdiff_t(answer.triangles.size()), ties.end());
}

/// A ray through a point, from somewhere on its side of the plane with that slope, sideways by up
/// to `off` of its distance.
Ray<float> ray_past(const Vec<double>& target, const Vec<double>& up, double slope, double off,
                    Random& random) {
    const auto in_cube = [&] {
        return Vec<double>(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    const auto along = glm::normalize(glm::cross(up, in_cube()));
    const double distance = std::pow(2, random.uniform(-1, 4));
    const Vec<double> away = distance * (along + slope * glm::normalize(up));
    const Vec<float> o(target + away);
    return {o, Vec<float>(target + off * distance * in_cube() - Vec<double>(o))};
}

/// A mesh of some kind.
Triangles mesh_of(const std::string& kind) {
    if (kind == "junction")
        return {{{0, -1, 1}, {0, 1, 1}, {-1, 0, 1}},
                {{0, 0, 1}, {1, 0.5f, 1}, {0, 1, 1}},
                {{0, -1, 1}, {1, -0.5f, 1}, {0, 0, 1}}};
    return make_mesh(kind).triangles;
}

// At edges and vertices, head-on and grazing, in both precisions: the points that the rule names
// find no tie that a search among all points of A would not, and all but few of those.
TEST(Ties, AreThoseThatASearchFinds) {
    std::uint64_t ties = 0, others = 0, between = 0, unsure = 0;
    Random random(7);
    for (const char* kind :
         {"icosphere:faces=80", "grid:faces=50", "junction", "sliver-fan:faces=30", "cube"}) {
        const Triangles mesh = mesh_of(kind);
        for (int n = 0; n < repeated(150); ++n) {
            const auto& aim = mesh[random.below(std::uint32_t(mesh.size()))];
            const Vec<double> a(aim.a), b(aim.b);
            const auto target = a + (n % 4 == 0 ? 0.0 : random.uniform()) * (b - a);
            const auto precision = Precision(n % 2);
            const double slope = std::pow(10, random.uniform(-5, 1));
            const Ray<float> ray =
                ray_past(target, normal(Triangle<double>(aim)), slope,
                         16 * unit_roundoff(precision) * random.uniform(), random);
            const Geometry geometry(mesh, Vec<double>(ray.o));
            const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
            if (answer.triangles.empty()) continue;
            const double tau =
                8 * unit_roundoff(precision) * answer.t * glm::length(Vec<double>(ray.d));
            const auto least = ties_of(mesh, answer, ray, tau, true),
                       most = ties_of(mesh, answer, ray, tau, false);
            if (!least || !most) {
                ++unsure;
                continue;
            }
            for (std::uint32_t k = 0; k < mesh.size(); ++k) {
                if (std::ranges::binary_search(answer.triangles, k)) continue;
                const bool tie = is_tie(k, {ray, answer, geometry, precision});
                ASSERT_TRUE(tie || !least->contains(k))
                    << kind << ", ray " << n << ", slope " << slope << ", triangle " << k;
                ASSERT_TRUE(!tie || most->contains(k))
                    << kind << ", ray " << n << ", slope " << slope << ", triangle " << k;
                ++(tie ? ties : others), between += most->contains(k) && !least->contains(k);
            }
        }
    }
    EXPECT_LT(between, ties / 20) << "it suffices to try these points, unless T is nearly tau away";
    EXPECT_GT(ties, sanitized ? 60u : 500u);
    EXPECT_GT(others, sanitized ? 600u : 5000u);
    EXPECT_LT(unsure, (ties + others) / 100);
}

// A wall along the ray ties with the floor on which it hangs, but not with what it reaches below.
TEST(Ties, DoNotGoOnAlongATriangleInWhosePlaneTheRayRuns) {
    const Triangles mesh{{{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}},
                         {{0, 0, 0}, {0, 0, -1}, {0, 1, -1}},
                         {{-1, -1, -1}, {2, -1, -1}, {-1, 2, -1}}};
    const Ray<float> ray({0, 0, 1}, {0, 0, -1});
    const Geometry geometry(mesh, Vec<double>(ray.o));
    const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
    ASSERT_EQ(answer.triangles, std::vector<std::uint32_t>{0});
    ASSERT_TRUE(runs_in_plane(ray, mesh[1]));
    for (const auto precision : {Precision::single, Precision::twice}) {
        EXPECT_TRUE(is_tie(1, {ray, answer, geometry, precision}));
        EXPECT_FALSE(is_tie(2, {ray, answer, geometry, precision}));
    }
}

// The ray passes through a tie, U, far from its sides; there T is near, but neither near U's other
// points nor near those of E. U and T are met at slopes of 0.002 and 0.0013.
TEST(Ties, AreMetWhereTheRayPassesThroughAnother) {
    const Triangles mesh{
        {{1, -1, -4e-7f}, {1, 1, -4e-7f}, {1, 0, 1}},
        {{1, -1, -4e-7f}, {2, 0, 0.0019996f}, {1, 1, -4e-7f}},
        {{0, -1, 0.00130065f}, {0, 1, 0.00130065f}, {3, 0, -0.00259935f}},
        {{0, -1, 0.00130065f}, {0, 1, 0.00130065f}, {-3, 0, 0.00520065f}}};  // no tie: T goes on
    const Ray<float> ray({0, 0, 0}, {1, 0, 0});
    const Geometry geometry(mesh, Vec<double>(0));
    const ExactAnswer answer = make_reference(make_method("exact"), geometry)(ray);
    ASSERT_EQ(answer.triangles, std::vector<std::uint32_t>{0});
    const AnsweredRay asked{ray, answer, geometry, Precision::single};
    // By plain arithmetic: where the ray passes through U, and how far T's plane is from there.
    const Long tau = 8 * 0x1p-24L;
    const Point q{exact_t_long(ray, mesh[1]), 0, 0};
    EXPECT_LT(distance(q, mesh[2]), tau);
    for (const auto& p : {Point{1, 0, 0}, Point{1, 0, -4e-7f}})
        EXPECT_GT(distance(p, mesh[2]), tau);
    EXPECT_TRUE(is_tie(1, asked));
    ASSERT_TRUE(is_tie(2, asked));
    EXPECT_EQ(tie_link(2, asked)->met, 1u);
    EXPECT_NEAR(tie_link(2, asked)->at.x, double(q.x), 1e-9);
    EXPECT_FALSE(is_tie(3, asked));
    EXPECT_EQ(outcome_of({1.0005, 2}, asked), Outcome::tie);
    // The same from behind.
    Triangles turned = mesh;
    for (auto& tri : turned) std::swap(tri.b, tri.c);
    const Geometry from_behind(turned, Vec<double>(0));
    EXPECT_TRUE(is_tie(2, {ray, answer, from_behind, Precision::single}));
    // Where U ends before the ray passes through its plane, it is still a tie, but T is not.
    Triangles cut = mesh;
    cut[1].b = {1.0001f, 0, -2e-7f};
    EXPECT_LT(std::abs(exact_t_long(ray, cut[1]) - q.x), 1e-6L);
    EXPECT_GT(meeting(cut[1], mesh[2], FromLine(ray)), tau);
    const Geometry where_cut(cut, Vec<double>(0));
    const AnsweredRay asked_there{ray, answer, where_cut, Precision::single};
    EXPECT_TRUE(is_tie(1, asked_there));
    EXPECT_FALSE(is_tie(2, asked_there));
}

/// The triangle that an angle sum answers, by its definition and in long double: the nearest one,
/// at whose point of the ray the edges make angles that add up to 2 pi, to within epsilon.
std::uint32_t by_angle_sum(const Triangles& mesh, const Ray<float>& ray, Long epsilon) {
    const Point o = point(ray.o), d = point(ray.d);
    Long nearest = 1e30L;
    std::uint32_t found = no_triangle;
    for (std::uint32_t k = 0; k < mesh.size(); ++k) {
        const Long t = exact_t_long(ray, mesh[k]);
        Long sum = 0;
        for (const auto& [from, to] : edges(mesh[k])) {
            const Point v = point(from) - (o + d * t), w = point(to) - (o + d * t);
            sum += std::atan2(size_of(cross(v, w)), dot(v, w));
        }
        if (t > 0 && t < nearest && std::abs(sum - 2 * std::numbers::pi_v<Long>) < epsilon)
            nearest = t, found = k;
    }
    return found;
}

// The cube fills the picture from everywhere; what changes is the arithmetic that the distance
// costs, and from near the perspective. The halo is the angle sum's own: float's rounding forgives
// the part no higher than tau, double's nothing.
TEST(Distance, DoesNotForgiveAHalo) {
    const Mesh cube = make_mesh("cube");
    const Method method = parse_method("angle-sum:0.5,double");
    double errors_from_40 = 0;
    for (const double away : {4.0, 40.0, 400.0, 4e4, 4e5}) {
        const Vec<double> towards = glm::normalize(Vec<double>(1, 0.6, 1.2));
        const double half_angle = std::atan(2 / away) * 180 / pi<double>;
        const Camera camera{away * towards, {0, 0, 0}, {0, 1, 0}, 2 * half_angle};
        const Geometry geometry(cube.triangles, camera.eye);
        Round round = picture_round({&method, 1}, geometry, camera, 200, 200);
        const auto count = [&](Precision precision, const Each& each = {}) {
            round.answerers[0].precision = precision;
            return judge_all(round, each)[0].outcomes;
        };
        // The halo's pixels where the triangle meets the right one within a float's tau.
        std::atomic<std::uint64_t> low = 0, by_definition = 0;
        const auto measure = [&](const JudgedBatch& judged) {
            for (std::size_t k = 0; k < judged.right.size(); ++k) {
                const ExactAnswer& answer = judged.right[k];
                const Hit& hit = judged.columns[0].hits[k];
                const Ray<float>& ray = judged.batch.rays[k];
                const auto& E = answer.triangles;
                const auto defined = by_angle_sum(cube.triangles, ray, 0.5L);
                by_definition +=
                    E.empty() ? defined != no_triangle : !std::ranges::binary_search(E, defined);
                if (E.empty() || !hit || std::ranges::binary_search(E, hit.triangle)) continue;
                const Point P = point(ray.o) + point(ray.d) * answer.t;
                const Triangle<float>& tri = cube.triangles[hit.triangle];
                const Long tau = 8 * 0x1p-24L * answer.t * size_of(point(ray.d));
                low += distance(P, tri) <= 10 * tau &&
                       meeting_at_points(cube.triangles[answer.triangles[0]], tri, FromLine(ray),
                                         P) <= tau;
            }
        };
        const OutcomeCounts twice = count(Precision::twice, measure),
                            single = count(Precision::single);
        EXPECT_NEAR(double(single.tie), double(low), 0.01 * double(low)) << away;
        EXPECT_EQ(single.tie > 100, away > 1e3) << away;
        EXPECT_NEAR(double(twice.errors()), double(by_definition), 3) << away;
        if (away == 40) errors_from_40 = double(twice.errors());
        if (away >= 40) {
            EXPECT_NEAR(double(twice.errors()), errors_from_40, 0.02 * errors_from_40) << away;
        }
        EXPECT_EQ(twice.tie, 0u);
        EXPECT_EQ(single.errors() + single.tie, twice.errors());
    }
}

bool touch(const Triangle<float>& A, const Triangle<float>& T) {
    for (const auto* corner : {&A.a, &A.b, &A.c})
        if (*corner == T.a || *corner == T.b || *corner == T.c) return true;
    return false;
}

/// A floor of 1,800 triangles, 2 size wide, turned off the axes, where no coordinate is spared
/// rounding; and rays at its inner edges from a distance of 1/2 to 16, where they meet it with that
/// slope, sideways by up to `off` of the distance.
struct Floor {
    const Vec<double> u = Vec<double>(2, 3, 6) / 7.0, v = Vec<double>(3, -6, 2) / 7.0;
    Mesh mesh = make_mesh("grid:faces=1800");
    double size = 1;

    explicit Floor(double size_ = 1) : size(size_) {
        for (auto& tri : mesh.triangles)
            for (auto* p : {&tri.a, &tri.b, &tri.c})
                *p = Vec<float>(size * (double(p->x) * u + double(p->y) * v));
    }
    std::vector<Ray<float>> rays(double slope, double off, std::size_t count) const {
        Random random(9);
        std::vector<Ray<float>> rays;
        while (rays.size() < count) {
            const Triangle<double> tri(mesh.triangles[random.below(1800)]);
            const auto target = tri.a + random.uniform() * (tri.b - tri.a);
            if (std::abs(glm::dot(target, u)) < 0.9 * size &&
                std::abs(glm::dot(target, v)) < 0.9 * size)
                rays.push_back(ray_past(target, glm::cross(u, v), slope, off, random));
        }
        return rays;
    }
};

/// Calls visit(answer, hit, outcome, ray) for each ray of a method's that hits a triangle which is
/// not right but touches one that is.
void for_each_touching(const Mesh& mesh, const std::vector<Ray<float>>& rays, const char* method,
                       const auto& visit) {
    const Geometry geometry(mesh.triangles, Vec<double>(rays[0].o));
    const Round round{listed(rays),
                      {make_aimed_answerer(parse_method(method), geometry)},
                      make_reference(make_method("exact"), geometry),
                      geometry};
    judge(round, 0, round.source.batches, [&](const JudgedBatch& judged) {
        for (std::size_t k = 0; k < judged.right.size(); ++k) {
            const auto& E = judged.right[k].triangles;
            const Hit& hit = judged.columns[0].hits[k];
            if (!hit || std::ranges::binary_search(E, hit.triangle)) continue;
            if (std::ranges::any_of(E, [&](std::uint32_t index) {
                    return touch(mesh.triangles[index], mesh.triangles[hit.triangle]);
                }))
                visit(judged.right[k], hit, judged.columns[0].outcomes[k], judged.batch.rays[k]);
        }
    });
}

/// How far across the ray T meets the right ones, in u |t d| of a float.
Long roundings_across(const Mesh& mesh, const ExactAnswer& answer, std::uint32_t T,
                      const Ray<float>& ray) {
    const FromLine from_line(ray);
    Long least = 1e30L;
    for (const auto index : answer.triangles) {
        const auto& A = mesh.triangles[index];
        const Point P = from_line.o + from_line.d * exact_t_long(ray, A);
        least = std::min(least, meeting_at_points(A, mesh.triangles[T], from_line, P));
    }
    return least / (0x1p-24L * answer.t * size_of(from_line.d));
}

// Along the ray rounding moves the point by up to a tenth of the distance, whatever touches the
// right one where the ray passes is a tie. Möller-Trumbore moves it sideways in the plane as well,
// from slopes of 1e-3 downwards into triangles that touch the right one elsewhere: these are
// errors, as many as src/README.md says, and watertight makes none.
TEST(Floors, HaveNoErrorAtTheirInnerEdges) {
    const Floor floor;
    const double slopes[]{1.0, 0.1, 0.01, 1e-3, 1e-4, 1e-5};
    const double expected_errors[]{0, 0, 0, 2, 17, 192};  // of Möller-Trumbore, of 3000 rays
    for (const char* method : {"moller-trumbore", "watertight"})
        for (std::size_t n = 0; n < std::size(slopes); ++n) {
            const double slope = slopes[n], expected = *method == 'm' ? expected_errors[n] : 0;
            std::uint64_t ties = 0, elsewhere = 0, errors = 0;
            double most_along = 0;
            const auto count = std::size_t(repeated(3000));
            for_each_touching(floor.mesh, floor.rays(slope, 0, count), method,
                              [&](const ExactAnswer& answer, const Hit& hit, Outcome outcome,
                                  const Ray<float>& ray) {
                                  const Long k =
                                      roundings_across(floor.mesh, answer, hit.triangle, ray);
                                  const bool here = k < 7.9L;
                                  ++(here ? ties : elsewhere);
                                  errors += row_of(outcome).error;
                                  // Watertight goes elsewhere only along the ray, from tie to tie.
                                  if (here || *method == 'w') {
                                      EXPECT_EQ(outcome, Outcome::tie) << method << ' ' << slope;
                                  }
                                  most_along = std::max(most_along, std::abs(hit.t / answer.t - 1));
                              });
            if (expected == 0) {
                EXPECT_EQ(errors, 0u) << method << ' ' << slope;
            }
            if (sanitized) continue;  // too few rays for what follows
            EXPECT_NEAR(double(errors), expected, 1 + expected / 20) << method << ' ' << slope;
            EXPECT_GT(ties, count / 20) << method << ' ' << slope;
            EXPECT_EQ(elsewhere > 0, slope < 2e-4 || (slope < 2e-3 && *method == 'm'))
                << method << ' ' << slope;
            EXPECT_GT(most_along, 0x1p-25 / slope) << method << ' ' << slope;
        }
}

// How far across the ray an answer that touches the right one lies where the ray does not graze the
// floor, in u |t d|: at most 8, mostly less than 1. That is why k is 8; the curve is in
// src/README.md. Triangles much larger than their distance are another matter: what moves there is
// u times the distance of their farthest corner.
TEST(Floors, HaveTiesWithinEightRoundingsAcrossTheRay) {
    for (const double size : {1.0, 1e4})
        for (const char* method : {"moller-trumbore", "watertight"}) {
            const Floor floor(size);
            std::size_t touching = 0, beyond_1 = 0, beyond_8 = 0;
            for (const double slope : {1.0, 0.3, 0.1}) {
                const auto rays = floor.rays(slope, 16 * 0x1p-24, std::size_t(repeated(8000)));
                for_each_touching(floor.mesh, rays, method,
                                  [&](const ExactAnswer& answer, const Hit& hit, Outcome outcome,
                                      const Ray<float>& ray) {
                                      const Long k =
                                          roundings_across(floor.mesh, answer, hit.triangle, ray);
                                      ++touching, beyond_1 += k > 1, beyond_8 += k > 8;
                                      if (std::abs(k - 8) > 0.2L && outcome != Outcome::wrong_t) {
                                          EXPECT_EQ(outcome == Outcome::tie, k < 8) << k;
                                      }
                                  });
            }
            if (sanitized) continue;  // too few rays for what follows
            EXPECT_GT(touching, 80u) << method;
            EXPECT_LT(beyond_1, size > 1 ? touching : touching / 10) << method;
            EXPECT_EQ(beyond_8 > 0, size > 1) << method;
        }
}

/// Rays that pass inner edges of a mesh at up to 48 u |t d|, not grazing.
std::vector<Ray<float>> rays_past_edges(const Mesh& mesh, std::size_t count) {
    Random random(4);
    std::vector<Ray<float>> rays;
    while (rays.size() < count) {
        const Triangle<double> tri(
            mesh.triangles[random.below(std::uint32_t(mesh.triangles.size()))]);
        rays.push_back(ray_past(tri.a + random.uniform() * (tri.b - tri.a), normal(tri),
                                std::pow(10, random.uniform(-1, 1)), 48 * 0x1p-24, random));
    }
    return rays;
}

// The first rows of the table in src/README.md, whose columns are k = 1, 2, 4, 8 and 16: made with
// HITMISS_TIES=600000. With fewer rays the shares are the same to within what chance allows.
TEST(Ties, LieAcrossTheRayAsTheCurveSays) {
    const char* const said = std::getenv("HITMISS_TIES");
    const auto count =
        said != nullptr ? std::strtoul(said, nullptr, 10) : std::size_t(repeated(20'000));
    const std::pair<const char*, std::array<double, 5>> rows[]{
        {"watertight", {}}, {"moller-trumbore", {0.043, 0.0055, 0.0016}}};
    for (const auto& [method, shares] : rows) {
        std::size_t touching = 0;
        std::array<std::size_t, 5> beyond{};
        for (const char* kind :
             {"icosphere:faces=320", "icosphere:faces=20480", "torus-knot:faces=4000"}) {
            const Mesh mesh = make_mesh(kind);
            for_each_touching(
                mesh, rays_past_edges(mesh, count / 3), method,
                [&](const ExactAnswer& answer, const Hit& hit, Outcome, const Ray<float>& ray) {
                    const Long k = roundings_across(mesh, answer, hit.triangle, ray);
                    if (k > 32) return;  // leaks
                    ++touching;
                    for (std::size_t n = 0; n < beyond.size(); ++n) beyond[n] += k > (1 << n);
                });
        }
        EXPECT_GT(touching, count / 200);
        for (std::size_t n = 0; n < beyond.size(); ++n) {
            const double expected = shares[n] * double(touching);
            EXPECT_NEAR(double(beyond[n]), expected, 4 * std::sqrt(expected))
                << method << ", k = " << (1 << n) << ", of " << touching;
        }
    }
}

}  // namespace
}  // namespace hitmiss
