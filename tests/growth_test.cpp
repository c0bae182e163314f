// The margins of growth.hpp against a search for points that rounding throws beyond them: random
// starts of all sizes and shapes, each led uphill by small changes of its floats.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "growth_check.hpp"
#include "random_geometry.hpp"
#include "sanitized.hpp"

namespace hitmiss {
namespace {

using Wide = Vec<double>;

struct Pair {
    Ray<float> ray;
    Triangle<float> tri;

    std::array<Vec<float>*, 5> points() { return {&tri.a, &tri.b, &tri.c, &ray.o, &ray.d}; }
    void aim(const Wide& target) {
        const Wide way = target - Wide(ray.o);
        const double length = glm::length(way);
        if (length > 0) ray.d = Vec<float>(way / length);
    }
};

std::string hex(Pair pair) {
    std::string text;
    for (const Vec<float>* v : pair.points())
        text += fmt::format("{{{:a}f, {:a}f, {:a}f}} ", v->x, v->y, v->z);
    return text;
}

class Search {
public:
    explicit Search(const Method& method) : random_(7), method_(method) {}

    /// A size of any magnitude.
    double size(double lo, double hi) { return log_uniform(random_, lo, hi); }

    /// A triangle with edges of about that length, seen from near and far, steeply and edge-on, and
    /// a ray aimed at its border, at its plane near it, or far out.
    Pair start(double size) {
        Wide x = random_direction(random_),
             z = glm::normalize(glm::cross(x, random_direction(random_)));
        if (random_.below(4) == 0) x = {1, 0, 0}, z = {0, 0, 1};
        const Wide y = glm::cross(z, x);
        Wide a(0);
        if (random_.below(2) == 0)
            a = random_direction(random_) * (size * log_uniform(random_, 1e-2, 1e6));
        const double width = size / (random_.below(2) == 0 ? 1 : log_uniform(random_, 1, 3e5));
        const Wide b = a + x * size, c = a + x * (size * random_.uniform(-0.2, 1.2)) + y * width;
        Pair pair;
        pair.tri = {Vec<float>(a), Vec<float>(b), Vec<float>(c)};
        const double way = size * log_uniform(random_, 1e-3, 1e5),
                     turn = random_.uniform(0, 6.2831853);
        const double height = random_.below(3) == 0 ? size * log_uniform(random_, 1e-9, 1)
                                                    : way * log_uniform(random_, 1e-6, 1);
        pair.ray.o = Vec<float>(a + (x * std::cos(turn) + y * std::sin(turn)) * way + z * height);
        pair.ray.d = Vec<float>(random_direction(random_));
        const double far = size * log_uniform(random_, 1, 1e9);
        switch (random_.below(6)) {
            case 0:
                pair.aim(Wide(pair.tri.a) + x * random_.uniform(-far, far) + y * far);
                break;
            case 4:  // the plane right below, however far out
                if (random_.below(2) == 0) pair.ray.o = Vec<float>(a + y * far + z * height);
                pair.aim(Wide(pair.ray.o) - z);
                break;
            case 1:
                pair.aim(a + x * random_.uniform(-size, 2 * size) + y * width);
                break;
            case 2:  // the line of an edge, as far out
                pair.aim(b + (c - b) * (random_.uniform(-far, far) / size));
                break;
            default:
                aim_at_border(pair);
        }
        return pair;
    }

    /// The largest part of its margin that any of so many tested pairs uses. A climb by roundings
    /// may go on for millions of steps, so it ends with them.
    double climb(int tests, Pair& worst) {
        double most = 0;
        while (tests > 0) {
            Pair best;
            double used = 0;
            for (int k = 0; k < 300 && used == 0; ++k, --tests)
                used = of(best = start(log_uniform(random_, 1e-6, 1e6)));
            for (int stale = 0; used > 0 && stale < 500 && tests > 0; ++stale, --tests) {
                Pair next = best;
                for (auto changes = 1 + random_.below(3); changes > 0; --changes) change(next);
                const double now = of(next);
                if (now > used) stale = 0;
                if (now >= used) used = now, best = next;
            }
            if (used > most) most = used, worst = best;
        }
        return most;
    }

