// The tests that programs ship against their code: each is written down once more from the source's
// mathematics, in plain scalar code and the source's own types, and must answer as the method does,
// in hit and t, bit by bit, on a million pairs where rounding, underflow or overflow decides.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

#include "any_pair.hpp"
#include "leaks_testing.hpp"
#include "sanitized.hpp"
#include "shipped_texts.hpp"

namespace hitmiss {
namespace {

using namespace texts;

/// Pairs of any size, with directions of any length, some so large or small that products overflow
/// or underflow, some without area.
const std::vector<RayAndTriangle>& pairs() {
    static const std::vector<RayAndTriangle> all = [] {
        Random random(38);
        std::vector<RayAndTriangle> made(std::size_t(repeated(1'000'000)));
        for (RayAndTriangle& pair : made) {
            pair = any_pair(random);
            if (random.below(16) == 0) pair.tri.c = random.below(2) == 0 ? pair.tri.a : pair.tri.b;
            const auto scaled = [](float scale, auto... points) { ((*points *= scale), ...); };
            const auto power = [&](int most) {
                return std::ldexp(1.0f, int(random.below(std::uint32_t(2 * most))) - most);
            };
            if (random.below(4) == 0)
                scaled(power(random.below(2) == 0 ? 20 : 60), &pair.ray.o, &pair.tri.a, &pair.tri.b,
                       &pair.tri.c);
            if (random.below(4) == 0) scaled(power(60), &pair.ray.d);
        }
        return made;
    }();
    return all;
}

/// On no pair may the formula's hit or t be other than the method's.
template <typename Real>
void expect_same(const std::string& method, auto&& formula) {
    const Kernel kernel = parse_method(method).kernel({});
    std::size_t differences = 0, hits = 0;
    for (const RayAndTriangle& aimed : pairs()) {
        const Verdict ours = kernel.test(aimed.ray, aimed.tri);
        const TextAnswer<Real> theirs = formula(as_pair<Real>(aimed));
        const bool hit = theirs.hit && theirs.t > 0 && std::isfinite(theirs.t);
        hits += hit;
        if (ours.hit() == hit && (!hit || ours.t == double(theirs.t))) continue;
        if (differences++ == 0) {
            const auto& [o, d] = aimed.ray;
            const auto& [a, b, c] = aimed.tri;
            ADD_FAILURE() << method
                          << fmt::format(": {} at {:a} instead of {} at {:a}", ours.hit(), ours.t,
                                         hit, double(theirs.t));
            for (const Vec<float>& v : {o, d, a, b, c})
                std::printf("%a %a %a\n", double(v.x), double(v.y), double(v.z));
        }
    }
    EXPECT_EQ(differences, 0u) << method;
    EXPECT_GT(hits, pairs().size() / 20) << method;
    EXPECT_LT(hits, pairs().size() * 4 / 5) << method;
}

/// A text in both precisions against the method. The texts are templates: hence a lambda.
void expect_same_in_both(const std::string& method, auto&& text) {
    expect_same<float>(method + ",float", [&](const Pair<float>& p) { return text(p); });
    expect_same<double>(method + ",double", [&](const Pair<double>& p) { return text(p); });
}

TEST(Shipped, Embree) {
    expect_same<float>("embree-fast", embree_fast<float>);
    expect_same<float>("embree-robust", embree_robust<float>);
}
TEST(Shipped, BvhV2) {
    expect_same_in_both("embree-fast:ulp", [](const auto& p) { return bvh_v2(p); });
}
TEST(Shipped, Pbrt) {
    expect_same_in_both("pbrt:separate", [](const auto& p) { return pbrt(p); });
}
TEST(Shipped, Radv) {
    expect_same_in_both("watertight:once=radv", [](const auto& p) { return radv(p); });
}
TEST(Shipped, Bullet) {
    expect_same_in_both("bullet:length=1000", [](const auto& p) { return bullet(p, {1000}); });
}
TEST(Shipped, Plucker) {
    expect_same_in_both("plucker:separate", [](const auto& p) { return plucker(p); });
}
TEST(Shipped, Trimesh) {
    expect_same_in_both("trimesh:separate", [](const auto& p) { return trimesh(p); });
}
TEST(Shipped, Ericson) {
    expect_same_in_both("ericson:cull=none", [](const auto& p) { return ericson(p, true); });
    expect_same_in_both("ericson:cull=back", [](const auto& p) { return ericson(p, false); });
}
TEST(Shipped, AreaSum) {
    expect_same_in_both("area-sum:1e-6", [](const auto& p) { return area_sum(p, 1e-6); });
    expect_same<double>("area-sum:0.01,double",
                        [](const Pair<double>& p) { return area_sum(p, 0.01); });
}

TEST(ShippedMollerTrumbore, ByProgram) {
    const auto expect = [](const std::string& name, auto formula) {
        expect_same<float>("moller-trumbore:as=" + name, formula);
    };
    expect("godot", godot);
    expect("blender", blender);
    expect("physx", physx);
    for (const float enlarge : {0.0f, 0.01f})
        expect(fmt::format("physx,cull=back,inflate={}", double(enlarge)),
               [=](const auto& p) { return physx_culling(p, enlarge); });
    expect("tinybvh-1.6.7", tinybvh);
    expect("bevy", [](const auto& p) { return bevy(p, false); });
    expect("bevy,cull=back", [](const auto& p) { return bevy(p, true); });
    expect("jolt", [](const auto& p) { return jolt(p, false); });
    expect("jolt,fused", [](const auto& p) { return jolt(p, true); });
    expect("directxmath", directxmath);
    expect("mitsuba", mitsuba);
    expect("three-mesh-bvh", three_mesh_bvh);
    expect_same<double>("moller-trumbore:as=libigl", libigl);
}

// Legs of a right triangle, seen face-on, at which it vanishes: the square root of the threshold.
TEST(ShippedMollerTrumbore, TrianglesVanishAtTheRootOfTheThreshold) {
    for (const auto& [name, legs] : {std::pair{"godot", 3.1622776e-3},
                                     {"tinybvh-1.6.7", 1e-3},
                                     {"libigl", 1e-3},
                                     {"bevy", 3.4526698e-4},
                                     {"jolt", 1e-6},
                                     {"physx", 1.1920929e-7},
                                     {"directxmath", 1e-10}}) {
        const Kernel kernel = parse_method(fmt::format("moller-trumbore:as={}", name)).kernel({});
        const auto hits = [&](double size) {
            const auto s = float(size);
            return kernel
                .test(Ray<float>({0.25f * s, 0.25f * s, 1}, {0, 0, -1}),
                      {{0, 0, 0}, {s, 0, 0}, {0, s, 0}})
                .hit();
        };
        EXPECT_TRUE(hits(1.001 * legs)) << name;
        EXPECT_FALSE(hits(0.999 * legs)) << name;
    }
}

// libigl asks det > EPSILON or det < -EPSILON, Jolt for less than EPSILON to miss: equal are told
// apart.
TEST(ShippedMollerTrumbore, ADeterminantOfTheThresholdIsAMissOrAHitAsInTheSource) {
    const float s = 0x1p-5f;  // the determinant is the square
    for (const auto& [name, hit] : {std::pair{"libigl", false}, {"jolt", true}}) {
        const Kernel kernel =
            parse_method(fmt::format("moller-trumbore:as={},epsilon=0.0009765625", name))
                .kernel({});
        for (const float z : {1.0f, -1.0f})
            EXPECT_EQ(kernel
                          .test(Ray<float>({0.25f * s, 0.25f * s, z}, {0, 0, -z}),
                                {{0, 0, 0}, {s, 0, 0}, {0, s, 0}})
                          .hit(),
                      hit)
                << name;
    }
}

// --- The table "what your engine does" ----------------------------------------------------------

/// What `hitmiss methods` names as the source of a method with its settings.
std::string source_of(const Method& method) {
    const auto& [info, parameters, kernel, fitted, presets] = *method.entry;
    if (const auto preset = std::size_t(method.get(preset_key).value_or(0)); preset > 0)
        return std::string(presets[preset - 1].source);
    for (const Parameter& row : parameters)
        if (row.key == "once" && method.get("once") != 0) return std::string(row.meaning);
    return std::string(info.source);
}

TEST(EngineTable, NamesFileAndDateOfEachTestAsTheCatalogueDoes) {
    std::ifstream readme(HITMISS_TESTS "/../out/README.md");
    std::set<std::string> tests;
    for (std::string line; std::getline(readme, line);) {
        static const std::regex row(
            R"(\| [^|]+ \| `([^`]+)`, (?:(read) )?([^|;]+?)(?:;[^|]*)? \| .* \| `([^`]+)` \|)");
        std::smatch cell;
        if (!std::regex_match(line, cell, row)) continue;
        const Method method = parse_method(cell[4].str());
        const std::string source = source_of(method);
        const std::string date = cell[2].length() > 0 ? "read in " + cell[3].str() : cell[3].str();
        EXPECT_NE(source.find(cell[1].str()), source.npos) << line << "\n" << source;
        EXPECT_NE(source.find(date), source.npos) << line << "\n" << source;
        EXPECT_TRUE(tests.insert(to_string(method)).second) << line;
    }
    EXPECT_EQ(tests.size(), 19u);
    for (const auto& preset : parse_method("moller-trumbore").entry->presets)
        EXPECT_TRUE(tests.contains(fmt::format("moller-trumbore:as={}", preset.name)));
}

}  // namespace
}  // namespace hitmiss
