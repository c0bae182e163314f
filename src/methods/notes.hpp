#pragma once
// What a kernel computes for one ray and one triangle: the values that it notes, what they mean,
// and what they are compared with.

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fused_vec.hpp"
#include "base/geometry.hpp"

namespace hitmiss {

/// What a noted value means. Figures and the page ask for this, never for a value's name.
enum class Meaning {
    none,
    edge_bc,  ///< decides for the part of the triangle between P and this edge: its weight, its
    edge_ca,  ///< area, a volume over it, or its normal
    edge_ab,
    angle_bc,  ///< the angle under which P sees this edge
    angle_ca,
    angle_ab,
    angle_sum,
    guard,  ///< says nothing about inside or outside: a degenerate case, the range of t
};
constexpr bool is_angle(Meaning meaning) {
    return meaning >= Meaning::angle_bc && meaning <= Meaning::angle_ab;
}

/// The note(name, value, meaning) of the fast loops: rounds a product, and nothing else.
struct NoNotes {
    constexpr auto operator()(std::string_view, const auto& value, Meaning = {}) const {
        return settled(value);
    }
};
inline constexpr NoNotes no_notes;

/// An intermediate value under its name in the kernel. A vector is three values: name.x, name.y and
/// name.z.
struct NotedValue {
    std::string name;
    double value;
    Meaning meaning = Meaning::none;
    bool coordinate = false;  ///< of a vector
};

/// A comparison of noted values: left op right. A plain number has no name.
struct Decision {
    NotedValue left;
    std::string_view op;
    NotedValue right;
    bool holds;

    bool guards() const {
        return left.meaning == Meaning::guard || right.meaning == Meaning::guard;
    }
};

/// A value with a name that the notes keep, or that is in the program's text.
struct NamedNumber {
    std::string_view name;
    double value;
    Meaning meaning = Meaning::none;
};

/// In the order of computation. The last decision decided about all that follows it.
struct Notes {
    std::vector<NotedValue> values;
    std::vector<Decision> decisions;
    std::deque<std::string> names;  ///< of sums and products

    // Compiled once, for numbers of any type.
    void add_value(const NamedNumber& number);
    void add_vector(std::string_view name, const Vec<double>& vector, Meaning meaning);
    void add_decision(const NamedNumber& left, std::string_view op, const NamedNumber& right,
                      bool holds);
    /// The name of two numbers together, as in u + v.
    std::string_view name_of(std::string_view left, std::string_view op, std::string_view right);
};

/// A noted number while a test is explained. It converts to the number, and notes every comparison
/// made with it. Sums and products of two noted numbers are named after both.
template <typename Real>
struct Noted {
    Real value;
    std::string_view name;
    Notes* notes;
    Meaning meaning = Meaning::none;

    operator Real() const { return value; }
    operator BaseOf<Real>() const requires is_fused<Real> { return value; }

    bool operator<(const auto& right) const { return noted("<", right, std::less()); }
    bool operator>(const auto& right) const { return noted(">", right, std::greater()); }
    bool operator<=(const auto& right) const { return noted("<=", right, std::less_equal()); }
    bool operator>=(const auto& right) const { return noted(">=", right, std::greater_equal()); }
    bool operator==(const auto& right) const { return noted("==", right, std::equal_to()); }

    auto operator+(const Noted& right) const {
        return together(value + right.value, notes->name_of(name, " + ", right.name));
    }
    auto operator*(const Noted& right) const {
        return together(value * right.value, notes->name_of(name, " * ", right.name));
    }

private:
    template <typename Result>
    Noted<Result> together(const Result& result, std::string_view both) const {
        return {result, both, notes};
    }
    static NamedNumber named(const auto& side) {
        if constexpr (requires { side.value; })
            return {side.name, double(side.value), side.meaning};
        else
            return {"", double(side)};
    }

    bool noted(std::string_view op, const auto& right, auto compare) const {
        const NamedNumber first = named(*this), second = named(right);
        const bool holds = compare(first.value, second.value);
        notes->add_decision(first, op, second, holds);
        return holds;
    }
};

/// In sums and products it contracts as its number does.
template <typename Real>
constexpr const auto& as_fused(const Noted<Real>& noted) requires Fusable<Real> {
    return as_fused(noted.value);
}

/// The note(name, value, meaning) of a test that is explained. A product is rounded; a noted number
/// gets another name.
struct NoteTaker {
    Notes& notes;

    template <typename Value>
    auto operator()(std::string_view name, const Value& given, Meaning meaning = {}) const {
        if constexpr (requires { given.notes; }) {
            return (*this)(name, given.value, meaning);
        } else if constexpr (const auto value = settled(given); requires { value.z; }) {
            notes.add_vector(name, Vec<double>(value), meaning);
            return value;
        } else {
            notes.add_value({name, double(value), meaning});
            return Noted<std::decay_t<decltype(value)>>{value, name, &notes, meaning};
        }
    }
};

}  // namespace hitmiss
