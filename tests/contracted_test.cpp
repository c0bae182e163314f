// arithmetic=fused against the texts of all methods as compilers contract them: g++ and clang++
// with -mfma -ffp-contract=fast, where they and the machine have fused multiply-add. HITMISS_PAIRS
// says how many pairs of ray and triangle each method is asked about.

#include "contracted.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "any_pair.hpp"
#include "base/math.hpp"
#include "found.hpp"
#include "methods/catalogue.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

constexpr double segment = 20;

struct Contracted {
    Text text;
    std::string method;
    bool single = true, twice = true;  ///< the precisions that its source has
};
const std::vector<Contracted>& all_texts() {
    static const std::vector<Contracted> all{
        {Text::moller_trumbore, "moller-trumbore:fused"},
        {Text::moller_trumbore_culling, "moller-trumbore:fused,cull=back"},
        {Text::collision_matrix, fmt::format("collision-matrix:fused,length={}", segment)},
        {Text::angle_sum, "angle-sum:fused,0.1"},
        {Text::angle_sum_walking, "angle-sum-walking:fused"},
        {Text::same_side, "same-side:fused"},
        {Text::signed_angle_sum, "signed-angle-sum:fused"},
        {Text::signed_volume, "signed-volume:fused"},
        {Text::signed_volume_canonical, "signed-volume:fused,canonical"},
        {Text::baldwin_weber, "baldwin-weber:fused"},
        {Text::baldwin_weber_without_branch, "baldwin-weber:fused"},
        {Text::watertight, "watertight:fused"},
        {Text::watertight_kahan, "watertight:fused,kahan"},
        {Text::watertight_compared, "watertight:fused,compare"},
        {Text::embree_fast, "embree-fast:fused"},
        {Text::bvh_v2, "embree-fast:fused,ulp"},
        {Text::embree_robust, "embree-robust:fused"},
        {Text::pbrt, "pbrt:fused"},
        {Text::bullet, fmt::format("bullet:fused,length={}", segment)},
        {Text::plucker, "plucker:fused"},
        {Text::trimesh, "trimesh:fused"},
        {Text::ericson, "ericson:fused,cull=none"},
        {Text::ericson_culling, "ericson:fused,cull=back"},
        {Text::area_sum, "area-sum:fused,1e-6"},
        {Text::godot, "moller-trumbore:fused,as=godot", true, false},
        {Text::blender, "moller-trumbore:fused,as=blender", true, false},
        {Text::physx, "moller-trumbore:fused,as=physx", true, false},
        {Text::physx_culling, "moller-trumbore:fused,as=physx,cull=back", true, false},
        {Text::tinybvh, "moller-trumbore:fused,as=tinybvh-1.6.7", true, false},
        {Text::bevy, "moller-trumbore:fused,as=bevy", true, false},
        {Text::directxmath, "moller-trumbore:fused,as=directxmath", true, false},
        {Text::mitsuba, "moller-trumbore:fused,as=mitsuba", true, false},
        {Text::three_mesh_bvh, "moller-trumbore:fused,as=three-mesh-bvh", true, false},
        {Text::libigl, "moller-trumbore:fused,as=libigl", false, true}};
    return all;
}

/// Where a compiler contracts otherwise: how many verdicts, and how many t of common hits, differ
/// per thousand pairs. The methods' heads say why.
struct Otherwise {
    Text text;
    bool twice;
    double verdicts, t;
};
struct Compiler {
    const char *name, *library;
    std::vector<Otherwise> otherwise;
    bool in_vectors = false;  ///< contracts some products of nearly every text otherwise
};
const std::vector<Compiler>& compilers() {
    static const std::vector<Compiler> all{
        {"gxx",
         HITMISS_CONTRACTED_GXX,
         {{Text::angle_sum, true, 0.2, 0},
          {Text::same_side, false, 2, 0},
          {Text::same_side, true, 0.02, 0},
          {Text::signed_volume_canonical, false, 83, 0},
          {Text::baldwin_weber, false, 7, 18},
          {Text::baldwin_weber, true, 2, 22},
          {Text::trimesh, false, 35, 47},
          {Text::trimesh, true, 0.003, 5.4},
          {Text::godot, false, 74, 113},
          {Text::blender, false, 84, 152},
          {Text::physx, false, 87, 132},
          {Text::libigl, true, 0, 0.004}}},
        {"clang",
         HITMISS_CONTRACTED_CLANG,
         {{Text::baldwin_weber, false, 9, 18},
          {Text::baldwin_weber, true, 2, 22},
          {Text::watertight, false, 0.005, 46},
          {Text::watertight_kahan, false, 0, 46},
          {Text::watertight_compared, false, 0, 45},
          {Text::embree_fast, false, 4.1, 63},
          {Text::embree_fast, true, 0.3, 47},
          {Text::bvh_v2, false, 3.9, 72},
          {Text::bvh_v2, true, 0.15, 48},
          {Text::ericson, false, 102, 54},
          {Text::ericson, true, 0.3, 48},
          {Text::ericson_culling, false, 51, 27},
          {Text::ericson_culling, true, 0.17, 24}}},
        {"clang_in_vectors", HITMISS_CONTRACTED_CLANG_IN_VECTORS, {}, true}};
    return all;
}

