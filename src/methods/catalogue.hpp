#pragma once
// The catalogue of all methods, and how a user's words choose one.

#include "methods/kernel.hpp"
#include "methods/method.hpp"

namespace hitmiss {

using Catalogue = std::span<const Entry* const>;
/// Every method that has a kernel, in the order of the documentation.
Catalogue catalogue();
/// Those that have none: answers from a file, and from another tracer.
Catalogue foreign_methods();
/// What Embree's setting `isa` may be.
inline constexpr std::array<std::string_view, 6> instruction_sets{"default", "sse2", "sse4.2",
                                                                  "avx",     "avx2", "avx512"};
/// Every method in every precision and variant that it has, its numbers at their defaults, in that
/// arithmetic. What does not round is separate.
std::vector<Method> all_methods(Arithmetic arithmetic = Arithmetic::separate);

/// Reads NAME[:setting=value,...]; a bare number is the epsilon, a bare word what takes it. Throws
/// Error{Exit::usage} that names what there is instead.
Method parse_method(std::string_view text, Catalogue methods = catalogue());
/// The same from a name, or mt or wt for short, and its settings. Those without a kernel are found
/// too.
Method make_method(std::string_view name,
                   const std::vector<std::pair<std::string, std::string>>& settings = {},
                   Catalogue methods = catalogue());
/// What was said, as NAME[:setting=value,...]; parse_method reads it back.
std::string to_string(const Method& method);

bool holds(const Range& range, double number);
/// The range and its unit, as "(0, 6.28319) radians".
std::string describe(const Range& range);

/// One row of the catalogue's description of a parameter.
struct ParameterText {
    std::string_view key;
    std::string default_value, allowed, meaning;
};
/// The method's own parameters, then precision, arithmetic and variant.
std::vector<ParameterText> describe(const Entry& entry);

}  // namespace hitmiss
