#include "trace/tracer.hpp"

#include <fmt/core.h>

namespace hitmiss {

std::uint64_t Trace::operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const {
    std::uint64_t refused = 0;
    for_each_origin(rays, [&](const Rays& run, std::size_t first) {
        refused += trace_(run, hits.subspan(first, run.size()));
    });
    return refused;
}

Tracer make_tracer(const MethodSpec& spec, const Geometry& geometry, Walk how, VectorWidth width) {
    Tracer tracer;
    with_method(spec,
                [&](const auto& method) { tracer = tracer_of(method, geometry, how, width); });
    return tracer;
}

MethodSpec fitted(const MethodSpec& spec, const Geometry& geometry) {
    MethodSpec result = spec;
    with_method(spec, [&](const auto& unfitted) {
        const auto method = fitted(unfitted, geometry);
        method.parameters([&](std::string_view key, auto member, auto&&...) {
            if (method.*member == unfitted.*member) return;
            std::erase_if(result.settings,
                          [&](const auto& setting) { return setting.first == key; });
            if constexpr (std::is_same_v<std::decay_t<decltype(method.*member)>, double>)
                result.settings.emplace_back(key, fmt::format("{}", method.*member));
        });
    });
    return result;
}

Probe make_probe(const MethodSpec& spec, const Geometry& geometry) {
    Probe probe;
    with_method(spec, [&](const auto& unfitted) {
        using Real = typename MethodTraits<std::decay_t<decltype(unfitted)>>::Real;
        const auto method = fitted(unfitted, geometry);
        probe = [method](const Ray<float>& stored, const Triangle<float>& tri,
                         const NoteSink& sink) {
            const auto note = [&](std::string_view name, auto value) {
                if constexpr (std::is_arithmetic_v<decltype(value)>) {
                    sink(name, double(value));
                } else {
                    for (int k = 0; k < 3; ++k)
                        sink(std::string(name) + '.' + "xyz"[k], double(value[k]));
                }
                return value;
            };
            const Ray<Real> ray(stored);
            const auto candidate = method.test(ray, method.prepare(Triangle<Real>(tri)), note);
            return Verdict{candidate.hit != 0, counts(candidate, ray, reach_of(method, tri)),
                           double(candidate.t)};
        };
    });
    return probe;
}

}  // namespace hitmiss
