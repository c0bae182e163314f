#include "commands/count.hpp"

namespace hitmiss {
namespace {

/// A column of counts: an outcome's that is not right, or another.
struct CountColumn {
    std::string_view key, meaning;
    std::uint64_t OutcomeCounts::*count;  ///< none: the sum of all errors
    bool narrow;                          ///< whether it is shown where a table has little room
};

constexpr CountColumn outcome(Outcome outcome, bool narrow = true) {
    return {row_of(outcome).column, row_of(outcome).meaning, row_of(outcome).count, narrow};
}

constexpr CountColumn all_counts[]{
    outcome(Outcome::leak),
    {"leaks_background", "leaks where nothing at all is hit", &OutcomeCounts::leaks_background,
     false},
    outcome(Outcome::false_hit),
    outcome(Outcome::wrong_triangle),
    outcome(Outcome::wrong_t),
    outcome(Outcome::tie),
    outcome(Outcome::degenerate, false),
    {"errors", "leaks, false hits, wrong triangles and wrong t", nullptr, true},
    {"culling_changed", "for a method that culls: rays on which culling changed the exact answer",
     &OutcomeCounts::culling_changed, false},
    {"nan", "rays for which the test computed NaN on the right triangle", &OutcomeCounts::nan,
     false},
    {"t_off", "right answers and ties farther than a tie's tolerance from their triangle's plane",
     &OutcomeCounts::t_off, false},
};

}  // namespace

std::string_view name_for_people(std::string_view column) {
    const OutcomeRow& tie = row_of(Outcome::tie);
    return column == tie.column ? tie.label : column;
}

Object counts_of(const Method& method, const OutcomeCounts& outcomes) {
    Object counts;
    for (const CountColumn& column : all_counts) {
        const auto count = column.count == nullptr ? outcomes.errors() : outcomes.*column.count;
        const bool counted = column.count == &OutcomeCounts::nan               ? method.has_kernel()
                             : column.count == &OutcomeCounts::culling_changed ? method.culls()
                                                                               : true;
        counts.push_back({std::string(column.key), counted ? Value(count) : Value()});
    }
    return counts;
}

std::vector<ColumnMeaning> count_columns(const std::vector<ColumnMeaning>& more) {
    std::vector<ColumnMeaning> columns{
        {"method", "the method, in -m syntax, with the settings that have no column in the table"},
        {"epsilon", "the method's tolerance; empty for a method without one"},
        {"precision", "float or double: the method's arithmetic"},
        {"arithmetic", "separate, or fused: products contract"},
        {"variant", "published, corrected or atan2"},
        {"settings", "what else was said of the method, such as edges=kahan or as=godot"},
        {"hits", "rays that hit something"}};
    for (const CountColumn& column : all_counts)
        columns.push_back({std::string(column.key), column.meaning});
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

Object size_cells(const std::string& name, const Magnitudes& sizes, int digits) {
    const auto median = sizes.median();
    return {{name + "_median", median},
            {name + "_99", sizes.quantile(99)},
            {name + "_max", median ? rounded(sizes.most, digits) : Value()}};
}

std::optional<WorstPixel> worst_of(std::optional<std::size_t> pixel,
                                   std::span<const Outcome> outcomes, int width) {
    if (!pixel) return {};
    return WorstPixel{*pixel % std::size_t(width), *pixel / std::size_t(width), outcomes[*pixel]};
}

void CountTable::add(const Method& method, const OutcomeCounts& outcomes, const Object& before) {
    Object& row = rows.emplace_back(before);
    Object& shown = narrow.emplace_back(before);
    hitmiss::append(row, method_cells(method, table));
    row.push_back({"hits", outcomes.hits});
    shown.push_back({"method", shown_name(method)});
    const Object counts = counts_of(method, outcomes);
    hitmiss::append(row, counts);
    for (std::size_t k = 0; k < counts.size(); ++k)
        if (all_counts[k].narrow)
            shown.push_back(
                {std::string(name_for_people(counts.data()[k].first)), counts.data()[k].second});
}

// Five digits are what these numbers are good for.
void CountTable::append_off_plane(const Tally& tally) {
    append(size_cells("t_off", tally.off_plane, 5));
}

void CountTable::append_picture(const ErrorOfT& t_ulps, const Tally& tally, std::size_t pixels,
                                const std::optional<WorstPixel>& worst) {
    append_off_plane(tally);
    append({{"t_ulps_median", t_ulps.hits == 0 ? Value() : rounded(t_ulps.median, 5)},
            {"t_ulps_max", t_ulps.hits == 0 ? Value() : rounded(t_ulps.max, 5)},
            {"error_rate", rounded(double(tally.outcomes.errors()) / double(pixels), 5)},
            {"worst_x", worst ? Value(worst->x) : Value()},
            {"worst_y", worst ? Value(worst->y) : Value()},
            {"worst_outcome", worst ? Value(to_string(worst->outcome)) : Value()}});
}

std::string CountTable::report(const Object& json, const Output& output, std::string_view before,
                               std::string_view after) const {
    const Rows& shown = table.wide ? rows : narrow;
    const std::string text =
        fmt::format("{}{}{}", before, as_text(shown, table.width(output.width)), after);
    return to_string({json, rows, text, {{"", shown}}}, table, output.width);
}

void CountTable::check_errors(std::optional<std::uint64_t> most, std::string_view rays) const {
    std::vector<std::pair<std::string, std::uint64_t>> errors;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const Object& row = rows[k];
        const std::string name =
            (row.count("scene") > 0 ? row.at("scene").get<std::string>() + ": " : "") +
            narrow[k].at("method").get<std::string>();
        errors.emplace_back(name, row.at("errors").get<std::uint64_t>());
        // The nearest hit and the whole count are two contracts.
        if (row.count("miscounted") > 0 && !row.at("miscounted").is_null())
            errors.emplace_back(name + ", along the whole ray,",
                                row.at("miscounted").get<std::uint64_t>());
    }
    refuse_over(errors, most, rays);
}

void refuse_over(const std::vector<std::pair<std::string, std::uint64_t>>& errors,
                 std::optional<std::uint64_t> most, std::string_view rays) {
    std::vector<std::string> over;
    for (const auto& [name, count] : errors)
        if (most && count > *most)
            over.push_back(fmt::format("{} errs on {} {}", name, count, rays));
    if (!over.empty())
        throw Error(Exit::over_threshold, "{} (--fail-over {})", fmt::join(over, "; "), *most);
}

}  // namespace hitmiss
