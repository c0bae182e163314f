// Made meshes against topology and geometry: Euler's formula, volumes, areas.

#include "scene/make.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "scene/obj.hpp"

namespace hitmiss {
namespace {

using Point = std::array<float, 3>;

Point point(const Vec<float>& p) {
    return {p.x, p.y, p.z};
}

struct Topology {
    std::size_t vertices, edges, faces;
    bool oriented;  ///< no two triangles run along an edge in the same direction
    bool closed;    ///< and each edge has two triangles

    long characteristic() const { return long(vertices) - long(edges) + long(faces); }
};

Topology topology(const Mesh& mesh) {
    std::set<Point> vertices;
    std::map<std::pair<Point, Point>, int> directed;
    for (const auto& [a, b, c] : mesh.triangles) {
        vertices.insert({point(a), point(b), point(c)});
        ++directed[{point(a), point(b)}], ++directed[{point(b), point(c)}];
        ++directed[{point(c), point(a)}];
    }
    Topology result{vertices.size(), 0, mesh.triangles.size(), true, true};
    for (const auto& [edge, count] : directed) {
        const bool paired = directed.count({edge.second, edge.first}) == 1;
        result.edges += !paired || edge.first < edge.second;
        result.oriented &= count == 1;
        result.closed &= paired;
    }
    return result;
}

double volume(const Mesh& mesh) {
    double sum = 0;
    for (const auto& triangle : mesh.triangles) {
        const Triangle<double> t(triangle);
        sum += glm::dot(t.a, glm::cross(t.b, t.c)) / 6;
    }
    return sum;
}

double area(const Mesh& mesh) {
    double sum = 0;
    for (const auto& triangle : mesh.triangles)
        sum += glm::length(normal(Triangle<double>(triangle))) / 2;
    return sum;
}

std::string usage_error(const std::string& text) {
    try {
        make_mesh(text);
    } catch (const Error& e) {
        EXPECT_EQ(e.exit, Exit::usage) << text;
        return e.what();
    }
    return "no error";
}

TEST(Make, HasTheTopologyOfItsKind) {
    const struct {
        std::string text;
        std::size_t faces;
        bool closed;
        long characteristic;  // sphere 2, torus 0, disc 1
    } cases[]{
        {"cube", 12, true, 2},
        {"icosphere:faces=20", 20, true, 2},
        {"icosphere", 320, true, 2},
        {"icosphere:faces=5120", 5120, true, 2},
        {"torus-knot:faces=600", 600, true, 0},
        {"torus-knot:faces=9999,seed=7", 10000, true, 0},  // 20 around, 250 rings
        {"scan:faces=12", 12, true, 2},
        {"scan:faces=30000,seed=3", 30000, true, 2},
        // Hall, wall with door, step; columns with feet, arches with sills and rails, balusters,
        // mouldings.
        {"atrium:faces=4388", 4388, true, 2 * (1 + 3 + 1 + 28 + 36 + 60 + 10)},
        {"atrium", 30000, true, 2 * 139},
        {"grid:faces=2", 2, false, 1},
        {"grid:faces=33", 32, false, 1},
        {"terrain:faces=5000", 5000, false, 1},
        {"sliver-fan:faces=1", 1, false, 1},
        {"sliver-fan", 120, false, 1},
    };
    for (const auto& expected : cases) {
        SCOPED_TRACE(expected.text);
        const Mesh mesh = make_mesh(expected.text);
        const Topology found = topology(mesh);
        EXPECT_EQ(found.faces, expected.faces);
        EXPECT_TRUE(mesh.material.empty());
        EXPECT_TRUE(found.oriented);
        EXPECT_EQ(found.closed, expected.closed);
        EXPECT_EQ(found.characteristic(), expected.characteristic);
    }
}

TEST(Make, SphereHasRadiusOneAndNearlyItsVolume) {
    const Mesh sphere = make_mesh("icosphere:faces=5120");
    for (const auto& t : sphere.triangles)
        for (const auto& p : {t.a, t.b, t.c}) ASSERT_NEAR(glm::length(Vec<double>(p)), 1, 1e-7);
    EXPECT_LT(volume(sphere), 4 * M_PI / 3);
    EXPECT_GT(volume(sphere), 4 * M_PI / 3 * 0.995);
}

TEST(Make, EnclosesItsVolumeOutwards) {
    EXPECT_EQ(volume(make_mesh("cube")), 8);
    // Pappus: cross-section times the length of the knot, integrated numerically; the relief adds
    // little. Few corners around the tube would lose area, so there are many.
    double length = 0;
    for (int k = 0; k < 1000; ++k) {
        const double t = 2 * M_PI * k / 1000, r = 2 + std::cos(3 * t);
        length += std::hypot(3.0, 2 * r) * 2 * M_PI / 1000;
    }
    const double tube = M_PI * 0.45 * 0.45 * length;
    EXPECT_NEAR(volume(make_mesh("torus-knot")), tube, 0.02 * tube);
    // The hall is seen from inside, so it counts as a hole; the things in it take a twentieth.
    EXPECT_NEAR(volume(make_mesh("atrium")), -10 * 9 * 24, 0.05 * 10 * 9 * 24);
    const double lump = volume(make_mesh("scan"));
    EXPECT_GT(lump, 4.2);
    EXPECT_LT(lump, 4.8);
}

// Every vertex is off by a part of an edge: neighbours' normals differ much, but none lies far from
// the lump.
TEST(Make, ScanIsNoisy) {
    const auto triangles = make_mesh("scan:faces=30000").triangles;
    double turns = 0;
    for (std::size_t k = 0; k < triangles.size(); k += 2) {
        const auto one = glm::normalize(normal(Triangle<double>(triangles[k])));
        const auto other = glm::normalize(normal(Triangle<double>(triangles[k + 1])));
        turns += glm::dot(one, other) / double(triangles.size() / 2);
        ASSERT_LT(glm::length(Vec<double>(triangles[k].a)), 1.5);
        ASSERT_GT(glm::length(Vec<double>(triangles[k].a)), 0.5);
    }
    EXPECT_LT(turns, 0.95);
}

// Its parts come one after another: a part ends where each edge has had both its triangles.
TEST(Make, AtriumsPartsFaceOutwardsButForTheHallAndColumnsStandOnFeet) {
    std::set<std::pair<Point, Point>> open;
    Mesh part;
    Box before;
    int inwards = 0, parts = 0, columns = 0;
    for (const auto& tri : make_mesh("atrium").triangles) {
        part.triangles.push_back(tri);
        for (const auto& [from, to] : {std::pair(tri.a, tri.b), {tri.b, tri.c}, {tri.c, tri.a}})
            if (open.erase({point(to), point(from)}) == 0) open.insert({point(from), point(to)});
        if (!open.empty()) continue;
        inwards += volume(part) < 0, ++parts;
        const Box box = bounds(part.triangles);
        if (box.hi.y - box.lo.y > 4 && box.hi.x - box.lo.x < 1.5f) {
            ++columns;
            EXPECT_TRUE(before.lo.x < box.lo.x && box.hi.x < before.hi.x);
            EXPECT_TRUE(before.lo.z < box.lo.z && box.hi.z < before.hi.z);
        }
        before = box;
        part.triangles.clear();
    }
    EXPECT_EQ(columns, 14);
    EXPECT_EQ(parts, 139);
    EXPECT_EQ(inwards, 1);
}

// Few triangles are a hall long and high, very many far longer than wide.
TEST(Make, AtriumHasSlivers) {
    std::size_t large = 0, slivers = 0;
    const auto triangles = make_mesh("atrium").triangles;
    for (const auto& tri : triangles) {
        const Triangle<double> t(tri);
        const double longest =
            std::max({glm::length(t.b - t.a), glm::length(t.c - t.b), glm::length(t.a - t.c)});
        const double twice_area = glm::length(normal(t));
        large += twice_area > 50;
        slivers += longest * longest > 100 * twice_area;
    }
    EXPECT_GE(large, 8u);
    EXPECT_LE(large, 20u);
    EXPECT_GT(slivers, triangles.size() / 100);
}

TEST(Make, FlatKindsHaveTheirAreaAndFaceTheirWay) {
    EXPECT_NEAR(area(make_mesh("grid:faces=5000")), 4, 1e-6);
    EXPECT_NEAR(area(make_mesh("sliver-fan:faces=90")), 90 * std::sin(M_PI / 135) / 2, 1e-6);
    for (const std::string kind : {"grid", "sliver-fan"})
        for (const auto& triangle : make_mesh(kind).triangles)
            EXPECT_GT(normal(triangle).z, 0) << kind;
    const Mesh terrain = make_mesh("terrain");
    for (const auto& triangle : terrain.triangles) ASSERT_GT(normal(triangle).y, 0);
    EXPECT_GT(area(terrain), 4.1);
    const Box box = bounds(terrain.triangles);
    for (const int axis : {0, 2}) EXPECT_TRUE(box.lo[axis] == -1 && box.hi[axis] == 1);
}

// Noise has no steps: each of the eight octaves, whose slopes are all equally steep, climbs less
// than three times the height of a unit within a unit of its lattice, 2.3 to the terrain's side.
TEST(Make, TerrainIsContinuous) {
    const float steepest = 0.5f * 8 * 2.3f * 3;
    for (const auto& [a, b, c] : make_mesh("terrain:faces=200000").triangles)
        for (const auto& way : {b - a, c - b})
            ASSERT_LT(std::abs(way.y), steepest * std::hypot(way.x, way.z) / 2);
}

TEST(Make, EvenGridsHaveEdgesExactlyOnTheAxes) {
    std::size_t on_axis = 0;
    for (const auto& [a, b, c] : make_mesh("grid").triangles)
        on_axis += (a.x == 0 && b.x == 0) || (b.x == 0 && c.x == 0) || (c.x == 0 && a.x == 0);
    EXPECT_EQ(on_axis, 8u);
}

TEST(Make, SoupIsLooseAndInTheUnitCube) {
    const Mesh soup = make_mesh("soup:faces=2000");
    EXPECT_EQ(topology(soup).vertices, 6000u);
    for (const auto& t : soup.triangles)
        for (const auto& p : {t.a, t.b, t.c})
            for (int axis = 0; axis < 3; ++axis) ASSERT_TRUE(p[axis] >= 0 && p[axis] <= 1);
}

TEST(Make, SeedsDecide) {
    for (const std::string kind : {"soup", "terrain:faces=200", "torus-knot:faces=600",
                                   "atrium:faces=5000", "scan:faces=48"}) {
        const auto with = [&](const std::string& seed) {
            return to_obj(make_mesh(kind + (kind == "soup" ? ":" : ",") + "seed=" + seed));
        };
        EXPECT_EQ(to_obj(make_mesh(kind)), with("1"));
        EXPECT_NE(with("1"), with("2"));
        EXPECT_NE(with("1"), with("18446744073709551615"));
    }
}

TEST(Make, EveryKindMakesItsDefault) {
    for (const MeshKind& kind : mesh_kinds()) {
        const auto faces = double(make_mesh(kind.name).triangles.size());
        EXPECT_NEAR(faces, kind.faces, 0.01 * kind.faces) << kind.name;
    }
}

TEST(Make, ErrorsNameWhatThereIs) {
    const struct {
        std::string text, fragment;
    } cases[]{
        {"tours-knot", "did you mean 'torus-knot'?"},
        {"", "the meshes are atrium, cube"},
        {"soup:sed=3", "did you mean 'seed'?"},
        {"cube:faces=12", "it has none"},
        {"icosphere:seed=1", "it has faces"},
        {"icosphere:faces=100", "nearest has 80"},
        {"icosphere:faces=9999999", "nearest has 5242880"},
        {"grid:faces=1", "from 2 to 10000000"},
        {"grid:faces=10000001", "from 2 to 10000000"},
        {"grid:faces=-5", "faces=-5"},
        {"grid:faces=1e3", "faces=1e3"},
        {"soup:seed=18446744073709551616", "seed="},
        {"soup:faces", "lacks its number; faces=1000 would be right"},
        {"soup:faces=5,faces=6", "twice"},
    };
    for (const auto& [text, fragment] : cases)
        EXPECT_NE(usage_error(text).find(fragment), std::string::npos) << usage_error(text);
}

}  // namespace
}  // namespace hitmiss
