#pragma once
// From a method's struct to its kernel and its line in the catalogue. Templates end here: each
// method includes this file and is compiled once, in each precision, variant and vector width.

#include <atomic>
#include <bit>
#include <cmath>
#include <string>

#include "fast/pairs.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

/// The kernel's functions for a method of type Test.
template <typename Test>
class KernelOf {
    using Real = typename MethodTraits<Test>::Real;
    using Prepared = decltype(prepared_by(std::declval<Test>(), std::declval<Triangle<Real>>()));
    using PreparedRay =
        decltype(ray_prepared_by(std::declval<Test>(), std::declval<Ray<Real>>(), no_notes));
    using RayColumns = Columns<PreparedRay, Real, lanes>;
    static_assert(sizeof(RayColumns) <= sizeof(PreparedRays));
    static constexpr bool has_quick_test = requires(const Test& method, const Vec<Real>& o,
                                                    const PreparedRay& ray, const Prepared& tri) {
        method.quick_test(ray, packet_prepared_by(method, o, ray, tri));
    };
    static constexpr bool scalar = requires { Test::scalar; };
    /// Packets with more rays left are tested as a whole, and so are all where a triangle has more
    /// of them: it is large, and most of its rays would be left.
    static constexpr int few_left = 6, few_packets = 4;
    using Self = const void*;

    struct alignas(64) Leaf {
        Columns<Prepared, std::conditional_t<scalar, float, Real>, leaf_size> prepared;
        std::array<std::uint32_t, leaf_size> index;  ///< in the scene
    };

    static const Test& form(Self self) { return *static_cast<const Test*>(self); }
    static const Leaf& leaf_at(const std::byte* bytes) {
        return *reinterpret_cast<const Leaf*>(bytes);
    }

    static const RayColumns& rays_of(const PacketGroup& group, std::size_t p) {
        return *reinterpret_cast<const RayColumns*>(&group.prepared[p]);
    }

    static Box reach(Self self, const Triangle<float>& tri) {
        if constexpr (requires(const Test& method) { method.reach(tri); })
            return form(self).reach(tri);
        else
            return bounds(tri);
    }

    static Growth growth(Self self) {
        if constexpr (requires(const Test& method) { method.growth(); })
            return form(self).growth();
        else
            return {};
    }

    static Verdict noting(Self self, const Ray<double>& given, const Triangle<float>& tri,
                          auto note) {
        const Ray<Real> ray(given);
        const auto candidate = tested_by(form(self), ray, ray_prepared_by(form(self), ray, note),
                                         prepared_by(form(self), Triangle<Real>(tri)), note);
        return {candidate.accepted != 0, double(candidate.t)};
    }
    static Verdict test(Self self, const Ray<double>& ray, const Triangle<float>& tri) {
        return noting(self, ray, tri, no_notes);
    }
    static Verdict explain(Self self, const Ray<double>& ray, const Triangle<float>& tri,
                           Notes& notes) {
        const Verdict verdict = noting(self, ray, tri, NoteTaker{notes});
        const Noted<double> t{verdict.t, "t", &notes, Meaning::guard};
        constexpr double inf = std::numeric_limits<double>::infinity();
        if (verdict.accepted && t > 0 && verdict.t == inf) static_cast<void>(t < inf);
        return verdict;
    }
    static bool meets_nan(Self self, const Ray<float>& ray, const Triangle<float>& tri) {
        bool nan = false;
        noting(self, Ray<double>(ray), tri, [&](std::string_view, auto value, Meaning = {}) {
            if constexpr (std::is_arithmetic_v<decltype(value)>)
                nan |= std::isnan(value);
            else
                nan |= std::isnan(value.x) || std::isnan(value.y) || std::isnan(value.z);
            return value;
        });
        return nan;
    }
    static bool inside(Self self, const Vec<double>& P, const Triangle<float>& tri) {
        return form(self).inside(Vec<Real>(P), prepared_by(form(self), Triangle<Real>(tri)),
                                 no_notes);
    }

    static void prepare(Self self, const Triangle<float>& tri, std::uint32_t index,
                        std::byte* bytes, std::size_t place) {
        Leaf& leaf = *reinterpret_cast<Leaf*>(bytes);
        leaf.prepared.put(place, prepared_by(form(self), Triangle<Real>(tri)));
        leaf.index[place] = index;
    }

