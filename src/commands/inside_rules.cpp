#include <algorithm>
#include <array>
#include <limits>

#include "base/words.hpp"
#include "commands/inside.hpp"
#include "commands/rates.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
namespace {

/// A rule with what it asks.
struct RuleRow {
    InsideRule rule;
    std::optional<Method> method{};
    Precision precision = Precision::single;

    std::string name() const { return std::string(inside_rule_names[std::size_t(rule)]); }
    std::string by() const {
        return method                            ? to_string(*method)
               : rule == InsideRule::solid_angle ? std::string(to_string(precision))
                                                 : "";
    }
    /// The same as figures print it.
    std::vector<std::string> caption() const {
        std::string printed = name();
        std::ranges::replace(printed, '-', ' ');
        if (!method) return {printed, by()};
        std::vector<std::string> texts{printed_name(*method)};
        for (const auto& [key, value] : method->settings())
            texts.push_back(setting_in_figure(key, value));
        return {printed, joined_texts(texts)};
    }
};

/// The counts of all points that are judged.
struct InsideCounts {
    PointTallies random, near;
    InsideTally winding;  ///< on the slice, against the parity

    /// At how many points the winding number says otherwise than the parity.
    std::uint64_t winding_differs() const {
        return winding.errors() + random.winding.errors() + near.winding.errors();
    }
};

/// The rows with all columns, and as shown.
struct InsideTable {
    Rows all, shown;
    std::string verdict;  ///< a line; empty if there is no exact answer
};

std::vector<RuleRow> rows_of(const InsideOptions& options, const std::vector<Method>& methods) {
    std::vector<RuleRow> rows;
    for (std::size_t k = 0; k < inside_rule_names.size(); ++k) {
        const auto rule = InsideRule(k);
        if (!options.asks(rule)) continue;
        if (info_of(rule).casts_rays)
            for (const Method& method : methods) rows.push_back({rule, method});
        else if (rule == InsideRule::solid_angle)
            rows.push_back({rule}), rows.push_back({rule, {}, Precision::twice});
        else
            rows.push_back({rule});
    }
    return rows;
}

/// The rules, ready to be asked.
std::vector<Insider> insiders_of(const std::vector<RuleRow>& rows, const InsideSettings& settings,
                                 const Geometry& geometry) {
    const auto copies = std::make_shared<const Duplicates>(geometry.triangles);
    std::vector<Insider> rules;
    for (const RuleRow& row : rows) {
        std::optional<Kernel> kernel;
        if (row.method) kernel = row.method->kernel(geometry.surroundings());
        rules.push_back(make_insider(row.rule, settings, geometry, kernel ? &*kernel : nullptr,
                                     row.precision, copies));
    }
    return rules;
}

/// "1/64", as slices' steps are powers of two.
std::string fraction(double number) {
    return number < 1 && number > 1e-6 ? "1/" + number_text(1 / number) : number_text(number);
}

/// Says how often the winding number differs from the parity.
void note_winding(const InsideCounts& counts, std::uint64_t judged, std::uint64_t points) {
    say("note: at {} of {} points of the slice and {} of {} random points the winding number "
        "says otherwise than the parity of crossings, by which rules are judged: parts of the "
        "mesh overlap, or faces are turned inside out",
        with_separators(counts.winding.errors()), with_separators(judged),
        with_separators(counts.random.winding.errors()), with_separators(points));
}

/// What stands above the maps, below the title, and the ray of a rule that casts one.
void describe(InsideFigure& figure, const std::vector<RuleRow>& rows,
              const InsideSettings& settings) {
    const PointGrid& slice = figure.slice;
    const std::string at = number_text(slice.at);
    figure.subtitle =
        fmt::format("the plane {} = {}, {} × {} points, {} apart",
                    std::array{"𝑥", "𝑦", "𝑧"}[std::size_t(slice.axis)],
                    in_figure(*parse_number<double>(at)), slice.columns.size(), slice.rows.size(),
                    fraction(double(slice.columns[1]) - double(slice.columns[0])));
    if (figure.judged && figure.points < slice.points())
        figure.subtitle += fmt::format(", {} of them on the surface",
                                       with_separators(slice.points() - figure.points));
    if (rows.front().rule == InsideRule::ray)
        figure.one_ray = {&figure.maps.front(), Vec<double>(settings.direction)};
}

/// The counts in words, above the table.
std::string text_of_counts(const std::string& verdict, const InsideFigure& figure,
                           std::uint64_t points, std::size_t width) {
    const bool all = figure.points == figure.slice.points();
    return paragraph(verdict + ".", width, 0, 2) + '\n' +
           paragraph(fmt::format("Wrong points: of the {} of the slice{}, and per million "
                                 "random points and points near the surface, with 95 % "
                                 "intervals. {} of each kind.",
                                 with_separators(figure.points),
                                 all ? "" : " that do not lie on the surface",
                                 number_of(points, "point")),
                     width);
}

Object rate(std::string_view what, const InsideTally& tally, bool closed) {
    Object cells{{fmt::format("{}_points", what), closed ? Value(tally.points) : Value()}};
    append(cells,
           rate_cells(std::string(what), closed ? Value(tally.errors()) : Value(), tally.points));
    return cells;
}

/// `judged`: whether there is an exact answer.
void add_row(InsideTable& table, const std::string& rule, const std::string& by, bool judged,
             const InsideTally& slice, const InsideTally& random, const InsideTally& near) {
    Object& row =
        table.all.emplace_back(Object{{"rule", rule},
                                      {"method", by},
                                      {"slice_missing", judged ? Value(slice.missing) : Value()},
                                      {"slice_added", judged ? Value(slice.added) : Value()}});
    table.shown.push_back(row);
    append(row, rate("random", random, judged));
    append(row, rate("near", near, judged));
    if (judged)
        append(table.shown.back(), {{"random_points", rate_text(random.errors(), random.points)},
                                    {"near_surface", rate_text(near.errors(), near.points)}});
}

/// A row for each rule, and one for the winding number where that differs from the parity.
InsideTable table_of(const std::vector<RuleRow>& rows, const InsideFigure& figure,
                     const InsideCounts& counts) {
    InsideTable table;
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const InsideTally& slice = figure.maps[r].tally;
        const auto &random = counts.random.rules[r], &near = counts.near.rules[r];
        add_row(table, rows[r].name(), rows[r].by(), figure.judged, slice, random, near);
        const auto errors = slice.errors() + random.errors() + near.errors();
        if (!figure.judged || errors > fewest) continue;
        const std::string name =
            rows[r].name() + (rows[r].by().empty() ? "" : fmt::format(" ({})", rows[r].by()));
        if (errors == fewest)
            table.verdict += ", " + name;
        else
            table.verdict =
                (errors == 0 ? "No wrong point: "
                             : fmt::format("Fewest wrong points, {}: ", with_separators(errors))) +
                name;
        fewest = errors;
    }
    if (counts.winding_differs() > 0)
        add_row(table, "winding-number", "exact", figure.judged, counts.winding,
                counts.random.winding, counts.near.winding);
    return table;
}

}  // namespace

