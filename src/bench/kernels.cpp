#include "bench/kernels.hpp"

#include <fmt/core.h>

#include <memory>

#include "bench/kernel_loops.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t warm_triangles = 512, cold_triangles = 4096;
constexpr int warm_passes = 8;

/// The rays of all cases, shared by the methods of one arithmetic.
template <typename Real>
struct Sets {
    std::vector<KernelRays<Real>> by_rate;  ///< 0, 25, 50, 75, 100 % hits
    KernelRays<Real> cold{aim_rays(cold_triangles, 0.5)};

    Sets() {
        for (const double rate : {0.0, 0.25, 0.5, 0.75, 1.0})
            by_rate.emplace_back(aim_rays(warm_triangles, rate));
    }
};

/// Writes more memory than most caches hold.
struct CacheFlush {
    std::shared_ptr<std::vector<std::uint64_t>> memory =
        std::make_shared<std::vector<std::uint64_t>>(std::size_t{1} << 23);
    void operator()() const {
        for (auto& word : *memory) ++word;
    }
};

/// All runs, and what each of them measures.
struct Plan {
    Measurements rows;
    std::vector<Task> runs;
    std::vector<double> units;  ///< tests, or triangles prepared, of a run
    CacheFlush flush;
    std::shared_ptr<double> sink = std::make_shared<double>(0);

    void add(std::string subject, std::string setting, double count, Task run) {
        rows.push_back({.part = "kernels",
                        .subject = std::move(subject),
                        .setting = std::move(setting),
                        .unit = "ns",
                        .value = {}});
        runs.push_back(std::move(run));
        units.push_back(count);
    }
};

template <typename Method>
bool gives_weights(const Method& method) {
    using Real = typename MethodTraits<Method>::Real;
    const Triangle<Real> tri({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const Ray<Real> ray({Real(0.2), Real(0.2), 1}, {0, 0, -1});
    bool seen = false;
    method.test(ray, method.prepare(tri), [&](std::string_view name, auto value) {
        seen |= name == "u" || name == "x";
        return value;
    });
    return seen;
}

template <typename Method, typename Real = typename MethodTraits<Method>::Real>
void plan_method(Plan& plan, const std::string& name, const Method& method,
                 std::shared_ptr<const Sets<Real>> sets) {
    using Prepared = decltype(method.prepare(Triangle<Real>()));
    const auto prepare_all = [method](const KernelRays<Real>& data) {
        std::vector<Prepared> prepared;
        for (const auto& tri : data.triangles) prepared.push_back(method.prepare(tri));
        return prepared;
    };
    const auto keep = [sink = plan.sink](const Found<Real>& found) {
        *sink += double(found.hits) + double(found.t) + double(found.u) + double(found.v);
    };
    const auto add_form = [&]<bool lanes>(std::bool_constant<lanes>) {
        const std::string subject = fmt::format("{}, {}", name, lanes ? "lanes" : "scalar");
        const auto add = [&]<Output output, Preparation preparation>(
                             std::string setting, const KernelRays<Real>& data, bool warm) {
            const std::size_t rays_each = warm || lanes ? hitmiss::lanes : 1;
            const int passes = warm ? warm_passes : 1;
            const double tests = double(data.triangles.size() * rays_each) * passes;
            const auto work = [=, &data, owner = sets, prepared = prepare_all(data)] {
                for (int pass = 0; pass < passes; ++pass) {
                    if constexpr (lanes)
                        keep(lane_loop<output, preparation>(method, data, prepared));
                    else
                        keep(scalar_loop<output, preparation>(method, data, prepared, rays_each));
                }
            };
            plan.add(subject, std::move(setting), tests,
                     warm ? Task{work} : Task{work, plan.flush});
        };
        using enum Output;
        using enum Preparation;
        for (int k = 0; k < 5; ++k)
            add.template operator()<t, once>(fmt::format("{} %", 25 * k),
                                             sets->by_rate[std::size_t(k)], true);
        const auto& half = sets->by_rate[2];
        add.template operator()<boolean, once>("boolean", half, true);
        if (gives_weights(method)) add.template operator()<weights, once>("t u v", half, true);
        add.template operator()<t, each_time>("unprepared", half, true);
        add.template operator()<t, once>("cold", sets->cold, false);
    };
    add_form(std::false_type{});
    const auto prepare = [=, owner = sets, sink = plan.sink, &data = sets->by_rate[2]] {
        for (int pass = 0; pass < warm_passes; ++pass) {
            const auto prepared = prepare_all(data);
            *sink += double(prepared.size());
        }
    };
    plan.add(fmt::format("{}, scalar", name), "to prepare", double(warm_triangles * warm_passes),
             {prepare});
    if constexpr (!std::is_same_v<Method, Exact<Real>>) add_form(std::true_type{});
}

}  // namespace

Measurements kernel_costs(std::span<const MethodSpec> methods, int rounds) {
    Plan plan;
    const auto singles = std::make_shared<const Sets<float>>();
    const auto doubles = std::make_shared<const Sets<double>>();
    for (const auto& spec : methods)
        with_method(spec, [&](const auto& method) {
            using Traits = MethodTraits<std::decay_t<decltype(method)>>;
            if constexpr (Traits::variant == Variant::published) {
                if constexpr (std::is_same_v<typename Traits::Real, float>)
                    plan_method(plan, to_string(spec), method, singles);
                else
                    plan_method(plan, to_string(spec), method, doubles);
            }
        });
    const auto seconds = take_turns(plan.runs, rounds, Clock::thread);
    for (std::size_t k = 0; k < plan.rows.size(); ++k)
        plan.rows[k].value = scaled(1e9 / plan.units[k], seconds[k]);
    return plan.rows;
}

}  // namespace hitmiss
