#pragma once
// What a test asks that is to hold for all methods.

#include "methods/catalogue.hpp"

namespace hitmiss {

/// Every method in every precision, arithmetic and variant, with its switches and, for a halo,
/// several sizes; and Möller & Trumbore's as programs ship it.
inline std::vector<Method> methods_and_switches() {
    std::vector<Method> all;
    for (const auto arithmetic : {Arithmetic::separate, Arithmetic::fused}) {
        for (const Method& method : all_methods(arithmetic)) {
            all.push_back(method);
            for (const char* key : {"plane", "cull", "edges", "once", "tolerance"})
                if (method.get(key)) all.push_back(method.with(key, 1));
            for (const char* key : {"edges", "once"})
                if (method.get(key) && method.name() == "watertight")
                    all.push_back(method.with(key, 2));
            if (method.get("inflate"))
                for (const double inflate : {1e-5, 0.1})
                    all.push_back(method.with("inflate", inflate));
            if (method.name() == "area-sum") all.push_back(method.with("epsilon", 0.1));
            if (method.name().starts_with("angle-sum"))
                for (const double epsilon : {1e-3, 0.5, 2.0})
                    all.push_back(method.with("epsilon", epsilon));
        }
        const Method shipped =
            parse_method("moller-trumbore").with(arithmetic_key, double(arithmetic));
        for (std::size_t k = 1; k <= shipped.entry->presets.size(); ++k)
            all.push_back(shipped.with(preset_key, double(k)));
        // The one preset with a bound of its own, in the other variant.
        all.push_back(parse_method("moller-trumbore:as=libigl,corrected")
                          .with(arithmetic_key, double(arithmetic)));
    }
    return all;
}

}  // namespace hitmiss
