#include "judge/answer_file.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "scene/mesh_file.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {
namespace {

/// Whether the row says that nothing is hit: by either column, whatever the other holds.
bool is_miss(const double* row, std::size_t columns) {
    return std::isinf(row[0]) || (columns == 2 && row[1] == -1);
}

/// The hit in a row, already checked.
Hit hit_of(const double* row, std::size_t columns, std::span<const std::uint32_t> order) {
    const double t = row[0];
    if (is_miss(row, columns)) return {};
    if (columns == 1) return {t, unknown_triangle};
    const auto triangle = std::uint32_t(row[1]);
    return {t, order.empty() ? triangle : order[triangle]};
}

/// The t of a file's hits, which tell from which arithmetic they come.
struct TellingT {
    DoubleNumbers doubles;
    double largest_float = -1;  ///< of those that may come from floats; below 0: there are none

    /// Whether some t is a double. One number alone that is below 0 or far beyond all other t, as
    /// 1e30 is, may be how a program in floats writes a miss.
    bool come_from_doubles() const {
        if (!doubles.first || doubles.several || largest_float < 0)
            return doubles.first.has_value();
        constexpr double far = 1000;
        return *doubles.first >= 0 && *doubles.first <= far * largest_float;
    }
};

/// Checks all rows; returns the t of hits. Triangles that are numbered from 1 may be judged as they
/// are: the diagnosis says so.
TellingT check_all(const NumberTable& table, std::size_t triangles, bool may_number_from_1) {
    TellingT telling{table.printed_doubles()};
    bool has_0 = false;
    std::size_t negative = 0, below = 0;
    std::optional<std::size_t> beyond;  // the first row with the number after the last triangle's
    const auto no_triangle_there = [&](std::size_t row, double number) {
        return bad_input(table.path(), 0,
                         "row {} (counted from 0): the mesh has no triangle {}, only 0 to {}; -1 "
                         "is a miss{}",
                         row, number, triangles - 1,
                         number == double(triangles) ? "; if yours are numbered from 1, subtract 1"
                         : number == 4294967295.0    ? "; a uint32 stores -1 as 4294967295"
                         : std::isinf(number) || number > std::floor(number)
                             ? "; t is the first column, the triangle the second"
                             : "");
    };
    for_each_row(table, [&](std::size_t number, const double* row) {
        below += row[0] == -std::numeric_limits<double>::infinity();
        if (is_miss(row, table.columns())) return true;
        if (std::isnan(row[0]))
            throw bad_input(table.path(), 0,
                            "row {} (counted from 0): t is NaN; inf says that nothing is hit",
                            number);
        const bool is_double =
            table.is_text() ? row[0] == telling.doubles.first : double(float(row[0])) != row[0];
        if (!is_double)
            telling.largest_float = std::max(telling.largest_float, std::abs(row[0]));
        else
            telling.doubles.add(row[0]);
        negative += row[0] < 0;
        if (table.columns() == 1) return true;
        if (!(row[1] >= 0 && row[1] <= double(triangles) && row[1] == std::floor(row[1])))
            throw no_triangle_there(number, row[1]);
        has_0 |= row[1] == 0;
        if (row[1] == double(triangles) && !beyond) beyond = number;
        return true;
    });
    if (beyond && (has_0 || !may_number_from_1))
        throw no_triangle_there(*beyond, double(triangles));
    if (below > 0)
        say("note: {}: t is -inf on {} of {} rows, which are judged as misses", table.path(), below,
            table.rows());
    if (negative > 0)
        say("note: {}: t is below 0 on {} of {} rows, which are judged as hits there; t = inf says "
            "that nothing is hit",
            table.path(), negative, table.rows());
    return telling;
}

Error tells_no_triangles() {
    return {Exit::usage,
            "--answers: the method tells no triangles; t and triangle of each hit would be right"};
}

using Corners = std::array<std::array<float, 3>, 3>;
/// A triangle's corners in ascending order, and whether they go round it the other way then.
using SortedCorners = std::pair<Corners, bool>;
SortedCorners sorted_corners(const Triangle<float>& tri) {
    const auto& [a, b, c] = tri;
    Corners corners{{{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}}};
    // The least one first, which keeps the winding; then the other two.
    std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
    const bool turned = corners[2] < corners[1];
    if (turned) std::swap(corners[1], corners[2]);
    return {corners, turned};
}

/// Calls visit(k, row) for the row of each ray of the batch. By number, because a tile of pixels
/// has its rays out of order: runs of rows are read at once.
void for_each_answer(const NumberTable& table, const Batch& batch, const auto& visit) {
    std::vector<std::pair<std::size_t, std::size_t>> sorted;  // number and place in the batch
    for (std::size_t k = 0; k < batch.numbers.size(); ++k) sorted.emplace_back(batch.numbers[k], k);
    std::ranges::sort(sorted);
    for (std::size_t first = 0, end; first < sorted.size(); first = end) {
        const std::size_t begin = sorted[first].first;
        for (end = first + 1; end < sorted.size() && sorted[end].first == begin + (end - first);)
            ++end;
        const auto rows = table.read(begin, end - first);
        for (std::size_t k = first; k < end; ++k)
            visit(sorted[k].second, &rows[(k - first) * table.columns()]);
    }
}

/// Whether anything is hit, or how often, without t and triangle: what is told counts as the right
/// triangle, or as some triangle where none is right.
Answerer told_in_integers(const NumberTable& table, const Method& method) {
    double most = 0, least = 0x1p53;  // of the numbers that are not 0
    for_each_row(table, [&](std::size_t row, const double* numbers) {
        const double number = numbers[0];
        if (number < 0)
            throw bad_input(table.path(), 0,
                            "row {} (counted from 0): a column of integers is hits per ray, not "
                            "{}; for triangles, two columns of floats, t and triangle, would be "
                            "right",
                            row, number);
        if (number > 0x1p53)
            throw bad_input(table.path(), 0, "row {} (counted from 0): {} hits are too many", row,
                            number);
        most = std::max(most, number);
        if (number > 0) least = std::min(least, number);
        return true;
    });
    // Where nothing is right, nobody knows at which t that would be.
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    const auto look_up = [table](const Batch& batch, std::span<const ExactAnswer> right,
                                 std::span<Hit> hits) {
        for_each_answer(table, batch, [&](std::size_t k, const double* row) {
            const auto& E = right[k].triangles;
            hits[k] = *row == 0   ? Hit{}
                      : E.empty() ? Hit{nowhere, unknown_triangle}
                                  : Hit{right[k].t, E[0]};
        });
        return 0;
    };
    Answerer answerer{look_up, method.precision(), method.culls()};
    answerer.tells_triangle = false;
    if (table.numbers() == NumberKind::yes_or_no && least < most)
        say("note: {}: a column of uint8 is read as whether a ray hits, though it goes up to {}; "
            "hits per ray are told by wider integers, triangles by two columns of floats, t and "
            "triangle",
            table.path(), most);
    if (table.numbers() == NumberKind::counts) {
        constexpr double many = 64;  // more hits than most rays have
        if (most >= many)
            say("note: {}: a column of integers is read as hits per ray, here up to {}; for "
                "triangles, two columns of floats, t and triangle, would be right",
                table.path(), most);
        // What it is held against are crossings of all faces.
        if (!method.culls())
            answerer.count = [table](std::size_t number) {
                return std::uint64_t(table.read(number, 1)[0]);
            };
    }
    return answerer;
}

/// Says how whether a ray hits is told, if a column of CSV seems to mean that.
void note_yes_or_no(const NumberTable& table) {
    bool all = true;
    for_each_row(table, [&](std::size_t, const double* t) { return all = *t == 0 || *t == 1; });
    if (!all) return;
    say("note: {}: 0 and 1, which are read as t; whether a ray hits is told by NPY of bool or "
        "uint8",
        table.path());
}

}  // namespace