    double of(const Pair& pair) const {
        const Surroundings alone{Wide(pair.ray.o), bounds(pair.tri)};
        return margin_used(method_.kernel(alone), pair.ray, pair.tri);
    }

private:
    void aim_at_border(Pair& pair) {
        const std::array corner{Wide(pair.tri.a), Wide(pair.tri.b), Wide(pair.tri.c)};
        const auto k = random_.below(3);
        const double along = random_.below(3) == 0 ? 0 : random_.uniform();
        pair.aim(corner[k] + along * (corner[(k + 1) % 3] - corner[k]));
    }
    void change(Pair& pair) {
        Vec<float>& point = *pair.points()[random_.below(5)];
        float& number = point[int(random_.below(3))];
        const float up = random_.below(2) == 0 ? -Box::inf : Box::inf;
        switch (random_.below(5)) {
            case 0:
                for (auto steps = 1 + random_.below(16); steps > 0; --steps)
                    number = std::nextafter(number, up);
                break;
            case 1:
                number *= float(1 + random_.uniform(-1, 1) * log_uniform(random_, 1e-7, 1));
                break;
            case 2:
                number += float(random_.uniform(-1, 1) * log_uniform(random_, 1e-8, 0.1)) *
                          glm::length(point);
                break;
            case 3: {
                const Wide b(pair.tri.b), c(pair.tri.c);
                const double far = log_uniform(random_, 1, 1e6);
                pair.aim(b + (c - b) * random_.uniform(-far, far));
                break;
            }
            default:
                aim_at_border(pair);
        }
    }