    static std::uint32_t test_ray(Self self, const std::byte* bytes, std::uint32_t triangles,
                                  const Ray<float>& stored, double* all_t) {
        const Leaf& leaf = leaf_at(bytes);
        const Ray<Real> ray(stored);
        std::array<Real, leaf_size> t;
        const PreparedRay prepared_ray = ray_prepared_by(form(self), ray, no_notes);
        const auto prepared_leaf = leaf_prepared_by(form(self), ray.o, prepared_ray, leaf.prepared);
        with_known_culling(form(self), [&](const Test& method) {
            triangles = test_leaf<has_quick_test>(method, leaf.prepared, prepared_leaf, ray,
                                                  prepared_ray, triangles, t);
        });
        std::uint32_t accepted = 0;
        for (std::size_t k = 0; k < leaf_size; ++k) {
            all_t[k] = double(t[k]);
            accepted |= std::uint32_t(in_front(t[k])) << k;
        }
        return accepted & triangles;
    }

    static std::uint64_t count_pairs(Self self, const std::byte* leaves, std::size_t triangles,
                                     std::span<const Ray<float>> rays) {
        const Test method = form(self);
        std::uint64_t hits = 0;
        for (const Ray<float>& stored : rays) {
            const Ray<Real> ray(stored);
            const PreparedRay prepared_ray = ray_prepared_by(method, ray, no_notes);
            for (std::size_t k = 0; k < triangles; ++k) {
                const Leaf& leaf = leaf_at(leaves + k / leaf_size * sizeof(Leaf));
                const auto candidate = tested_by(method, ray, prepared_ray,
                                                 leaf.prepared.get(k % leaf_size), no_notes);
                hits += candidate.accepted && in_front(candidate.t);
            }
        }
        return hits;
    }

    /// A leaf's triangles, tested against one ray. Tests write down what hits, all else is
    /// overwritten by the next: a branch on the outcome would wait until the test is through, and
    /// be mispredicted often.
    struct RayHits {
        std::size_t p, lane;
        std::uint32_t triangles;  ///< that it hits
        std::array<Real, leaf_size> t;
    };

    /// Tests a triangle against some of its packets, and keeps what they hit.
    static void test_triangle(const Test& method, const PacketTest& test, std::uint32_t packets,
                              const Vec<Real>& o, PacketGroup& group) {
        if constexpr (has_quick_test)
            if (test_and_keep<true>(method, test, packets, o, group)) return;
        test_and_keep<false>(method, test, packets, o, group);
    }

    /// The same, quickly or in full; returns whether it was decided for all rays, as in full it is.
    /// What is hit may be kept twice.
    template <bool quick>
    static bool test_and_keep(const Test& method, const PacketTest& test, std::uint32_t packets,
                              const Vec<Real>& o, PacketGroup& group) {
        Prepared prepared = leaf_at(test.leaf).prepared.get(test.place);
        const std::uint32_t triangle = leaf_at(test.leaf).index[test.place];
        const auto first = std::size_t(std::countr_zero(packets));
        const auto prepare_packets = [&] {
            return packet_prepared_by(method, o, rays_of(group, first).get(0), prepared);
        };
        auto for_packets = prepare_packets();
        Lanes<std::uint32_t> undecided{};
        for (; packets != 0; packets &= packets - 1) {
            // Where it is loaded anew nothing is taken out of the loop. A method with inside()
            // gains little by that, and fills registers with it that it needs: most are tested
            // once.
            if constexpr (TestsPoints<Test>) {
                std::atomic_signal_fence(std::memory_order_seq_cst);
                prepared = leaf_at(test.leaf).prepared.get(test.place);
                for_packets = prepare_packets();
            }
            const auto p = std::size_t(std::countr_zero(packets));
            Packet& packet = group.packet[p];
            const auto &dx = packet.d[0], &dy = packet.d[1], &dz = packet.d[2];
            const RayColumns& rays = rays_of(group, p);
            const auto test_lane = [&](auto is_quick, std::size_t k) {
                return tested<is_quick>(method, rays.get(k), for_packets, prepared, o.x, o.y, o.z,
                                        Real(dx[k]), Real(dy[k]), Real(dz[k]));
            };
            Lanes<Real> t;
            if constexpr (scalar) {
                for (std::size_t k = 0; k < lanes; ++k)
                    t[k] =
                        (test.matter[p] >> k & 1) != 0 ? test_lane(std::false_type{}, k) : Real(-1);
            } else {
                test_lanes<quick>(lanes, t.data(), test_lane);
            }
            // No branch on whether there is a hit, as in RayHits.
            Lanes<Real>& best = packet.best<Real>();
#pragma omp simd
            for (std::size_t k = 0; k < lanes; ++k)
                keep(t[k], triangle, best[k], packet.triangle[k]);
            if constexpr (quick) {
#pragma omp simd
                for (std::size_t k = 0; k < lanes; ++k) undecided[k] |= std::isnan(t[k]) ? 1u : 0u;
            }
        }
        std::uint32_t any = 0;
        if constexpr (quick) {
#pragma omp simd reduction(| : any)
            for (std::size_t k = 0; k < lanes; ++k) any |= undecided[k];
        }
        return any == 0;
    }