Answerer open_answers(Method& method, const AnswerPlace& place) {
    if (method.file.empty())
        throw Error(Exit::usage, "answers: from which file? answers:file=hits.npy says it");
    const NumberTable table(method.file, Wanted::doubles_or_integers);
    const std::size_t columns = table.columns();
    const bool integers = table.numbers() != NumberKind::real;
    if (integers && columns > 1)
        throw bad_input(
            table.path(), 0,
            "has {} columns of integers; one, whether or how often a ray hits, or two of floats, t "
            "and triangle, would be right",
            columns);
    if (columns > 2)
        throw bad_input(table.path(), 0,
                        "has {} columns; t and triangle, or t alone, would be right", columns);
    table.check_names({"t", "triangle"});
    if (table.rows() != place.rays)
        throw bad_input(table.path(), 0,
                        "has {} row{}; {}, one for each ray of --rays or pixel, would be right",
                        table.rows(), table.rows() == 1 ? "" : "s", place.rays);
    if (integers) return told_in_integers(table, method);
    const std::size_t triangles = place.order.empty() ? place.triangles : place.order.size();
    if (columns == 2 && table.single() && triangles > std::size_t{1} << 24)
        throw bad_input(table.path(), 0, "float32 cannot number {} triangles; float64 can",
                        triangles);
    const bool said = std::ranges::any_of(
        method.settings(), [](const auto& setting) { return setting.first == precision_key; });
    if (columns == 1 && table.is_text()) note_yes_or_no(table);
    const bool doubles = check_all(table, triangles, place.order.empty()).come_from_doubles();
    method.suppose(doubles ? Precision::twice : Precision::single);
    const auto look_up = [table, columns, order = place.order](const Batch& batch,
                                                               std::span<const ExactAnswer>,
                                                               std::span<Hit> hits) {
        for_each_answer(table, batch, [&](std::size_t k, const double* row) {
            hits[k] = hit_of(row, columns, order);
        });
        return 0;
    };
    Answerer answerer{look_up, method.precision(), method.culls(), {}, !said};
    answerer.tells_t_alone = columns == 1;
    return answerer;
}

