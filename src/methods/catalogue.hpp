#pragma once
// The catalogue: every method, in the order of the documentation. To add one, write its file and
// add its line here; the command line, the scene files, the tables and the tests then know it.

#include "methods/angle_sum.hpp"
#include "methods/angle_sum_walking.hpp"
#include "methods/baldwin_weber.hpp"
#include "methods/collision_matrix.hpp"
#include "methods/exact.hpp"
#include "methods/moller_trumbore.hpp"
#include "methods/same_side.hpp"
#include "methods/signed_angle_sum.hpp"
#include "methods/signed_volume.hpp"
#include "methods/watertight.hpp"

namespace hitmiss {

/// A method before its precision and variant are chosen.
template <template <typename, Variant> class Method>
struct Listed {
    template <typename Real, Variant variant>
    using As = Method<Real, variant>;
};

template <template <typename, Variant> class... Methods>
struct MethodList {
    /// Calls visit(Listed<Method>{}) for each, in order.
    static void for_each(auto&& visit) { (visit(Listed<Methods>{}), ...); }
};

using Catalogue = MethodList<  //
    MollerTrumbore,            //
    CollisionMatrix,           //
    AngleSum,                  //
    AngleSumWalking,           //
    SameSide,                  //
    SignedAngleSum,            //
    SignedVolume,              //
    BaldwinWeber,              //
    Watertight,                //
    Exact>;

/// What a method was set to, for captions and tables.
struct MethodSummary {
    MethodInfo info;
    std::optional<double> epsilon;
    Precision precision;
    Variant variant;
    Cull cull;
};

/// One row of the catalogue's description of a parameter.
struct ParameterInfo {
    std::string key, default_value, allowed, meaning;
};
struct CatalogueEntry {
    MethodInfo info;
    std::vector<ParameterInfo> parameters;  ///< its own, then precision and variant
};

std::string_view to_string(Variant variant);
std::string_view to_string(Precision precision);
std::string_view to_string(Cull cull);

/// Reads NAME[:key=value,...]; a bare number is the epsilon. Throws Error{Exit::usage} that names
/// what there is instead.
MethodSpec parse_method(std::string_view text);
/// The same from a name and its settings.
MethodSpec make_method(std::string name, std::vector<std::pair<std::string, std::string>> settings);
/// What was asked for, as NAME[:key=value,...]; parse_method reads it back.
std::string to_string(const MethodSpec& spec);

/// What a table or a caption says of the method.
MethodSummary summary(const MethodSpec& spec);
/// All methods with their settings, in the order of the list.
std::vector<CatalogueEntry> describe_catalogue();

namespace detail {
/// Sets the parameter's member from its text; throws Error{Exit::usage}.
void read_setting(const std::string& text, std::string_view key, double& value,
                  const Range& allowed);
void read_setting(const std::string& text, std::string_view key, Cull& value,
                  const std::array<std::string_view, 2>& allowed);
Precision read_precision(const std::string& text);
Variant read_variant(const std::string& text, const MethodInfo& info);
[[noreturn]] void unknown_method(const std::string& name,
                                 const std::vector<std::string_view>& names);
[[noreturn]] void unknown_setting(const std::string& key, const MethodInfo& info,
                                  const std::vector<std::string_view>& keys);

template <typename Method>
Method with_settings(const MethodSpec& spec) {
    Method method;
    for (const auto& setting : spec.settings) {
        bool known = setting.first == "precision" || setting.first == "variant";
        std::vector<std::string_view> keys;
        Method::parameters([&](std::string_view key, auto member, const auto& allowed, auto&&) {
            keys.push_back(key);
            if (key != setting.first) return;
            read_setting(setting.second, key, method.*member, allowed);
            known = true;
        });
        if (!known) unknown_setting(setting.first, Method::info, keys);
    }
    return method;
}
}  // namespace detail

/// Calls visit(method) with the method that the spec names, as a value of its own type: the one
/// place where a name at run time becomes code at compile time. Throws Error{Exit::usage}.
template <typename List = Catalogue, typename Visit>
void with_method(const MethodSpec& spec, Visit&& visit) {
    bool found = false;
    std::vector<std::string_view> names;
    List::for_each([&](auto listed) {
        using Method = decltype(listed);
        constexpr MethodInfo info = Method::template As<float, Variant::published>::info;
        names.push_back(info.name);
        if (info.name != spec.name) return;
        found = true;
        auto precision = Precision::single;
        auto variant = Variant::published;
        for (const auto& setting : spec.settings) {
            if (setting.first == "precision") precision = detail::read_precision(setting.second);
            if (setting.first == "variant") variant = detail::read_variant(setting.second, info);
        }
        const auto visit_variant = [&](auto chosen) {
            constexpr Variant v = decltype(chosen)::value;
            if (precision == Precision::single)
                visit(detail::with_settings<typename Method::template As<float, v>>(spec));
            else
                visit(detail::with_settings<typename Method::template As<double, v>>(spec));
        };
        if (variant == Variant::published)
            visit_variant(std::integral_constant<Variant, Variant::published>{});
        if constexpr (!info.corrected.empty())
            if (variant == Variant::corrected)
                visit_variant(std::integral_constant<Variant, Variant::corrected>{});
        if constexpr (info.atan2)
            if (variant == Variant::atan2)
                visit_variant(std::integral_constant<Variant, Variant::atan2>{});
    });
    if (!found) detail::unknown_method(spec.name, names);
}

/// What a method's type was chosen from the catalogue with.
template <typename Method>
struct MethodTraits;
template <template <typename, Variant> class Method, typename Arithmetic, Variant chosen>
struct MethodTraits<Method<Arithmetic, chosen>> {
    using Real = Arithmetic;
    static constexpr Variant variant = chosen;
};

}  // namespace hitmiss
