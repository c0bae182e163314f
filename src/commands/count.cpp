#include "commands/count.hpp"

#include "draw/notation.hpp"

namespace hitmiss {
namespace {

/// A column of counts: an outcome's that is not right, or another.
struct CountColumn {
    std::string_view key, meaning;
    std::uint64_t Confusion::*count;  ///< none: the sum of all errors
    bool narrow;                      ///< whether it is shown where a table has little room
};

constexpr CountColumn outcome(Outcome outcome, bool narrow = true) {
    return {row_of(outcome).column, row_of(outcome).meaning, row_of(outcome).count, narrow};
}

constexpr CountColumn all_counts[]{
    outcome(Outcome::leak),
    {"leaks_background", "leaks where nothing at all is hit", &Confusion::leaks_background, false},
    outcome(Outcome::false_hit),
    outcome(Outcome::wrong_triangle),
    outcome(Outcome::wrong_t),
    outcome(Outcome::neighbour),
    outcome(Outcome::degenerate, false),
    {"errors", "leaks, false hits, wrong triangles and wrong t", nullptr, true},
    {"culling_changed", "of a method that culls: rays on which culling changed the exact answer",
     &Confusion::culling_changed, false},
    {"nan", "met NaN on a triangle that is right", &Confusion::nan, false},
    {"t_off", "right answers and ties farther than a tie's tolerance from their triangle's plane",
     &Confusion::t_off, false},
};

/// With its settings. The precision of answers from a file is part of the rules: it is told also
/// where nobody said it.
std::string shown_name(const Method& method) {
    const auto settings = method.settings();
    const bool said = std::ranges::any_of(
        settings, [](const auto& setting) { return setting.first == precision_key; });
    const bool supposed = method.kind() == Kind::answer_file && !said;
    return to_string(method) + (supposed ? fmt::format(", {}", to_string(method.precision())) : "");
}

/// What was said of a method that its other cells do not hold; null if nothing. The name of one
/// without a kernel says all that there is.
Value other_settings(const Method& method) {
    constexpr std::array<std::string_view, 4> in_cells{"epsilon", precision_key, arithmetic_key,
                                                       variant_key};
    std::vector<std::string> said;
    for (const auto& [key, value] : method.settings())
        if (std::ranges::find(in_cells, key) == in_cells.end())
            said.push_back(fmt::format("{}={}", key, value));
    return said.empty() || !method.has_kernel() ? Value()
                                                : Value(fmt::format("{}", fmt::join(said, " ")));
}

}  // namespace

std::string_view name_for_people(std::string_view column) {
    const OutcomeRow& tie = row_of(Outcome::neighbour);
    return column == tie.column ? tie.label : column;
}

Object method_cells(const Method& method) {
    return {{"method", method.name()},
            {"epsilon", method.epsilon()},
            {"precision", method.precision_text()},
            {"arithmetic", method.arithmetic_text()},
            {"variant", method.has_kernel() ? Value(to_string(method.variant())) : Value()},
            {"settings", other_settings(method)}};
}

Object counts_of(const Method& method, const Confusion& confusion) {
    Object counts;
    for (const CountColumn& column : all_counts) {
        const auto count = column.count == nullptr ? confusion.errors() : confusion.*column.count;
        const bool counted = column.count == &Confusion::nan               ? method.has_kernel()
                             : column.count == &Confusion::culling_changed ? method.culls()
                                                                           : true;
        counts.push_back({std::string(column.key), counted ? Value(count) : Value()});
    }
    return counts;
}

void note_other_precision(const Method& method, const Confusion& confusion) {
    if (method.kind() != Kind::answer_file || confusion.errors_otherwise == confusion.errors())
        return;
    say("note: {}: {} by the rules for {}, {} by those for {}; precision= chooses",
        to_string(method), number_of(confusion.errors(), "error"), to_string(method.precision()),
        with_separators(confusion.errors_otherwise), to_string(other(method.precision())));
}

std::vector<ColumnMeaning> count_columns(const std::vector<ColumnMeaning>& more) {
    std::vector<ColumnMeaning> columns{
        {"method", "its name, or all that was said of it, as -m takes it"},
        {"epsilon", "of the method; none for a method without"},
        {"precision", "float or double, of its arithmetic"},
        {"arithmetic", "separate, or fused: products contract"},
        {"variant", "published, corrected or atan2"},
        {"settings", "what else was said of the method, such as edges=kahan or as=godot"},
        {"hits", "rays that hit something"}};
    for (const CountColumn& column : all_counts)
        columns.push_back({std::string(column.key), column.meaning});
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

std::vector<ColumnMeaning> compare_columns(std::vector<ColumnMeaning> more) {
    more.insert(more.begin(),
                {{"t_off_median",
                  "half of the right answers and ties are no farther from the plane of their "
                  "triangle than so many u |t d|, rounded up to a power of two; u is the unit "
                  "roundoff"},
                 {"t_off_99", "the same of 99 % of them"},
                 {"t_off_max", "the largest such distance"}});
    return count_columns(more);
}

std::optional<WorstPixel> worst_of(const Method& method, std::optional<std::size_t> pixel,
                                   std::span<const Outcome> outcomes, int width) {
    if (!pixel) return {};
    return WorstPixel{method, *pixel % std::size_t(width), *pixel / std::size_t(width),
                      outcomes[*pixel]};
}

void CountTable::add(const Method& method, const Confusion& confusion, const Object& before) {
    Object& row = rows.emplace_back(before);
    Object& shown = narrow.emplace_back(before);
    hitmiss::append(row, method_cells(method));
    row.push_back({"hits", confusion.hits});
    shown.push_back({"method", shown_name(method)});
    const Object counts = counts_of(method, confusion);
    hitmiss::append(row, counts);
    for (std::size_t k = 0; k < counts.size(); ++k)
        if (all_counts[k].narrow)
            shown.push_back(
                {std::string(name_for_people(counts.data()[k].first)), counts.data()[k].second});
}

void CountTable::append_off_plane(const Magnitudes& off_plane) {
    const auto median = off_plane.quantile(50);
    append({{"t_off_median", median},
            {"t_off_99", off_plane.quantile(99)},
            {"t_off_max", median ? rounded(off_plane.most, 5) : Value()}});
}

// Five digits are what these numbers are good for.
void CountTable::append_picture(const ErrorOfT& t_ulps, const Confusion& confusion,
                                std::size_t pixels, const std::optional<WorstPixel>& worst) {
    append({{"t_ulps_median", t_ulps.hits == 0 ? Value() : rounded(t_ulps.median, 5)},
            {"t_ulps_max", t_ulps.hits == 0 ? Value() : rounded(t_ulps.max, 5)},
            {"error_rate", rounded(double(confusion.errors()) / double(pixels), 5)},
            {"worst_x", worst ? Value(worst->x) : Value()},
            {"worst_y", worst ? Value(worst->y) : Value()},
            {"worst_outcome", worst ? Value(to_string(worst->outcome)) : Value()}});
}

std::string CountTable::report(const Object& json, const TableOptions& options,
                               const Output& output, std::string_view before,
                               std::string_view after) const {
    const Rows& shown = options.wide ? rows : narrow;
    const std::string text =
        fmt::format("{}{}{}", before, as_text(shown, options.width(output.width)), after);
    return to_string({json, rows, text, {{"", shown}}}, options, output.width);
}

void CountTable::check_errors(std::optional<std::uint64_t> most, std::string_view rays) const {
    std::vector<std::string> over;
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (const auto errors = rows[k].at("errors").get<std::uint64_t>(); most && errors > *most)
            over.push_back(fmt::format("{} errs on {} {}",
                                       narrow[k].at("method").get<std::string>(), errors, rays));
    if (most) refuse_over(over, *most);
}

void refuse_over(const std::vector<std::string>& over, std::uint64_t most) {
    if (!over.empty())
        throw Error(Exit::over_threshold, "{} (--fail-over {})", fmt::join(over, "; "), most);
}

}  // namespace hitmiss
