#include "draw/crack_map.hpp"

#include <algorithm>
#include <iterator>

#include "draw/error_map.hpp"
#include "draw/notation.hpp"
#include "judge/acceptance.hpp"
#include "judge/comparison.hpp"

namespace hitmiss {
namespace {

/// The two triangles, and what neither covers.
constexpr Rgb first_grey{232, 232, 232}, second_grey{196, 196, 196};

Rgb grey_of(const Hit& hit) {
    return !hit ? palette::background : hit.triangle == 0 ? first_grey : second_grey;
}

}  // namespace

std::optional<SharedEdge> shared_edge(std::span<const Triangle<float>> triangles,
                                      std::uint32_t triangle, std::size_t edge) {
    const auto [a, b] = edges(triangles[triangle])[edge];
    const auto other = other_with_edge(triangles, triangle, a, b);
    if (!other) return {};
    return SharedEdge{{triangles[triangle], triangles[*other]},
                      {triangle, *other},
                      0.5 * (Vec<double>(a) + Vec<double>(b))};
}

std::vector<Ray<float>> rays_about(const SharedEdge& edge, const Vec<float>& eye, int across) {
    const Vec<float> towards(glm::normalize(edge.middle - Vec<double>(eye)));
    const int w = widest_axis(glm::abs(towards)), u = (w + 1) % 3, v = (w + 2) % 3;
    const auto columns = consecutive_floats(towards[u], across);
    auto rows = consecutive_floats(towards[v], across);
    std::ranges::reverse(rows);
    std::vector<Ray<float>> rays;
    for (const float row : rows)
        for (const float column : columns) {
            Vec<float> d = towards;
            d[u] = column, d[v] = row;
            rays.emplace_back(eye, d);
        }
    return rays;
}

std::vector<CrackMap> map_crack(const SharedEdge& edge, const std::vector<Ray<float>>& rays,
                                const std::vector<Method>& methods, const Vec<double>& eye) {
    const Geometry geometry(edge.triangles, eye);
    std::vector<Method> asked{make_method("exact")};
    std::ranges::remove_copy_if(methods, std::back_inserter(asked), is_the_reference);
    const Round round{listed_rays(rays, eye), make_answerers(asked, geometry, Traversal::one_ray),
                      make_reference(asked[0], geometry), geometry};
    const Comparison comparison = compare(round, int(rays.size()), 1);
    std::vector<CrackMap> maps;
    for (std::size_t m = 0; m < asked.size(); ++m) {
        const auto& column = comparison.columns[m];
        maps.push_back({asked[m], column.hits, column.outcomes, column.tally.outcomes});
    }
    return maps;
}

std::vector<Drawing> draw_crack(std::string title, std::string subtitle,
                                const std::vector<CrackMap>& maps, int across, const Page& page) {
    const Grid grid(page, maps.size(), page.columns(), no_margin, across);
    const int size = grid.factor(across);
    struct Row {
        std::uint64_t OutcomeCounts::*count;
        LegendEntry entry;
        bool always;
    };
    std::vector<Row> rows{
        {&OutcomeCounts::leaks, {palette::leak, "hit neither"}, true},
        {&OutcomeCounts::false_hits, {palette::false_hit, "false hits"}, false},
        {&OutcomeCounts::wrong_triangle, {palette::wrong_triangle, "wrong triangle"}, false},
        {&OutcomeCounts::tie, {first_grey, "ties", LegendEntry::Sample::dot}, true}};
    std::erase_if(rows, [&](const Row& row) {  // errors that nobody makes
        return !row.always && std::ranges::all_of(maps, [&](const CrackMap& map) {
            return map.counts.*row.count == 0;
        });
    });
    std::vector<LegendEntry> legend;
    for (const Row& row : rows) legend.push_back(row.entry);
    legend.push_back({first_grey, "this triangle"});
    legend.push_back({second_grey, "its neighbour"});
    std::vector<Cell> cells;
    for (const CrackMap& map : maps) {
        Picture picture(across, across);
        OutcomeMap outcomes(across, across);
        outcomes.pixels = map.outcomes;
        for (std::size_t k = 0; k < picture.pixels.size(); ++k) {
            const OutcomeRow& row = row_of(map.outcomes[k]);
            picture.pixels[k] = row.error ? row.colour : grey_of(map.hits[k]);
        }
        Cell& cell = cells.emplace_back(
            Cell{caption(map.method, Caption::column), framed(picture, size, grid.page)});
        for (const Row& row : rows) cell.counts.push_back(map.counts.*row.count);
        for (int y = 0; y < across; ++y)
            for (int x = 0; x < across; ++x)
                if (outcomes.at(x, y) == Outcome::tie)
                    cell.body.dot({size * (x + 0.5), size * (y + 0.5)}, 0.2 * size, ink);
        const auto exact = [&](int x, int y) {
            return maps[0].hits[outcomes.index(x, y)].triangle;
        };
        // Where the exact answer goes from one triangle to the other, or to none.
        const auto border = [&](int x, int y, int other_x, int other_y, Point from, Point to) {
            if (other_x >= across || other_y >= across) return;
            if (exact(x, y) != exact(other_x, other_y))
                cell.body.line({from, to}, {ink, grid.page.mm(0.2)});
        };
        for (int y = 0; y < across; ++y)
            for (int x = 0; x < across; ++x) {
                const double s = size, right = s * (x + 1), low = s * (y + 1);
                border(x, y, x + 1, y, {right, s * y}, {right, low});
                border(x, y, x, y + 1, {s * x, low}, {right, low});
            }
        add_rings(cell.body, outcomes, size, grid.page);
    }
    return compose_pages(
        {std::move(title), std::move(subtitle), {{"", std::move(cells)}}, std::move(legend)}, grid);
}

}  // namespace hitmiss