    static void prepare_rays(Self self, std::size_t packets, PacketGroup& group) {
        if constexpr (!std::is_empty_v<PreparedRay>) {
            const Test& method = form(self);
            const Vec<Real> o(group.origin);
            for (std::size_t p = 0; p < packets; ++p) {
                auto& rays = *reinterpret_cast<RayColumns*>(&group.prepared[p]);
                const auto& d = group.packet[p].d;
#pragma omp simd
                for (std::size_t k = 0; k < lanes; ++k)
                    prepare_lane(method, rays, k, o.x, o.y, o.z, Real(d[0][k]), Real(d[1][k]),
                                 Real(d[2][k]));
            }
        }
    }

    /// A triangle's lanes, or a ray's triangles, that a method does not rule out.
    struct Left {
        const PacketTest* test;
        Real height;
        std::uint32_t packet, lane, set;
    };

    /// Nothing waits for what is ruled out: no branch depends on it before all is.
    static void test_packets_left(const Test& method, std::span<const PacketTest> tests,
                                  PacketGroup& group) {
        const Vec<Real> o(group.origin);
        std::array<Left, leaf_size * lanes> all;
        Left* end = all.data();
        std::array<std::uint32_t, leaf_size> whole{};  ///< by test: packets with many left
        for (std::size_t n = 0; n < tests.size(); ++n) {
            const PacketTest& test = tests[n];
            const Prepared prepared = leaf_at(test.leaf).prepared.get(test.place);
            const Real height = packet_prepared_by(method, o, PreparedRay{}, prepared);
            const bool large = std::popcount(test.packets) > few_packets;
            std::uint32_t many = large ? test.packets : 0;
            for (auto packets = test.packets & ~many; packets != 0; packets &= packets - 1) {
                const auto p = std::uint32_t(std::countr_zero(packets));
                Packet& packet = group.packet[p];
                const auto &dx = packet.d[0], &dy = packet.d[1], &dz = packet.d[2];
                Lanes<Real> t;
#pragma omp simd
                for (std::size_t k = 0; k < lanes; ++k)
                    t[k] = not_ruled_out(method, prepared, height, o.x, o.y, o.z, Real(dx[k]),
                                         Real(dy[k]), Real(dz[k]));
                const Lanes<Real>& best = packet.best<Real>();
                const auto set =
                    lanes_up_to(lanes, t.data(), [&](std::size_t k) { return best[k]; });
                const bool few = std::popcount(set) <= few_left;
                *end = {&test, height, p, 0, set};
                end += few & (set != 0);
                many |= few ? 0 : 1u << p;
            }
            whole[n] = many;
        }
        for (std::size_t n = 0; n < tests.size(); ++n)
            if (whole[n] != 0) test_triangle(method, tests[n], whole[n], o, group);
        Pairs<Test, Prepared> pairs(method, group);
        for (const Left* left = all.data(); left != end; ++left) {
            const Leaf& leaf = leaf_at(left->test->leaf);
            const std::size_t place = left->test->place;
            for (auto set = left->set; set != 0; set &= set - 1)
                pairs.add(leaf.prepared.get(place), left->height, leaf.index[place], left->packet,
                          std::size_t(std::countr_zero(set)));
        }
        pairs.test();
    }

    static void test_packets(Self self, std::span<const PacketTest> tests, PacketGroup& group) {
        with_known_culling(form(self), [&](const Test& method) {
            if constexpr (RulesOutPoints<Test>) {
                test_packets_left(method, tests, group);
            } else {
                const Vec<Real> o(group.origin);
                for (const PacketTest& test : tests)
                    test_triangle(method, test, test.packets, o, group);
            }
        });
    }

