#pragma once
// Results for people and for programs: named values, printed as text, JSON or CSV.

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hitmiss {

struct Value;
struct Member;
using List = std::vector<Value>;
using Object = std::vector<Member>;  ///< its members in this order
using Rows = std::vector<Object>;    ///< of a table: flat, all with the same keys in the same order

/// A value of a report; without one it is null, as is a number that is not finite.
struct Value {
    Value();
    Value(bool value);
    Value(double value);
    template <std::signed_integral Number>
    Value(Number value);
    template <std::unsigned_integral Number>
    Value(Number value);
    template <typename T>
    Value(const std::optional<T>& value);
    Value(const char* text);
    Value(std::string_view text);
    Value(std::string text);
    Value(List list);
    Value(Object object);
    Value(const Rows& rows);

    bool operator==(const Value&) const;

    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List,
                 Object>
        held;
};

struct Member {
    std::string key;
    Value value;
    bool operator==(const Member&) const = default;
};

template <std::signed_integral Number>
Value::Value(Number value) : held(std::int64_t{value}) {}
template <std::unsigned_integral Number>
Value::Value(Number value) : held(std::uint64_t{value}) {}
template <typename T>
Value::Value(const std::optional<T>& value) : Value(value ? Value(*value) : Value()) {}
/// Adds members at the end.
void append(Object& object, Object more);

/// The number rounded to so many significant digits.
Value rounded(double value, int digits);

/// The shortest decimal number that reads back as this float.
Value shortest(float value);

enum class Format { text, json, csv };

/// What a command found out.
struct Report {
    Object json;
    Rows csv;
    std::string text;
};

/// The report as this format prints it.
std::string to_string(const Report& report, Format format);

/// A value that is no list and no object as a table shows it: numbers as number_text() writes them,
/// for people with thousands grouped; null is empty, for people "-".
std::string cell_text(const Value& value, bool for_people);

/// The same as a table of Markdown.
std::string as_markdown(const Rows& rows);

/// A header line, then a line per row, after RFC 4180; null is empty.
std::string as_csv(const Rows& rows);

/// Indented by two spaces, without a line break at the end.
std::string as_json(const Value& value);

}  // namespace hitmiss
