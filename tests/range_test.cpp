// Every traversal against the plain loop where sizes and distances come to the ends of the range of
// floats: at the range checks of methods/growth.hpp and fast/line_band.hpp, and everywhere from
// 1e-20 to 1e20. HITMISS_PAIRS says how many pairs of ray and triangle each method is asked about.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "random_geometry.hpp"
#include "sanitized.hpp"
#include "trace/plain.hpp"
#include "tracing.hpp"

namespace hitmiss {
namespace {

using Wide = Vec<double>;

/// A few triangles, an eye, and rays from it.
struct SeenTriangles {
    std::vector<Triangle<float>> triangles;
    Vec<float> eye;
    std::vector<Ray<float>> rays;
};

class Scenes {
public:
    explicit Scenes(std::uint64_t seed) : random_(seed) {}

    SeenTriangles next() {
        const auto [size, distance] = size_and_distance();
        // Along the axes a box holds nothing beside its triangle's edges.
        Wide x = random_direction(random_),
             z = glm::normalize(glm::cross(x, random_direction(random_)));
        if (random_.below(2) == 0) x = {1, 0, 0}, z = {0, 0, 1};
        const Wide y = glm::cross(z, x);
        Wide a(0);
        if (random_.below(3) == 0)
            a = random_direction(random_) * (size * log_uniform(random_, 1, 1e4));
        const double turn = random_.uniform(0, 6.2831853);
        const double height =
            distance * (random_.below(2) == 0 ? 1 : log_uniform(random_, 1e-8, 1));
        const Wide eye = a + (x * std::cos(turn) + y * std::sin(turn)) * distance + z * height;
        SeenTriangles scene;
        scene.eye = Vec<float>(eye);
        const std::size_t count = random_.below(2) == 0 ? 1 : 1 + random_.below(9);
        for (std::size_t k = 0; k < count; ++k) {
            // Behind and before each other, by as little as rounding moves a hit along its ray.
            const double apart =
                distance * log_uniform(random_, 1e-7, 0.5) * (random_.below(2) ? 1 : -1);
            const Wide at = k == 0 ? a : a + 0.3 * size * random_direction(random_) + apart * z;
            add_triangle(scene, at, size, x, y, z);
        }
        for (std::size_t k = 0; k < rays_of_scene; ++k) {
            // Eight rays by eight are near each other, as in a picture.
            const bool near = k % 8 != 0;
            const Wide target =
                near
                    ? last_ + random_direction(random_) * (spread_ * random_.uniform())
                    : aim_at(scene.triangles[random_.below(std::uint32_t(scene.triangles.size()))]);
            last_ = target;
            const Wide way = target - Wide(scene.eye);
            const double length = glm::length(way);
            const double lengths =
                random_.below(8) == 0 ? log_uniform(random_, 0x1p-11, 0x1p21) : 1;
            if (length > 0) scene.rays.emplace_back(scene.eye, Vec<float>(way / length * lengths));
        }
        return scene;
    }

private:
    static constexpr std::size_t rays_of_scene = 48;

    /// An edge's length and the eye's distance: at one of the range checks, or anywhere.
    std::pair<double, double> size_and_distance() {
        const double about = log_uniform(random_, 0x1p-5, 0x1p5);
        double size = log_uniform(random_, 1e-20, 1e20),
               distance = size * log_uniform(random_, 1e-9, 1e6);
        switch (random_.below(9)) {
            case 0:  // L L min(D, 1) = 2^-100
            case 1:
                size = log_uniform(random_, 0x1p-42, 0x1p-31);
                distance =
                    std::max(size, 0x1p-100 / (size * size)) * log_uniform(random_, 0x1p-2, 0x1p6);
                break;
            case 2:  // |n| = 2^-50 or 2^-45
                size = about * 0x1p-24, distance = size * log_uniform(random_, 1e-3, 1e5);
                break;
            case 3:  // |n| = 2^60
                size = about * 0x1p30, distance = size * log_uniform(random_, 1e-6, 1e4);
                break;
            case 4:  // D + |o| = 2^40
                distance = about * 0x1p40, size = distance * log_uniform(random_, 1e-6, 4);
                break;
            case 5:  // |o| = 2^29
                distance = about * 0x1p29, size = distance * log_uniform(random_, 1e-6, 1);
                break;
            case 6:  // |s|, |e1|, |e2| = 2^-32
                distance = about * 0x1p-32, size = distance * log_uniform(random_, 1e-3, 1e3);
                break;
            default:
                break;
        }
        return {size, distance};
    }