const std::vector<RayAndTriangle>& pairs() {
    static const std::vector<RayAndTriangle> all = [] {
        const char* const said = std::getenv("HITMISS_PAIRS");
        std::vector<RayAndTriangle> made(said ? std::strtoull(said, nullptr, 10)
                                              : repeated(20'000));
        Random random(38);
        for (RayAndTriangle& pair : made) pair = any_pair(random);
        return made;
    }();
    return all;
}

/// What a compiler's library answers to all pairs.
struct Answers {
    std::vector<char> hit;
    std::vector<double> t;
};
Answers answers_of(decltype(&hitmiss_contracted) library, Text text, bool twice, bool by_value) {
    static_assert(sizeof(RayAndTriangle) == 15 * sizeof(float) && sizeof(bool) == sizeof(char));
    Answers answers{std::vector<char>(pairs().size()), std::vector<double>(pairs().size())};
    library({text, twice, by_value, reinterpret_cast<const float*>(pairs().data()), pairs().size(),
             segment, arc_cosine<float>, arc_cosine<double>,
             reinterpret_cast<bool*>(answers.hit.data()), answers.t.data()});
    return answers;
}

struct Differences {
    std::size_t verdicts = 0, bits = 0, hits = 0;
};
Differences differences(Text text, const std::string& method, const Answers& theirs) {
    const Kernel kernel = parse_method(method).kernel({});
    // The paper's text of the watertight test and what ships decide by t too.
    const bool tests_t = text >= Text::watertight;
    Differences found;
    for (std::size_t k = 0; k < pairs().size(); ++k) {
        const Verdict ours = kernel.test(Ray<double>(pairs()[k].ray), pairs()[k].tri);
        const auto counts = [&](double t) { return !tests_t || (t > 0 && std::isfinite(t)); };
        const bool ours_hit = ours.accepted && counts(ours.t);
        const bool theirs_hit = theirs.hit[k] != 0 && counts(theirs.t[k]);
        found.verdicts += ours_hit != theirs_hit;
        found.bits += ours_hit && theirs_hit && ours.t != theirs.t[k] &&
                      !(ours.t != ours.t && theirs.t[k] != theirs.t[k]);
        found.hits += ours_hit;
    }
    return found;
}

/// As many per thousand as stated, within a factor of two, where that is enough to count.
void expect_share(std::size_t count, double stated, const std::string& what) {
    const double expected = stated / 1000 * double(pairs().size());
    EXPECT_LE(double(count), 2 * expected + (stated > 0 ? 5 : 0)) << what;
    if (expected > 20) {
        EXPECT_GE(double(count), expected / 2) << what;
    }
}

class ContractedBy : public testing::TestWithParam<Compiler> {
protected:
    /// What the compiler made of contracted.cpp, if there is a compiler and the machine can run it.
    decltype(&hitmiss_contracted) library() {
        const char* const path = GetParam().library;
#if defined(__x86_64__)
        if (*path == '\0' || !__builtin_cpu_supports("fma")) return nullptr;
#endif
        if (*path == '\0') return nullptr;
        void* const loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        EXPECT_NE(loaded, nullptr) << path;
        return loaded == nullptr ? nullptr
                                 : reinterpret_cast<decltype(&hitmiss_contracted)>(
                                       dlsym(loaded, "hitmiss_contracted"));
    }
};

TEST_P(ContractedBy, GivesTheBitsOfFusedOrWhatTheHeadsSay) {
    const auto ask = library();
    if (ask == nullptr) GTEST_SKIP() << "no such compiler, or no fused multiply-add";
    for (const bool by_value : {false, true})
        for (const auto& [text, method, single, doubled] : all_texts())
            for (const bool twice : {false, true}) {
                if (!(twice ? doubled : single)) continue;
                const std::string asked =
                    fmt::format("{},{} (text {}{})", method, twice ? "double" : "float", int(text),
                                by_value ? ", by value" : "");
                const auto [verdicts, t, hits] =
                    differences(text, method + (twice ? ",double" : ",float"),
                                answers_of(ask, text, twice, by_value));
                EXPECT_GT(hits, pairs().size() / 10) << asked;
                if (verdicts + t > 0)
                    RecordProperty(asked, fmt::format("{} verdicts, {} t", verdicts, t));
                if (GetParam().in_vectors) {
                    EXPECT_LT(verdicts, pairs().size() * 12 / 100) << asked;
                    continue;
                }
                const auto& all = GetParam().otherwise;
                const auto found = std::ranges::find_if(all, [&, of = text](const Otherwise& one) {
                    return one.text == of && one.twice == twice;
                });
                expect_share(verdicts, found == all.end() ? 0 : found->verdicts, asked);
                expect_share(t, found == all.end() ? 0 : found->t, asked + ", t");
            }
}

INSTANTIATE_TEST_SUITE_P(Compilers, ContractedBy, testing::ValuesIn(compilers()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace hitmiss