    static std::uint32_t test_rays_left(const Test& method, const Leaf& leaf, std::uint32_t present,
                                        const FewRays& few, PacketGroup& group) {
        const Vec<Real> o(group.origin);
        const Real ox = o.x, oy = o.y, oz = o.z;
        const auto height = leaf_prepared_by(method, o, PreparedRay{}, leaf.prepared);
        std::array<Left, FewRays::most> all;
        Left* end = all.data();
        for (auto rays = few.set; rays != 0; rays &= rays - 1) {
            const auto at = std::size_t(std::countr_zero(rays));
            const std::size_t p = few.packet(at / lanes), lane = at % lanes;
            Packet& packet = group.packet[p];
            const Real dx = packet.d[0][lane], dy = packet.d[1][lane], dz = packet.d[2][lane];
            const Real best = packet.best<Real>()[lane];
            const auto meet_lane = [&](std::size_t k) {
                const auto tri = leaf.prepared.get(k);
                return not_ruled_out(method, tri, height[k], ox, oy, oz, dx, dy, dz);
            };
            std::array<Real, leaf_size> t;
#pragma omp simd
            for (std::size_t k = 0; k < leaf_size; ++k) t[k] = meet_lane(k);
            const auto set = lanes_up_to(leaf_size, t.data(), [&](std::size_t) { return best; });
            *end++ = {nullptr, 0, std::uint32_t(p), std::uint32_t(lane), set & present};
        }
        Pairs<Test, Prepared> pairs(method, group);
        for (const Left* left = all.data(); left != end; ++left)
            for (auto set = left->set; set != 0; set &= set - 1) {
                const auto k = std::size_t(std::countr_zero(set));
                pairs.add(leaf.prepared.get(k), height[k], leaf.index[k], left->packet, left->lane);
            }
        pairs.test();
        return pairs.hit();
    }

    static std::uint32_t test_all_rays(const Test& method, const Leaf& leaf, std::uint32_t present,
                                       const FewRays& few, PacketGroup& group) {
        std::array<RayHits, FewRays::most> all;
        RayHits* end = all.data();
        const Vec<Real> o(group.origin);
        const auto direction = [&](const RayHits& ray) {
            const auto& d = group.packet[ray.p].d;
            return Vec<Real>(d[0][ray.lane], d[1][ray.lane], d[2][ray.lane]);
        };
        const auto prepared_ray = [&](std::size_t at) {
            return rays_of(group, few.packet(at / lanes)).get(at % lanes);
        };
        // Most rays are like the first one.
        const auto prepared_leaf = leaf_prepared_by(
            method, o, prepared_ray(std::size_t(std::countr_zero(few.set))), leaf.prepared);
        for (auto rays = few.set; rays != 0; rays &= rays - 1) {
            const auto at = std::size_t(std::countr_zero(rays));
            end->p = few.packet(at / lanes), end->lane = at % lanes;
            end->triangles = test_leaf<has_quick_test>(method, leaf.prepared, prepared_leaf,
                                                       Ray<Real>(o, direction(*end)),
                                                       prepared_ray(at), present, end->t);
            end += end->triangles != 0;
        }
        std::uint32_t hit = 0;
        for (const RayHits* hits = all.data(); hits != end; ++hits) {
            Packet& packet = group.packet[hits->p];
            for (auto triangles = hits->triangles; triangles != 0; triangles &= triangles - 1) {
                const auto k = std::size_t(std::countr_zero(triangles));
                keep(hits->t[k], leaf.index[k], packet.best<Real>()[hits->lane],
                     packet.triangle[hits->lane]);
            }
            hit |= 1u << hits->p;
        }
        return hit;
    }

    static std::uint32_t test_rays(Self self, const std::byte* bytes, std::uint32_t present,
                                   const FewRays& few, PacketGroup& group) {
        std::uint32_t hit = 0;
        with_known_culling(form(self), [&](const Test& method) {
            if constexpr (RulesOutPoints<Test>)
                hit = test_rays_left(method, leaf_at(bytes), present, few, group);
            else
                hit = test_all_rays(method, leaf_at(bytes), present, few, group);
        });
        return hit;
    }

    template <VectorWidth width>
    static constexpr KernelFunctions::AtWidth at() {
        return {
            [](Self self, std::size_t packets, PacketGroup& group) {
                at_width<width>([&] { prepare_rays(self, packets, group); });
            },
            [](Self self, std::span<const PacketTest> tests, PacketGroup& group) {
                at_width<width>([&] { test_packets(self, tests, group); });
            },
            [](Self self, const std::byte* leaf, std::uint32_t present, const FewRays& few,
               PacketGroup& group) {
                return at_width<width>([&] { return test_rays(self, leaf, present, few, group); });
            }};
    }
    template <std::size_t... width>
    static constexpr auto at_each(std::index_sequence<width...>) {
        return std::array{at<VectorWidth(width)>()...};
    }

public:
    static constexpr KernelFunctions functions = [] {
        KernelFunctions all{
            .precision = std::is_same_v<Real, float> ? Precision::single : Precision::twice,
            .scalar = scalar,
            .leaf_bytes = sizeof(Leaf),
            .test = test,
            .explain = explain,
            .meets_nan = meets_nan,
            .inside = nullptr,
            .reach = reach,
            .growth = growth,
            .prepare = prepare,
            .test_ray =
                [](Self self, const std::byte* leaf, std::uint32_t triangles, const Ray<float>& ray,
                   double* t) {
                    return at_width<VectorWidth::baseline>(
                        [&] { return test_ray(self, leaf, triangles, ray, t); });
                },
            .count_pairs = count_pairs,
            .at = at_each(std::make_index_sequence<vector_widths>())};
        if constexpr (TestsPoints<Test>) all.inside = inside;
        return all;
    }();
};