    /// Obtuse, pointed, thin or about equilateral.
    void add_triangle(SeenTriangles& scene, const Wide& a, double size, const Wide& x,
                      const Wide& y, const Wide& z) {
        const double width = size / (random_.below(2) == 0 ? log_uniform(random_, 1, 8)
                                                           : log_uniform(random_, 1, 1e5));
        const Wide tilt = random_.below(2) == 0 ? Wide(0) : z * (width * random_.uniform(-1, 1));
        const Wide b = a + x * size, c = a + x * (size * random_.uniform(-0.2, 1.2)) + y * width;
        const std::array corners{Vec<float>(a), Vec<float>(b), Vec<float>(c + tilt)};
        const auto first = random_.below(3), odd = random_.below(2);
        scene.triangles.emplace_back(corners[first], corners[(first + 1 + odd) % 3],
                                     corners[(first + 2 - odd) % 3]);
    }

    /// A point within, on or about the border, on an edge's line, or of the plane anywhere.
    Wide aim_at(const Triangle<float>& tri) {
        const Wide a(tri.a), e1 = Wide(tri.b) - a, e2 = Wide(tri.c) - a;
        const std::array corner{a, a + e1, a + e2};
        const auto k = random_.below(3);
        const Wide edge = corner[(k + 1) % 3] - corner[k];
        spread_ = glm::length(edge) * log_uniform(random_, 1e-8, 1);
        const double far = log_uniform(random_, 1, 1e9);
        switch (random_.below(5)) {
            case 0:
                return a + random_.uniform() * e1 + random_.uniform() * e2;
            case 1:
                return corner[k] + random_.uniform() * edge;
            case 2:
                return corner[k] + random_.uniform(-3, 3) * edge;
            case 3:
                return corner[k] + random_.uniform(-far, far) * edge;
            default: {
                const double beside = random_.below(2) == 0 ? 0.6 : 3;
                return a + random_.uniform(-beside, 1 + beside) * e1 +
                       random_.uniform(-beside, 1 + beside) * e2;
            }
        }
    }