void check_tells_triangles(const Answerer& answerer) {
    if (!answerer.tells_triangle) throw tells_no_triangles();
}

std::function<void(std::span<const Hit>)> answer_writer(const Append& file, bool csv,
                                                        std::size_t rays) {
    constexpr std::array<std::string_view, 2> names{"t", "triangle"};
    return [append = table_writer<double>(file, csv, names, rays, "2")](std::span<const Hit> hits) {
        std::vector<double> numbers;
        for (const Hit& hit : hits) {
            if (hit && hit.triangle == unknown_triangle) throw tells_no_triangles();
            numbers.insert(numbers.end(), {hit.t, hit ? double(hit.triangle) : -1});
        }
        append(numbers);
    };
}

std::vector<std::uint32_t> triangle_order(const std::string& file,
                                          std::span<const Triangle<float>> ours) {
    std::vector<std::pair<SortedCorners, std::uint32_t>> known;
    for (std::uint32_t index = 0; index < ours.size(); ++index)
        known.emplace_back(sorted_corners(ours[index]), index);
    std::sort(known.begin(), known.end());
    const auto first_of = [&](const SortedCorners& corners) {
        const auto found =
            std::ranges::lower_bound(known, corners, {}, &decltype(known)::value_type::first);
        return found == known.end() || found->first != corners ? std::nullopt
                                                               : std::optional(found->second);
    };
    std::vector<std::uint32_t> order;
    for (const auto& tri : load_mesh(file).triangles) {
        // Where back faces are culled, a copy with the other winding is another triangle.
        const auto [corners, turned] = sorted_corners(tri);
        auto found = first_of({corners, turned});
        if (!found) found = first_of({corners, !turned});
        if (!found)
            throw bad_input(file, 0,
                            "triangle {} (counted from 0) is not one of the scene's; what  hitmiss "
                            "mesh SCENE  writes, in any order, would be right",
                            order.size());
        order.push_back(*found);
    }
    return order;
}

}  // namespace hitmiss
