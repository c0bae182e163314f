#pragma once
// A method as a user names it, and the catalogue of all there are.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "methods/kernel.hpp"
#include "methods/method.hpp"

namespace hitmiss {

struct Method;

/// What a user may say about a method in words.
struct Text {
    std::string_view key;
    std::string Method::*value;
    std::string_view meaning;
};

/// A line of the catalogue.
struct Entry {
    MethodInfo info;
    std::span<const Parameter> parameters;  ///< its own, by key; beside precision and variant
    /// Null: there is none, something else answers: a file, another tracer.
    Kernel (*kernel)(const Method& method, const Surroundings& scene);
    /// The method with the numbers that it takes from the scene.
    Method (*fitted)(const Method& method, const Surroundings& scene);
    std::span<const Text> texts = {};
};

/// A method that was chosen: parsed once, a value from then on.
struct Method {
    static constexpr std::size_t most_parameters = 4;

    const Entry* entry;
    std::array<double, most_parameters> number;  ///< by row of entry->parameters
    Precision precision;
    Variant variant = Variant::published;
    /// Bit k: parameter k was said, not left at its default; then bits for precision and variant.
    std::uint8_t said = 0;
    std::string file, title;  ///< of answers that come from a file

    explicit Method(const Entry& listed);
    /// The entry's name; of what has no kernel what the user calls it, its file or its settings.
    std::string name() const;
    Kind kind() const { return entry->info.kind; }
    /// Whether a kernel answers, which alone tests pairs of ray and triangle.
    bool has_kernel() const { return entry->kernel != nullptr; }
    /// The number of that key, if it has one.
    std::optional<double> get(std::string_view key) const;
    /// The same method with that number, within its range. Throws Error{Exit::usage} for a number
    /// that it does not have or that is out of range.
    Method with(std::string_view key, double value) const;
    /// The same method with that number at its default, unsaid, if it has one of that key.
    Method without(std::string_view key) const;
    /// The same method with what its source's demonstration or correction uses, unless the user
    /// said a variant or it does not have this one.
    Method in_variant(Variant wanted) const;
    /// Sets the precision, unless the user said one.
    void suppose(Precision wanted);
    /// What was said: keys and values, as in NAME:key=value.
    std::vector<std::pair<std::string_view, std::string>> settings() const;
    std::optional<double> epsilon() const { return get("epsilon"); }
    /// "float", "double", or nothing where nothing is rounded.
    std::optional<std::string_view> arithmetic() const {
        return entry->info.rounds() ? std::optional(to_string(precision)) : std::nullopt;
    }
    bool culls() const { return get("cull") == double(Cull::back); }

    /// With what it takes from the scene written out, so that it means the same without the scene.
    Method fitted(const Surroundings& scene) const { return entry->fitted(*this, scene); }
    /// Ready for a scene. Throws Error{Exit::usage} if something else answers.
    Kernel kernel(const Surroundings& scene) const;

    bool operator==(const Method&) const = default;
};

using Catalogue = std::span<const Entry* const>;
/// Every method that has a kernel, in the order of the documentation.
Catalogue catalogue();
/// Those that have none: answers from a file, and from another tracer.
Catalogue foreign_methods();

/// Reads NAME[:setting=value,...]; a bare number is the epsilon, a bare word what takes it. Throws
/// Error{Exit::usage} that names what there is instead.
Method parse_method(std::string_view text, Catalogue methods = catalogue());
/// The same from a name and its settings. Those without a kernel are found too.
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
/// The method's own parameters, then precision and variant.
std::vector<ParameterText> describe(const Entry& entry);

/// Every method in every precision and variant that it has, its numbers at their defaults.
std::vector<Method> all_methods(Catalogue methods = catalogue());

}  // namespace hitmiss
