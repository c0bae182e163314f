#include "scene/toml_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

/// A scalar as a user would write it in NAME:setting=value.
std::optional<std::string> scalar_text(const toml::node& node) {
    if (const auto* value = node.as_string()) return value->get();
    if (const auto* value = node.as_integer()) return fmt::format("{}", value->get());
    if (const auto* value = node.as_floating_point()) return fmt::format("{:#}", value->get());
    return {};
}

}  // namespace

Error TomlReader::error(std::string_view key, const std::string& message) const {
    const auto found = table_->find(key);
    const auto& place = found == table_->end() ? table_->source() : found->first.source();
    return bad_input(file_, place.begin.line, message);
}

Error TomlReader::wrong(const toml::node& node, std::string_view key,
                        const std::string& right) const {
    // Quoted where it is: a text in place of a number is seen by that.
    const auto value =
        node.is_string() ? fmt::format("\"{}\"", printable(*scalar_text(node))) : scalar_text(node);
    return bad_input(file_, node.source().begin.line, "{} of {} cannot be {}; it takes {}", key,
                     section_, value ? *value : "this", right);
}

const toml::node* TomlReader::find(std::string_view key, const std::string& right,
                                   bool required) const {
    const auto* node = table_->get(key);
    if (node == nullptr && required)
        throw error(key, "{} lacks '{}'; it takes {}", section_, key, right);
    return node;
}

void TomlReader::only(std::initializer_list<std::string_view> keys) const {
    for (const auto& [key, node] : *table_)
        if (std::find(keys.begin(), keys.end(), key.str()) == keys.end())
            throw error(key.str(), "{} has no setting '{}'; {}it has {}", section_,
                        printable(key.str()), did_you_mean(key.str(), keys), fmt::join(keys, ", "));
}

double TomlReader::number(const toml::node& node, std::string_view key, const Range& range,
                          const std::string& right) const {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !holds(range, *value)) throw wrong(node, key, right);
    return *value;
}

double TomlReader::number(std::string_view key, const Range& range,
                          std::optional<double> fallback) const {
    const auto right = "a number in " + describe(range);
    const auto* node = find(key, right, !fallback);
    return node == nullptr ? *fallback : number(*node, key, range, right);
}

int TomlReader::integer(std::string_view key, int lo, int hi, int fallback) const {
    const auto right = fmt::format("a whole number from {} to {}, without a point", lo, hi);
    const auto* node = table_->get(key);
    if (node == nullptr) return fallback;
    const auto* value = node->as_integer();
    if (value == nullptr || value->get() < lo || value->get() > hi) throw wrong(*node, key, right);
    return int(value->get());
}

std::string TomlReader::text(std::string_view key) const {
    const std::string right = "a string in quotes";
    const auto* node = find(key, right, true);
    if (!node->is_string()) throw wrong(*node, key, right);
    return node->as_string()->get();
}

Vec<double> TomlReader::vector(std::string_view key, const Range& range,
                               const std::optional<Vec<double>>& fallback) const {
    const auto right = fmt::format("[x, y, z], three numbers in {}", describe(range));
    const auto* node = find(key, right, !fallback);
    if (node == nullptr) return *fallback;
    const auto* array = node->as_array();
    if (array == nullptr || array->size() != 3) throw wrong(*node, key, right);
    Vec<double> value;
    for (int axis = 0; axis < 3; ++axis)
        value[axis] = number((*array)[std::size_t(axis)], key, range, right);
    return value;
}

std::size_t TomlReader::choice(std::string_view key, std::span<const std::string_view> words,
                               std::size_t fallback) const {
    const auto right = fmt::format("one of {}", fmt::join(words, ", "));
    const auto* node = table_->get(key);
    if (node == nullptr) return fallback;
    const auto found = std::find(words.begin(), words.end(), node->value_or(std::string_view()));
    if (found == words.end()) throw wrong(*node, key, right);
    return std::size_t(found - words.begin());
}

std::optional<TomlReader> TomlReader::table(std::string_view key) const {
    // Within [[mesh]] it is [mesh.moving].
    const auto begin = section_.rfind('[') + 1, end = section_.find(']');
    const auto outer = begin > 0 ? section_.substr(begin, end - begin) + '.' : "";
    const auto section = fmt::format("[{}{}]", outer, key);
    const auto* node = table_->get(key);
    if (node == nullptr) return {};
    if (!node->is_table()) throw wrong(*node, key, "a section " + section);
    return TomlReader(*node->as_table(), file_, section);
}

std::vector<TomlReader> TomlReader::tables(std::string_view key, std::size_t most) const {
    const auto section = fmt::format("[[{}]]", key);
    const auto* node = table_->get(key);
    if (node == nullptr) return {};
    if (node->is_table())
        throw error(key, "[{}] has single brackets; there may be several, so {} would be right",
                    key, section);
    if (!node->is_array_of_tables() || node->as_array()->size() > most)
        throw wrong(*node, key, fmt::format("up to {} sections {}", most, section));
    std::vector<TomlReader> readers;
    for (const auto& element : *node->as_array())
        readers.emplace_back(*element.as_table(), file_, section);
    return readers;
}

std::vector<std::pair<std::string, std::string>> TomlReader::all_but(std::string_view name) const {
    std::vector<std::pair<std::string, std::string>> settings;
    for (const auto& [key, node] : *table_) {
        if (key.str() == name) continue;
        const auto text = scalar_text(node);
        if (!text) throw wrong(node, key.str(), "a number or a string");
        settings.emplace_back(key.str(), *text);
    }
    return settings;
}

}  // namespace hitmiss
