// What contraction does to the methods, and the setting that asks for it.

#include "leaks_testing.hpp"
#include "methods/kernel_of.hpp"
#include "program.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

// Woop's test depends on a b - c d changing only its sign when the products are swapped.
TEST(Arithmetic, ContractionOpensTheEdgesOfWatertightAndTheCuresCloseThem) {
    for (const char* mesh : {sphere_1280, "torus-knot:faces=2000"}) {
        const Target target(mesh);
        const auto leaks = [&](const char* method) {
            return target.edge_leaks_per_million(method, std::size_t(repeated(10'000)));
        };
        EXPECT_EQ(leaks("watertight"), 0) << mesh;
        EXPECT_GT(leaks("watertight:fused"), 200) << mesh;
        EXPECT_EQ(leaks("watertight:fused,kahan"), 0) << mesh;
        EXPECT_EQ(leaks("watertight:fused,compare"), 0) << mesh;
        EXPECT_EQ(leaks("signed-volume"), 0) << mesh;
        EXPECT_GT(leaks("signed-volume:fused"), 10'000) << mesh;
        EXPECT_EQ(leaks("signed-volume:fused,canonical"), 0) << mesh;
        for (const char* cure : {"watertight:kahan", "watertight:compare",
                                 "watertight:kahan,double", "watertight:compare,double,fused",
                                 "signed-volume:canonical", "signed-volume:canonical,double,fused"})
            EXPECT_EQ(leaks(cure), 0) << mesh << ' ' << cure;
    }
}

TEST(Arithmetic, IsASettingOfEveryMethodThatRounds) {
    for (const Entry* entry : catalogue()) {
        const Method plain(*entry);
        EXPECT_EQ(plain.arithmetic(), Arithmetic::separate);
        if (!entry->info.rounds()) {
            EXPECT_FALSE(plain.get(arithmetic_key)) << entry->info.name;
            continue;
        }
        const Method fused = make_method(entry->info.name, {{"", "fused"}});
        EXPECT_EQ(fused.arithmetic(), Arithmetic::fused);
        EXPECT_EQ(parse_method(to_string(fused)), fused) << to_string(fused);
        EXPECT_NE(fused, plain);
        // Outside the kernel, its precision is that of its type.
        EXPECT_EQ(fused.kernel({}).precision, plain.precision()) << entry->info.name;
    }
    EXPECT_EQ(to_string(parse_method("angle-sum:0.01,double,fused")),
              "angle-sum:epsilon=0.01,precision=double,arithmetic=fused");
}

// A method of ours that is written in plain glm notation, in either arithmetic.
template <typename Real, Variant>
struct Heights {
    static constexpr MethodInfo info{.name = "heights", .source = "", .idea = ""};
    static Triangle<Real> prepare(const Triangle<Real>& tri) { return tri; }
    Candidate<Real> test(const Ray<Real>&, const Triangle<Real>& tri, auto note) const {
        const auto e1 = tri.b - tri.a, e2 = tri.c - tri.a;
        const auto n = note("n", glm::cross(e1, e2));
        const auto scaled = note("scaled", Real(0.3) * e1 + e2 * Real(0.7));
        const auto height = note("height", std::abs(glm::dot(n, scaled)) / glm::length(n));
        const auto area = note("area", e1.x * e2.y - e1.y * e2.x);
        const auto both = note("both", height * area + area);
        if (height < 0 || height * area > 1e30) return miss<Real>;
        return {true, note("t", both * both + height)};
    }
};
TEST(Arithmetic, IsThatOfAnyKernelAlsoWhenItIsExplained) {
    const Ray<float> ray({0, 0, 5}, {0.1f, 0.3f, -1});
    const Entry listed = entry<Heights>();
    const Target target("icosphere:faces=80");
    for (const auto precision : {0.0, 1.0}) {
        const Method plain = Method(listed).with(precision_key, precision);
        const Kernel separate = plain.kernel({}), fused = plain.with(arithmetic_key, 1).kernel({});
        int differ = 0;
        for (const auto& tri : target.mesh.triangles) {
            for (const Kernel* kernel : {&separate, &fused}) {
                Notes notes;
                EXPECT_EQ(kernel->explain(ray, tri, notes).t,
                          kernel->test(Ray<double>(ray), tri).t);
                EXPECT_EQ(notes.values.size(), 10u) << "two vectors and four numbers";
            }
            differ += separate.test(Ray<double>(ray), tri).t != fused.test(Ray<double>(ray), tri).t;
        }
        EXPECT_GT(differ, 20) << precision;
    }
}

// Every pair, with its notes: contraction must not depend on who asks.
TEST(Arithmetic, ExplainsWhatItComputes) {
    const Target target("icosphere:faces=80");
    for (const Method& method : all_methods(Arithmetic::fused)) {
        const Kernel kernel = method.kernel(target.geometry.surroundings());
        for (std::size_t k = 0; k < 200; ++k) {
            const auto& tri = target.mesh.triangles[k % target.mesh.triangles.size()];
            Vec<float> aimed = tri.a + 0.5f * (tri.b - tri.a);
            const Ray<float> ray(Vec<float>(0.01f * float(k % 7), 0.02f, 0.03f), aimed);
            Notes notes;
            const Verdict explained = kernel.explain(ray, tri, notes);
            const Verdict tested = kernel.test(Ray<double>(ray), tri);
            ASSERT_EQ(explained.accepted, tested.accepted) << to_string(method) << ' ' << k;
            if (tested.hit()) {
                ASSERT_EQ(explained.t, tested.t) << to_string(method) << ' ' << k;
            }
        }
    }
}

class ArithmeticOf : public Program {};

TEST_F(ArithmeticOf, IsInTablesAndInTheCatalogue) {
    const auto entry = run("methods watertight");
    EXPECT_NE(entry.out.find("arithmetic"), std::string::npos);
    EXPECT_NE(entry.out.find("contract"), std::string::npos);
    EXPECT_NE(entry.out.find("kahan"), std::string::npos);
    const auto table = run("leaks " + scene("icosphere") +
                           " --rays 10 --aim edges -m watertight:fused -m exact --format csv "
                           "--columns method,precision,arithmetic");
    EXPECT_EQ(table.out, "method,precision,arithmetic\nwatertight,float,fused\nexact,,\n");
    const auto text = run("leaks " + scene("icosphere") + " --rays 10 --aim edges -m wt:fused");
    EXPECT_NE(text.out.find("watertight:arithmetic=fused"), std::string::npos);
}

}  // namespace
}  // namespace hitmiss