    Random random_;
    Method method_;
};

// The bounds are worst cases; if a search came near one, the derivation would have forgotten
// something.
TEST(Growth, NothingIsFoundAtHalfTheMargin) {
    for (const Method& method : methods_and_switches()) {
        Search search(method);
        Pair worst;
        const double used = search.climb(repeated(60'000), worst);
        EXPECT_LT(used, 0.5) << to_string(method) << ": " << hex(worst);
        if (used > 0) RecordProperty(to_string(method), std::to_string(used));
    }
}

// A bound that nobody searches is a claim. Methods are listed here by what the catalogue says they
// may be asked, each setting alone, in both arithmetics.
TEST(Growth, EveryBoundThatIsClaimedIsSearched) {
    struct Claim {
        const Entry* entry;
        Variant variant;
        Precision precision;
        Arithmetic arithmetic;
        Growth growth;
        bool operator==(const Claim&) const = default;
    };
    const Surroundings scene{Wide(0.2, 0.3, 1), {Vec<float>(0), Vec<float>(1, 1, 0)}};
    const auto claimed = [&](const Method& method) {
        return Claim{method.entry, method.variant(), method.precision(), method.arithmetic(),
                     method.kernel(scene).growth};
    };
    std::vector<Claim> searched;
    for (const Method& method : methods_and_switches()) searched.push_back(claimed(method));
    int fused = 0;
    const auto expect_searched = [&](const Method& method) {
        const Claim claim = claimed(method);
        EXPECT_TRUE(claim.growth.bounded) << to_string(method);
        EXPECT_TRUE(std::ranges::count(searched, claim) > 0) << to_string(method);
        fused += claim.arithmetic == Arithmetic::fused;
    };
    /// In all that the last three rows of its settings choose.
    const auto in_every_type = [&](const Method& method) {
        if (!method.entry->info.rounds()) return expect_searched(method);
        for (std::size_t variant = 0; variant < variant_names.size(); ++variant)
            for (const double precision : {0, 1})
                for (const double arithmetic : {0, 1})
                    if (method.entry->info.has(Variant(variant)))
                        expect_searched(method.with(variant_key, double(variant))
                                            .with(precision_key, precision)
                                            .with(arithmetic_key, arithmetic));
    };
    for (const Entry* entry : catalogue()) {
        in_every_type(Method(*entry));
        for (const Parameter& row : entry->parameters) {
            if (row.key == precision_key || row.key == arithmetic_key || row.key == variant_key)
                continue;
            for (std::size_t choice = 1; choice < row.choices.size(); ++choice)
                in_every_type(Method(*entry).with(row.key, double(choice)));
            for (const double number : {1e-3, 0.5, 2.0})
                if (row.choices.empty() && holds(row.allowed, number))
                    in_every_type(Method(*entry).with(row.key, number));
        }
    }
    EXPECT_GT(fused, 100);
}

// Where products underflow or overflow, either there is no bound or it holds.
TEST(Growth, HoldsForSizesAtTheEndsOfTheRange) {
    for (const Method& method : methods_and_switches()) {
        Search search(method);
        for (int k = 0; k < repeated(20'000); ++k) {
            const Pair pair =
                search.start(k % 2 == 0 ? search.size(1e-38, 1e-6) : search.size(1e6, 1e25));
            ASSERT_LE(search.of(pair), 0.5) << to_string(method) << ": " << hex(pair);
        }
    }
}

TEST(Growth, IsUnboundedWhereProductsUnderflow) {
    const float tiny = 0x1p-60f;
    const Triangle<float> tri({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0});
    for (const char* method : {"moller-trumbore", "watertight", "signed-volume", "angle-sum"})
        EXPECT_EQ(best_margin_from(parse_method(method).kernel({}), tri, {0, 0, tiny}).steepness,
                  no_bound.steepness)
            << method;
}

// A 3-4-5 triangle in z = 2, wherever it lies and whichever corner is first, seen from z = 9.
TEST(Growth, DependsOnTheLongestEdgesTheAreaAndTheHeightOfATriangle) {
    const std::array<Vec<float>, 3> at{{{0, 0, 2}, {4, 0, 2}, {0, 3, 2}}};
    for (const Vec<float> to : {Vec<float>(0), Vec<float>(16, -32, 0)})
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec<float> eye(7, 8, 9);
            const SeenTriangle seen({at[k] + to, at[(k + 1) % 3] + to, at[(k + 2) % 3] + to},
                                    Origins(eye));
            EXPECT_EQ(seen.L, 5);
            EXPECT_EQ(seen.both_edges, 20);
            EXPECT_EQ(seen.area, 12) << "twice the triangle's, |n|";
            EXPECT_EQ(seen.h, 7);
            EXPECT_DOUBLE_EQ(seen.from.range, std::sqrt(49. + 64 + 81));
        }
}

double widest(const Margin& margin) {
    return std::max({margin.size.x, margin.size.y, margin.size.z});
}

// Otherwise every ray would be tested against every triangle.
TEST(Growth, IsLittleSeenFromAbove) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Vec<float> eye(0.2f, 0.3f, 1);
    for (const Method& method : methods_and_switches()) {
        const Kernel kernel = method.kernel({Wide(eye), bounds(tri)});
        EXPECT_TRUE(kernel.growth.bounded) << to_string(method);
        const Margin margin = best_margin_from(kernel, tri, eye);
        EXPECT_TRUE(widest(margin) < 1e-4 && margin.steepness < 1e-4) << to_string(method);
    }
}

TEST(Growth, TestsApartWhatIsSeenEdgeOn) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const auto best = [&](const char* method, const Vec<float>& origin) {
        return best_margin_from(parse_method(method).kernel({}), tri, origin);
    };
    const Margin above = best("moller-trumbore", {5, 0, 1});
    EXPECT_EQ(above.steepness, 0);
    EXPECT_LT(widest(above), 1e-3);
    const Margin within = best("moller-trumbore", {5, 0, 0});
    EXPECT_GT(within.steepness, 1e-5);
    EXPECT_LT(within.steepness, 1e-2);
    EXPECT_LT(widest(within), 0.2);
    // It decides about a point in the plane: seen edge-on, it is as exact as from above.
    EXPECT_EQ(best("angle-sum", {5, 0, 0}).steepness, 0);
    EXPECT_LT(widest(best("angle-sum", {5, 0, 0})), 1e-3);
    // And this one's hits stay near, however wrong its t.
    EXPECT_LT(best("watertight", {5, 0, 0}).steepness, 1e-20);
}

// Found by fuzzing: Cramer's T is a product with the distance to a vertex, for edges of any length.
TEST(Growth, HoldsForAnEyeWithinARoundingOfAVertex) {
    const Triangle<float> tri({0, 0, 0x1.5p-142f}, {0x1.fcp-136f, 0x1.a2p+35f, 0x1.a2a2a2p+35f},
                              {0x1.a2a248p-29f, 0x1.4544p-135f, 0});
    const Ray<float> ray({0, 0x1.fcp-136f, 0}, {0x1.01p-135f, 0x1p-135f, 0x1.f4p+9f});
    const Kernel kernel = parse_method("moller-trumbore").kernel({});
    ASSERT_TRUE(kernel.test(ray, tri).hit());
    EXPECT_LE(margin_used(kernel, ray, tri), 1);
}

// A moulding: with Cramer's rule, rounding moves points along it and hits along the ray.
TEST(Growth, OfASliverIsLongNotWide) {
    const Triangle<float> tri({2, 3, 0}, {2.001f, 3, 24}, {2, 3, 24});
    const Kernel kernel = parse_method("moller-trumbore").kernel({});
    const Margin margin = best_margin_from(kernel, tri, {0, 1, 1});
    EXPECT_LT(margin.steepness, 0.1);
    EXPECT_LT(margin.size.x, 1e-2);
    EXPECT_LT(margin.size.y, 1e-3);
    EXPECT_GT(margin.size.z, 1);
    EXPECT_LT(margin.nearer, 0.95);
    EXPECT_GT(margin.nearer, 0.1);
}

// The line, though far outside the box, is bounded too: rays beside it cannot hit.
TEST(Growth, SameSideAcceptsALineAndItsBandHoldsIt) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Vec<float> eye(0.3f, 0.2f, 2);
    const Kernel kernel = parse_method("same-side").kernel({});
    const GrownLine line(tri, eye, Precision::single);
    ASSERT_TRUE(line.bounded);
    EXPECT_LT(widest(best_margin_from(kernel, tri, eye)), 1e-3);
    Random random(1);
    int hits = 0;
    for (int k = 0; k < 20'000; ++k) {
        // x + y = 1 and z = 0, except for some of the last places.
        const double along = random.uniform(2, 2000), off = random.uniform(-1e-4, 1e-4);
        const Wide way = glm::normalize(Wide(along, 1 - along + off * along, 0) - Wide(eye));
        const Ray<float> ray(eye, Vec<float>(way));
        if (!kernel.test(ray, tri).hit()) continue;
        ++hits;
        EXPECT_LT(margin_used(kernel, ray, tri), 0.5) << along << ' ' << off;
    }
    EXPECT_GT(hits, 20);
    EXPECT_LT(band_of(line, 0.5), 1e-4);
}

// All quantities are angles; powers of two scale without rounding.
TEST(GrownLine, DoesNotDependOnTheUnit) {
    Random random(2);
    const auto point = [&] {
        return Vec<float>(random.uniform(), random.uniform(), random.uniform());
    };
    int bounded = 0;
    for (int k = 0; k < 200; ++k) {
        const Triangle<float> tri(point(), point(), point());
        const Vec<float> o = point() + Vec<float>(0, 0, 2);
        for (const auto precision : {Precision::single, Precision::twice}) {
            const GrownLine one(tri, o, precision);
            bounded += one.bounded;
            for (const float unit : {0x1p-6f, 0x1p6f}) {
                const GrownLine same({unit * tri.a, unit * tri.b, unit * tri.c}, unit * o,
                                     precision);
                ASSERT_EQ(same.bounded, one.bounded);
                EXPECT_EQ(same.normal, one.normal);
                EXPECT_EQ(same.side, one.side);
                EXPECT_EQ(same.steepness, one.steepness);
                for (const double c : {0.01, 0.5, 1.0})
                    EXPECT_EQ(band_of(same, c), band_of(one, c));
            }
        }
    }
    EXPECT_GT(bounded, 300);
}

// A point so far away that the triangle's corners round to one, seen from there.
TEST(Growth, SameSideAcceptsTheHorizon) {
    const Triangle<float> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Ray<float> grazing({0, 0, 1}, {0.6f, 0.8f, -1e-9f});
    const Kernel kernel = parse_method("same-side:variant=corrected").kernel({});
    EXPECT_TRUE(kernel.test(grazing, tri).hit());
    EXPECT_GT(best_margin_from(kernel, tri, grazing.o).steepness, 1e-9);
    // The eye is beyond the horizon, and everything below it accepted.
    const Ray<float> down({0x1.22e834p24f, 0x1.22e834p24f, 1}, {0, 0, -1});
    EXPECT_TRUE(kernel.test(down, tri).hit());
    EXPECT_EQ(best_margin_from(kernel, tri, down.o).steepness, no_bound.steepness);
}

}  // namespace
}  // namespace hitmiss
