#pragma once
// A method as a user chooses it: a value.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "methods/contract.hpp"

namespace hitmiss {

struct Kernel;
struct Method;

/// What a user may say about a method: a number, one of some words, which is stored as its place
/// among `choices`, or a text.
struct Parameter {
    std::string_view key;
    double fallback = 0;  ///< where nothing is said
    Range allowed{0, 0};
    std::span<const std::string_view> choices{};  ///< empty for a number
    std::string_view meaning{};
    std::string Method::*text = nullptr;
};
/// The three that come last.
inline constexpr std::string_view precision_key = "precision", arithmetic_key = "arithmetic",
                                  variant_key = "variant";
constexpr Parameter precision_parameter(Precision fallback) {
    return {precision_key,
            double(fallback),
            {0, 1},
            precision_names,
            "of the arithmetic; rays and vertices are always the same stored floats"};
}
inline constexpr Parameter arithmetic_parameter{
    arithmetic_key,
    0,
    {0, 1},
    arithmetic_names,
    "separate: each operation is rounded. fused: a product that is added to or subtracted from "
    "something is contracted with it to one fused multiply-add, as compilers do by default for ARM "
    "and GPUs, and for x86 with FMA (-march=native); this is one of several contractions, that of "
    "g++"};

/// Settings that go by one name, such as those of a program that ships the test. Choosing it sets
/// all of them; settings said beside it override.
struct Preset {
    struct Setting {
        std::string_view key;
        double number;
    };
    std::string_view name;    ///< a choice of the parameter preset_key
    std::string_view source;  ///< repository, file, date
    std::array<Setting, 4> settings;
    bool float_t = false;  ///< t is stored as a float, whatever the precision
};
inline constexpr std::string_view preset_key = "as";
/// `godot` of `godot-2026-11`, and any other name as it is.
std::string_view without_version(std::string_view name);

/// What a method may take from a scene: where the rays start, and the box of the triangles.
struct Surroundings {
    Vec<double> eye{0};
    Box box{};
};

/// A line of the catalogue. Without functions something else answers: a file, another tracer.
struct Entry {
    MethodInfo info;
    std::span<const Parameter> parameters;  ///< its own, then precision, arithmetic and variant
    Kernel (*kernel)(const Method& method, const Surroundings& scene) = nullptr;
    /// The method with the numbers that it takes from the scene.
    Method (*fitted)(const Method& method, const Surroundings& scene) = nullptr;
    std::span<const Preset> presets{};  ///< in the order of the choices; the first choice has none
};

/// A method that was chosen: parsed once, a value from then on.
struct Method {
    static constexpr std::size_t most_parameters = 8;

    const Entry* entry;
    std::array<double, most_parameters> number{};  ///< by row of entry->parameters
    std::uint8_t said = 0;    ///< bit k: parameter k was said, not left at its default
    std::string file, title;  ///< of answers that come from a file

    explicit Method(const Entry& listed);
    /// The entry's name; without a kernel the name that the user gave, the file or the settings.
    std::string name() const;
    Kind kind() const { return entry->info.kind; }
    /// Whether a kernel answers, which alone tests pairs of ray and triangle.
    bool has_kernel() const { return entry->kernel != nullptr; }
    /// The number of that key, if it has one.
    std::optional<double> get(std::string_view key) const;
    Precision precision() const {
        return Precision(int(get(precision_key).value_or(double(entry->info.precision))));
    }
    /// The precision of its t, and so of the judge's tolerances: float where a preset stores it
    /// as one, else that of the arithmetic.
    Precision answer_precision() const;
    Arithmetic arithmetic() const { return Arithmetic(int(get(arithmetic_key).value_or(0))); }
    Variant variant() const { return Variant(int(get(variant_key).value_or(0))); }
    std::optional<double> epsilon() const { return get("epsilon"); }
    bool culls() const { return get("cull") == double(Cull::back); }
    bool contracts() const { return arithmetic() == Arithmetic::fused; }
    /// "float", "double", or nothing where nothing is rounded.
    std::optional<std::string_view> precision_text() const {
        return entry->info.rounds() ? std::optional(to_string(precision())) : std::nullopt;
    }
    /// "separate", "fused", or nothing where no kernel of ours rounds.
    std::optional<std::string_view> arithmetic_text() const {
        return get(arithmetic_key) ? std::optional(to_string(arithmetic())) : std::nullopt;
    }
    /// What was said: keys and values, as in NAME:key=value.
    std::vector<std::pair<std::string_view, std::string>> settings() const;
    /// The value in that row of entry->parameters, as a user would write it.
    std::string value_text(std::size_t row) const;
    /// What a value without a key sets: the epsilon if it is a number, else what takes that word.
    /// Throws Error{Exit::usage} if nothing does.
    std::string_view key_of(std::string_view value) const;

    /// Sets what the user says. Throws Error{Exit::usage} that names what would be right.
    void set(std::string_view key, std::string_view text);
    /// Sets the precision, unless the user said one.
    void suppose(Precision wanted);
    /// The same method with that number, within its range. Throws Error{Exit::usage} for a number
    /// that it does not have or that is out of range.
    Method with(std::string_view key, double value) const;
    /// The same method with that number at its default, unsaid, if it has one of that key. The
    /// default is the preset's, if one was chosen.
    Method without(std::string_view key) const;
    /// The same method with what its source's demonstration or correction uses, unless the user
    /// said a variant or it does not have this one.
    Method in_variant(Variant wanted) const;

    /// With what it takes from the scene written out, so that it means the same without the scene.
    Method fitted(const Surroundings& scene) const {
        return has_kernel() ? entry->fitted(*this, scene) : *this;
    }
    /// Ready for a scene. Throws Error{Exit::usage} if something else answers.
    Kernel kernel(const Surroundings& scene) const;

    bool operator==(const Method&) const = default;
};

}  // namespace hitmiss