    Random random_;
    Wide last_{0};
    double spread_ = 0;
};

/// Every method in every variant, precision and arithmetic, with its switches, and angle sums at
/// tolerances that make halos of all sizes.
std::vector<Method> asked() {
    std::vector<Method> all;
    for (const auto arithmetic : {Arithmetic::separate, Arithmetic::fused})
        for (const Method& method : all_methods(arithmetic)) {
            all.push_back(method);
            for (const char* key : {"plane", "cull", "edges", "once", "tolerance", "inflate"})
                if (method.get(key)) all.push_back(method.with(key, 1));
            for (const char* key : {"edges", "once"})
                if (method.get(key) && method.name() == "watertight")
                    all.push_back(method.with(key, 2));
            if (method.entry->info.halo == Halo::arcs)
                for (const double epsilon : {1e-6, 0.5, 3.0})
                    all.push_back(method.with("epsilon", epsilon));
        }
    // A program's settings in its own types, contracted, and in the other precision.
    for (const auto& preset : make_method("moller-trumbore").entry->presets) {
        Method shipped = make_method("moller-trumbore");
        shipped.set(preset_key, preset.name);
        all.push_back(shipped);
        all.push_back(shipped.with(arithmetic_key, double(Arithmetic::fused)));
        all.push_back(shipped.with(precision_key, double(other(shipped.precision()))));
    }
    return all;
}

std::size_t pairs_wanted() {
    const char* const said = std::getenv("HITMISS_PAIRS");
    return said ? std::size_t(std::strtoull(said, nullptr, 10)) : std::size_t(repeated(20'000));
}

class RangeOf : public testing::TestWithParam<Method> {};

TEST_P(RangeOf, TraversalsEqualThePlainLoopAtItsEnds) {
    const Method& method = GetParam();
    Scenes scenes(36);
    std::size_t pairs = 0, hits = 0, wrong = 0;
    while (pairs < pairs_wanted()) {
        const SeenTriangles scene = scenes.next();
        const Geometry geometry(scene.triangles, Wide(scene.eye));
        const Kernel kernel = method.kernel(geometry.surroundings());
        std::vector<Hit> plain;
        for (const auto& ray : scene.rays)
            plain.push_back(nearest_hit(kernel, geometry.triangles, ray));
        pairs += scene.triangles.size() * scene.rays.size();
        for (const Hit& hit : plain) hits += bool(hit);
        for (const auto how : {Traversal::one_ray, Traversal::tiles, Traversal::brute_force})
            for (int width = how == Traversal::one_ray ? int(widest()) : 0; width <= int(widest());
                 ++width) {
                const auto found = trace(method, geometry, scene.rays, how, VectorWidth(width));
                for (std::size_t k = 0; k < found.size(); ++k)
                    if (found[k].triangle != plain[k].triangle || found[k].t != plain[k].t)
                        if (++wrong <= 3)
                            ADD_FAILURE() << fmt::format(
                                "{}, {} of width {}: {} at {:a} instead of {} at {:a}",
                                to_string(method), int(how), width, found[k].triangle, found[k].t,
                                plain[k].triangle, plain[k].t);
            }
    }
    EXPECT_EQ(wrong, 0u) << "of " << pairs << " pairs";
    RecordProperty("hits", int(hits));
    EXPECT_GT(hits, pairs / 200);
}

INSTANTIATE_TEST_SUITE_P(Methods, RangeOf, testing::ValuesIn(asked()), [](const auto& one) {
    std::string name = to_string(one.param);
    std::ranges::replace_if(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
});

// An obtuse triangle with edges of 1e-11, seen from ten thousand times as far: squares of its cross
// products underflow.
TEST(Range, ATinyObtuseTriangleIsTheSameToEveryTraversal) {
    const std::vector<Triangle<float>> one{{{0, 0, 0}, {5e-12f, 1e-13f, 0}, {1e-11f, 0, 0}}};
    const Vec<float> eye(5e-12f, 0, 1e-7f);
    std::vector<Ray<float>> rays;
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) {
            const Wide target((double(x) / 16 - 0.5) * 1e-11, (double(y) / 16 - 1) * 5e-12, 0);
            rays.emplace_back(eye, Vec<float>(glm::normalize(target - Wide(eye))));
        }
    const Geometry geometry(one, Wide(eye));
    for (const Method& method : asked()) {
        const Kernel kernel = method.kernel(geometry.surroundings());
        for (const auto how : {Traversal::one_ray, Traversal::tiles, Traversal::brute_force}) {
            const auto found = trace(method, geometry, rays, how);
            for (std::size_t k = 0; k < rays.size(); ++k)
                ASSERT_EQ(found[k].t, nearest_hit(kernel, geometry.triangles, rays[k]).t)
                    << to_string(method) << ", " << int(how) << ", ray " << k;
        }
    }
}

// A ray to a lamp is as long as the lamp is far away: in millimetres, a kilometre.
TEST(Range, BoxesHoldForRaysToALampFarAway) {
    const std::vector<Triangle<float>> one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    const Geometry geometry(one, {0, 0, 1});
    for (const Method& method : all_methods()) {
        const TracedScene scene(method.kernel(geometry.surroundings()), geometry, geometry.box);
        const bool bounded = TracedScene::bounds(scene.kernel().growth);
        for (const float length : {0x1p-10f, 1.0f, 0x1p10f, 1e5f, 1e6f})
            EXPECT_EQ(scene.holds({{0, 0, 0}, {0, length, 0}}), bounded) << to_string(method);
        for (const float length : {0.9e-3f, 1.1e6f})
            EXPECT_FALSE(scene.holds({{0, 0, 0}, {0, length, 0}})) << to_string(method);
    }
}

// Scaling by a power of two rounds nothing. At either size, floats have room for products of three
// lengths, but not of four, and no variant of ours may need these. (The collision matrix does, as
// published, in double.)
TEST(Range, VariantsOfOursDoNotDependOnTheSize) {
    Random random(5);
    const auto on_lattice = [&] {
        const auto any = [&] { return float(random.below(129)) / 64 - 1; };
        const float x = any(), y = any();
        return Vec<float>(x, y, any());
    };
    int hits = 0, misses = 0;
    for (const Method& listed : all_methods()) {
        const bool of_ours = listed.variant() != Variant::published;
        if (!of_ours || listed.precision() != listed.entry->info.precision) continue;
        const bool threshold = listed.name() == "moller-trumbore";
        const Method method = threshold ? listed.with("epsilon", 0.3) : listed;
        const auto kernel_at = [&](float scale) {
            return method.kernel({{}, {Vec<float>(-4 * scale), Vec<float>(4 * scale)}});
        };
        const Kernel kernel = kernel_at(1);
        for (int k = 0; k < 4000; ++k) {
            const Triangle<float> tri{on_lattice(), on_lattice(), on_lattice()};
            const float u = float(random.uniform()), v = float(random.uniform());
            const Vec<float> o = 2.0f * on_lattice();
            const Vec<float> way = tri.a + u * (tri.b - tri.a) + v * (tri.c - tri.a) - o;
            if (way == Vec<float>(0)) continue;
            const Vec<float> d = glm::normalize(way);
            const Verdict verdict = kernel.test(Ray<float>(o, d), tri);
            (verdict.hit() ? hits : misses)++;
            for (const float scale : {0x1p-34f, 0x1p34f}) {
                const Verdict scaled = kernel_at(scale).test(
                    Ray<float>(scale * o, d), {scale * tri.a, scale * tri.b, scale * tri.c});
                ASSERT_EQ(scaled.hit(), verdict.hit()) << to_string(method) << " at " << scale;
                if (verdict.hit()) {
                    ASSERT_EQ(scaled.t, verdict.t * double(scale));
                }
            }
        }
    }
    EXPECT_GT(hits, 6000);
    EXPECT_GT(misses, 3000);
}

}  // namespace
}  // namespace hitmiss
