// A method in a table: its name and its settings.

#include "commands/count.hpp"

namespace hitmiss {
namespace {

/// The column that holds a setting.
std::string_view column_of(std::string_view setting) {
    constexpr std::array<std::string_view, 4> own{"epsilon", precision_key, arithmetic_key,
                                                  variant_key};
    return std::ranges::find(own, setting) == own.end() ? "settings" : setting;
}

/// What was said of how a file's answers are judged, but for what these columns hold.
std::vector<std::string> said_of_file(const Method& method,
                                      const std::vector<std::string>& columns) {
    std::vector<std::string> said;
    for (const auto& [key, value] : method.settings())
        if (key != "file" && key != "name" &&
            std::ranges::find(columns, column_of(key)) == columns.end())
            said.push_back(fmt::format("{}={}", key, value));
    return said;
}

/// The name with those settings that none of these columns holds; no columns stand for all of them.
/// Among methods without a kernel only files have settings that their name does not hold.
std::string name_beside(const Method& method, const std::vector<std::string>& columns) {
    if (!columns.empty() && method.kind() == Kind::answer_file)
        if (const auto said = said_of_file(method, columns); !said.empty())
            return fmt::format("{} ({})", method.name(), fmt::join(said, ", "));
    if (columns.empty() || !method.has_kernel()) return std::string(method.name());
    Method named = method;
    for (const auto& [setting, unused] : method.settings())
        if (std::ranges::find(columns, column_of(setting)) != columns.end())
            named = named.without(setting);
    return to_string(named);
}

/// What was said of a method that its other cells do not hold; null if nothing.
Value other_settings(const Method& method) {
    if (method.kind() == Kind::answer_file && method.culls()) return "cull=back";
    std::vector<std::string> said;
    for (const auto& [key, value] : method.settings())
        if (column_of(key) == "settings") said.push_back(fmt::format("{}={}", key, value));
    return said.empty() || !method.has_kernel() ? Value()
                                                : Value(fmt::format("{}", fmt::join(said, " ")));
}

}  // namespace

std::string shown_name(const Method& method) {
    return method.kind() == Kind::answer_file
               ? fmt::format("{} ({}{})", method.name(), to_string(method.precision()),
                             method.culls() ? ", cull=back" : "")
               : to_string(method);
}

Object method_cells(const Method& method, const TableOptions& table) {
    return {{"method", name_beside(method, table.columns)},
            {"epsilon", method.epsilon()},
            {"precision", method.precision_text()},
            {"arithmetic", method.arithmetic_text()},
            {"variant", method.has_kernel() ? Value(to_string(method.variant())) : Value()},
            {"settings", other_settings(method)}};
}

}  // namespace hitmiss
