#pragma once
// Reads a TOML table key by key and checks each value's type and range.

#include <toml++/toml.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/geometry.hpp"
#include "base/limits.hpp"
#include "methods/method.hpp"

namespace hitmiss {

/// Far from overflow in float, even for the camera that frames a scene of this size.
inline constexpr Range coordinate{-max_coordinate, max_coordinate};

/// A table of a TOML file. A key read without a fallback is required. All errors are
/// Error{Exit::bad_input} with file and line. The parsed file must outlive its readers.
class TomlReader {
public:
    /// `section` is the table's name in messages, for example "[camera]".
    TomlReader(const toml::table& table, std::string file, std::string section)
        : table_(&table), file_(std::move(file)), section_(std::move(section)) {}

    /// Throws if the table has any other key.
    void only(std::initializer_list<std::string_view> keys) const;
    double number(std::string_view key, const Range& range,
                  std::optional<double> fallback = {}) const;
    int integer(std::string_view key, int lo, int hi, int fallback) const;
    std::string text(std::string_view key) const;
    /// Three numbers.
    Vec<double> vector(std::string_view key, const Range& range,
                       const std::optional<Vec<double>>& fallback = {}) const;
    /// Index of a string among the words.
    std::size_t choice(std::string_view key, std::span<const std::string_view> words,
                       std::size_t fallback) const;
    /// The sub-table [key], if there is one.
    std::optional<TomlReader> table(std::string_view key) const;
    /// The array of tables [[key]]; empty if there is none.
    std::vector<TomlReader> tables(std::string_view key, std::size_t most) const;
    /// All keys but one, with numbers as text: for a table whose keys a method checks.
    std::vector<std::pair<std::string, std::string>> all_but(std::string_view key) const;

    /// call(), where an Error{Exit::usage} becomes an error at that key.
    auto at(std::string_view key, auto&& call) const {
        try {
            return call();
        } catch (const Error& e) {
            if (e.exit != Exit::usage) throw;
            throw error(key, e.what());
        }
    }

    bool has(std::string_view key) const { return table_->contains(key); }
    bool has_array(std::string_view key) const { return (*table_)[key].is_array(); }
    /// An error at the key's line, or at the table's if the key is missing.
    Error error(std::string_view key, const std::string& message) const;
    template <typename... Args>
    Error error(std::string_view key, fmt::format_string<Args...> text, Args&&... args) const {
        return error(key, fmt::format(text, std::forward<Args>(args)...));
    }

private:
    const toml::node* find(std::string_view key, const std::string& right, bool required) const;
    Error wrong(const toml::node& node, std::string_view key, const std::string& right) const;
    double number(const toml::node& node, std::string_view key, const Range& range,
                  const std::string& right) const;

    const toml::table* table_;
    std::string file_, section_;
};

}  // namespace hitmiss
