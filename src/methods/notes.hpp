#pragma once
// What a method's own text tells of a test: the values that it noted, and what it compared them
// with.

#include <string>
#include <string_view>
#include <vector>

#include "base/geometry.hpp"

namespace hitmiss {

/// An intermediate value under its name in the kernel; vectors come as name.x, name.y, name.z.
struct NotedValue {
    std::string name;
    double value;
};

/// A comparison of noted values: left op right. A plain number has no name.
struct Decision {
    NotedValue left;
    std::string_view op;
    NotedValue right;
    bool holds;
};

/// In the order of their computation; what follows the last decision was decided by it.
struct Notes {
    std::vector<NotedValue> values;
    std::vector<Decision> decisions;
};

/// A noted number while a test is explained: it converts to the number, and notes down what it is
/// compared with. Sums and products of two are named after them.
template <typename Real>
struct Noted {
    Real value;
    std::string name;
    Notes* notes;

    operator Real() const { return value; }

    bool operator<(const auto& right) const { return noted("<", right, value < number(right)); }
    bool operator>(const auto& right) const { return noted(">", right, value > number(right)); }
    bool operator<=(const auto& right) const { return noted("<=", right, value <= number(right)); }
    bool operator>=(const auto& right) const { return noted(">=", right, value >= number(right)); }
    bool operator==(const auto& right) const { return noted("==", right, value == number(right)); }

    Noted operator+(const Noted& right) const {
        return {value + right.value, name + " + " + right.name, notes};
    }
    Noted operator*(const Noted& right) const {
        return {value * right.value, name + " * " + right.name, notes};
    }

private:
    template <typename Other>
    static Other number(const Noted<Other>& noted) {
        return noted.value;
    }
    static Real number(int plain) { return Real(plain); }
    static auto number(auto plain) { return plain; }
    template <typename Other>
    static NotedValue named(const Noted<Other>& noted) {
        return {noted.name, double(noted.value)};
    }
    static NotedValue named(auto plain) { return {"", double(plain)}; }

    bool noted(std::string_view op, const auto& right, bool holds) const {
        notes->decisions.push_back({named(*this), op, named(right), holds});
        return holds;
    }
};

/// The note(name, value) of a method that is explained.
struct NoteTaker {
    Notes& notes;

    template <typename Real>
    Noted<Real> operator()(std::string_view name, Real value) const {
        notes.values.push_back({std::string(name), double(value)});
        return {value, std::string(name), &notes};
    }
    template <typename Real>
    Noted<Real> operator()(std::string_view name, const Noted<Real>& noted) const {
        return (*this)(name, noted.value);
    }
    template <typename Real>
    Vec<Real> operator()(std::string_view name, const Vec<Real>& vector) const {
        for (int k = 0; k < 3; ++k)
            notes.values.push_back({std::string(name) + '.' + "xyz"[k], double(vector[k])});
        return vector;
    }
};

}  // namespace hitmiss
