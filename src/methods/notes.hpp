#pragma once
// What a kernel computes for one ray and one triangle: the values that it notes, what they mean,
// and what they are compared with.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

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

/// The note(name, value, meaning) of the fast loops: does nothing.
inline constexpr auto no_notes = [](std::string_view, auto value, Meaning = {}) { return value; };

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

/// In the order of computation. The last decision decided about all that follows it.
struct Notes {
    std::vector<NotedValue> values;
    std::vector<Decision> decisions;
};

/// A noted number while a test is explained. It converts to the number, and notes every comparison
/// made with it. Sums and products of two noted numbers are named after both.
template <typename Real>
struct Noted {
    Real value;
    std::string name;
    Notes* notes;
    Meaning meaning = Meaning::none;

    operator Real() const { return value; }

    bool operator<(const auto& right) const { return noted("<", right, std::less()); }
    bool operator>(const auto& right) const { return noted(">", right, std::greater()); }
    bool operator<=(const auto& right) const { return noted("<=", right, std::less_equal()); }
    bool operator>=(const auto& right) const { return noted(">=", right, std::greater_equal()); }
    bool operator==(const auto& right) const { return noted("==", right, std::equal_to()); }

    Noted operator+(const Noted& right) const {
        return {value + right.value, name + " + " + right.name, notes};
    }
    Noted operator*(const Noted& right) const {
        return {value * right.value, name + " * " + right.name, notes};
    }

private:
    static NotedValue named(const auto& side) {
        if constexpr (requires { side.value; })
            return {side.name, double(side.value), side.meaning};
        else
            return {"", double(side)};
    }

    bool noted(std::string_view op, const auto& right, auto compare) const {
        Decision made{named(*this), op, named(right), false};
        made.holds = compare(made.left.value, made.right.value);
        notes->decisions.push_back(made);
        return made.holds;
    }
};

/// The note(name, value, meaning) of a test that is explained.
struct NoteTaker {
    Notes& notes;

    template <typename Real>
    Noted<Real> operator()(std::string_view name, Real value, Meaning meaning = {}) const {
        notes.values.push_back({std::string(name), double(value), meaning});
        return {value, std::string(name), &notes, meaning};
    }
    template <typename Real>
    Noted<Real> operator()(std::string_view name, const Noted<Real>& noted,
                           Meaning meaning = {}) const {
        return (*this)(name, noted.value, meaning);
    }
    template <typename Real>
    Vec<Real> operator()(std::string_view name, const Vec<Real>& vector,
                         Meaning meaning = {}) const {
        for (int k = 0; k < 3; ++k)
            notes.values.push_back(
                {std::string(name) + '.' + "xyz"[k], double(vector[k]), meaning, true});
        return vector;
    }
};

}  // namespace hitmiss