/// The method, with the settings that depend on the scene resolved.
template <typename Test>
Test fitted(Test method, const Surroundings& scene) {
    if constexpr (requires { method.fit(scene.eye, scene.box); }) method.fit(scene.eye, scene.box);
    return method;
}

/// A method's value, ready for a scene.
template <typename Test>
Kernel kernel_of(const Test& method, const Surroundings& scene) {
    return {std::make_shared<const Test>(fitted(method, scene)), KernelOf<Test>::functions};
}

namespace detail {
template <typename Test>
constexpr void for_each_parameter(auto&& visit) {
    if constexpr (requires { Test::parameters(visit); }) Test::parameters(visit);
}

template <typename Test>
inline constexpr auto parameters = [] {
    constexpr std::size_t count = [] {
        std::size_t n = 0;
        for_each_parameter<Test>([&](auto&&...) { ++n; });
        return n;
    }();
    static_assert(count <= Method::most_parameters);
    std::array<Parameter, count> rows{};
    std::size_t k = 0;
    for_each_parameter<Test>(
        [&](std::string_view key, auto member, const auto& allowed, std::string_view meaning) {
            Parameter& row = rows[k++];
            row.key = key, row.meaning = meaning;
            row.fallback = double(Test{}.*member);
            if constexpr (requires { row.allowed = allowed; })
                row.allowed = allowed;
            else
                row.choices = allowed, row.allowed = {0, double(allowed.size() - 1)};
        });
    return rows;
}();

/// Calls visit(member, number) for each parameter: the method's member and the value's number.
template <typename Test, typename Value>
void for_each_number(Test& method, Value& value, auto&& visit) {
    std::size_t k = 0;
    for_each_parameter<Test>(
        [&](auto&&, auto member, auto&&...) { visit(method.*member, value.number[k++]); });
}
template <typename Test>
Test form_of(const Method& value) {
    Test method;
    for_each_number(method, value, [](auto& member, double number) {
        member = static_cast<std::decay_t<decltype(member)>>(number);
    });
    return method;
}
template <typename Test>
Kernel kernel_of_value(const Method& value, const Surroundings& scene) {
    return kernel_of(form_of<Test>(value), scene);
}
/// Fitting does not depend on precision and variant.
template <typename Test>
Method fitted_value(const Method& value, const Surroundings& scene) {
    Method result = value;
    Test method = fitted(form_of<Test>(value), scene);
    for_each_number(method, result, [](auto member, double& number) { number = double(member); });
    for (std::size_t k = 0; k < value.number.size(); ++k)
        if (result.number[k] != value.number[k]) result.said = std::uint8_t(result.said | 1u << k);
    return result;
}

template <template <typename, Variant> class Name, typename Real>
Kernel kernel_in(const Method& value, const Surroundings& scene) {
    constexpr MethodInfo info = Name<float, Variant::published>::info;
    if constexpr (info.has(Variant::corrected))
        if (value.variant == Variant::corrected)
            return kernel_of_value<Name<Real, Variant::corrected>>(value, scene);
    if constexpr (info.has(Variant::atan2))
        if (value.variant == Variant::atan2)
            return kernel_of_value<Name<Real, Variant::atan2>>(value, scene);
    return kernel_of_value<Name<Real, Variant::published>>(value, scene);
}
}  // namespace detail

/// The method's line in the catalogue.
template <template <typename, Variant> class Name>
constexpr Entry entry() {
    using Test = Name<float, Variant::published>;
    static_assert(TestsPoints<Test> == (Test::info.kind == Kind::point_test));
    return {Test::info, detail::parameters<Test>,
            [](const Method& value, const Surroundings& scene) {
                return value.precision == Precision::single
                           ? detail::kernel_in<Name, float>(value, scene)
                           : detail::kernel_in<Name, double>(value, scene);
            },
            detail::fitted_value<Test>};
}

}  // namespace hitmiss