void compare_rules(const InsideOptions& options, const Scene& scene, const Geometry& geometry,
                   const PointGrid& slice, std::size_t border, const Output& output) {
    const auto rows = rows_of(options, scene.methods);
    const auto rules = insiders_of(rows, options.settings, geometry);

    // The slice, point by point; then random points, where there is an exact answer.
    InsideFigure figure{{}, {}, slice, {}, {}, 0, border == 0};
    for (const RuleRow& row : rows) figure.maps.push_back({row.caption()});
    const std::vector<InsideTally> none(rows.size());
    InsideCounts counts{{none, {}}, {none, {}}, {}};
    check_columns(options.table, table_of(rows, figure, counts).all[0]);
    const ExactMaps exact = map_slice(slice, rules, geometry, figure.judged, figure.maps);
    figure.points = slice.points() - exact.on_surface;
    if (figure.judged) {
        const auto judged = [&](const PointSource& points) {
            return judge_points(points, options.points, rules, geometry);
        };
        counts = {judged(random_points(geometry, options.seed)),
                  judged(points_near_surface(geometry, options.seed)), exact.winding.tally};
        figure.exact = {exact.parity};
    }
    if (counts.winding_differs() > 0) {
        figure.exact.push_back(exact.winding);
        note_winding(counts, figure.points, options.points);
    }

    figure.title = options.page.title_or(finding(figure));
    describe(figure, rows, options.settings);
    const auto place = figure_place(scene, options.scene, "inside.png", output);
    write_figure(place.out, place.name, options.page,
                 draw_inside(figure, geometry.triangles, options.page));

    const auto [all, shown, verdict] = table_of(rows, figure, counts);
    const Object json{{"version", 1},
                      {"scene", scene.name},
                      {"triangles", scene.mesh.triangles.size()},
                      {"border_edges", border},
                      {"plane", fmt::format("{}={}", "xyz"[slice.axis], shortest(slice.at).dump())},
                      {"points", slice.points()},
                      {"on_surface", exact.on_surface},
                      {"winding_differs", exact.winding.errors()},
                      {"rules", all}};
    const std::string text =
        border > 0
            ? "No exact answer, so no wrong points are counted.\n"
            : text_of_counts(verdict, figure, options.points, output.width) +
                  as_text(options.table.wide ? all : shown, options.table.width(output.width));
    place.out.print(to_string({json, all, text, {{"", shown}}}, options.table, output.width));
}

}  // namespace hitmiss
