// Embree itself against the formulas that embree-robust and embree-fast are written from. Embree
// contracts products where the processor can, so its hits are those of the one or of the other
// rounding.

#include <gtest/gtest.h>

#include <cmath>

#include "any_pair.hpp"
#include "base/error.hpp"
#include "bench/race.hpp"
#include "leaks_testing.hpp"
#include "sanitized.hpp"
#include "texts.hpp"

namespace hitmiss {
namespace {

using namespace texts;

/// Embree's products and sums, each contracted or none.
struct Rounding {
    bool fused;

    float sum(float a, float b, float c) const { return fused ? std::fma(a, b, c) : a * b + c; }
    float dot(const Point<float>& p, const Point<float>& q) const {
        return sum(p[0], q[0], sum(p[1], q[1], p[2] * q[2]));
    }
    Point<float> cross(const Point<float>& p, const Point<float>& q) const {
        const auto component = [&](std::size_t i, std::size_t j) {
            return sum(p[i], q[j], -(p[j] * q[i]));
        };
        return {component(1, 2), component(2, 0), component(0, 1)};
    }
};
Point<float> plus(const Point<float>& p, const Point<float>& q) {
    return {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
}

/// Whether the triangle is hit in front of the origin.
bool robust(const Rounding& in, const Pair<float>& p) {
    const auto v0 = minus(p.a, p.o), v1 = minus(p.b, p.o), v2 = minus(p.c, p.o);
    const float U = in.dot(in.cross(minus(v2, v0), plus(v2, v0)), p.d),
                V = in.dot(in.cross(minus(v0, v1), plus(v0, v1)), p.d),
                W = in.dot(in.cross(minus(v1, v2), plus(v1, v2)), p.d);
    const float eps = 1.1920929e-7f * std::fabs(U + V + W);
    if (std::min({U, V, W}) < -eps && std::max({U, V, W}) > eps) return false;
    const auto n = in.cross(minus(v2, v0), minus(v0, v1));
    return in.dot(n, p.d) != 0 && in.dot(v0, n) / in.dot(n, p.d) > 0;
}
bool fast(const Rounding& in, const Pair<float>& p) {
    const auto e1 = minus(p.a, p.b), e2 = minus(p.c, p.a), C = minus(p.a, p.o);
    const auto n = in.cross(e2, e1), R = in.cross(C, p.d);
    const float den = in.dot(n, p.d), sign = std::signbit(den) ? -1.0f : 1.0f;
    const float U = sign * in.dot(R, e2), V = sign * in.dot(R, e1);
    return den != 0 && U >= 0 && V >= 0 && U + V <= std::fabs(den) && sign * in.dot(n, C) > 0;
}

struct Differences {
    int rays = 0, hits = 0, only_formula = 0, only_embree = 0;
};
/// Rays at edges, vertices and silhouettes of a sphere: whether anything is hit.
Differences compare(bool is_robust, bool fused, std::string_view isa = "default") {
    static const Target target("icosphere:faces=320");
    const Rounding in{fused};
    const auto peers = make_peers(target.mesh.triangles, is_robust, 1, isa);
    Differences differences;
    for (const Aim aim : {Aim::edge, Aim::vertex, Aim::silhouette}) {
        const RaySource source = aimed_rays(target.aimed, aim, std::size_t(repeated(5000)), 1);
        std::vector<Ray<float>> rays;
        for (const StoredBatch& batch : store_rays(source))
            rays.insert(rays.end(), batch.rays.begin(), batch.rays.end());
        std::vector<Hit> hits(rays.size());
        peers[0](rays, hits);
        for (std::size_t k = 0; k < rays.size(); ++k) {
            const bool formula = std::ranges::any_of(target.mesh.triangles, [&](const auto& tri) {
                const Pair<float> pair = as_pair<float>({rays[k], tri});
                return is_robust ? robust(in, pair) : fast(in, pair);
            });
            ++differences.rays, differences.hits += bool(hits[k]);
            differences.only_formula += formula && !hits[k];
            differences.only_embree += !formula && bool(hits[k]);
        }
    }
    return differences;
}

class EmbreeItself : public testing::Test {
protected:
    void SetUp() override {
        if (peer_name().empty()) GTEST_SKIP() << "built without Embree";
    }
};

// AVX2 is the first instruction set with fused multiply-adds.
TEST_F(EmbreeItself, HitsWhatItsFormulaHitsInTheRoundingOfTheInstructionSet) {
    for (const auto& [isa, fused] : {std::pair{"sse2", false},
                                     {"sse4.2", false},
                                     {"avx", false},
                                     {"avx2", true},
                                     {"avx512", true}}) {
        SCOPED_TRACE(isa);
        try {
            const Differences robust = compare(true, fused, isa);
            EXPECT_GT(robust.hits, robust.rays / 2);
            EXPECT_EQ(robust.only_formula + robust.only_embree, 0);
            const Differences other = compare(true, !fused, isa);
            EXPECT_GT(other.only_formula + other.only_embree, other.rays / 100)
                << "at silhouettes contraction matters";
            // The fast mode also loses rays, mostly at vertices, that meet a triangle.
            const Differences fast = compare(false, fused, isa);
            EXPECT_EQ(fast.only_embree, 0);
            EXPECT_LT(fast.only_formula, fast.rays / 100);
        } catch (const Error& error) {
            EXPECT_STRNE(isa, "sse2") << "every machine has it";
            EXPECT_EQ(error.exit, Exit::usage) << error.what();
            EXPECT_NE(std::string(error.what()).find("does not have this instruction set"),
                      std::string::npos)
                << error.what();
        }
    }
}

}  // namespace
}  // namespace hitmiss
