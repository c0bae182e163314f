#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "draw/comparison_sheet.hpp"
#include "draw/method_pictures.hpp"
#include "draw/notation.hpp"
#include "draw/titles.hpp"

namespace hitmiss {
std::vector<Drawing> draw_plate(const std::string& title, const std::string& subtitle,
                                const std::vector<PlateColumn>& columns, const Page& page) {
    const auto& methods = columns[0].scene.methods;
    std::vector<std::vector<MethodPictures>> pictures;  // by scene, then by method
    std::vector<OutcomeCounts> sums(methods.size());    // of all scenes
    OutcomeCounts total;
    int widest = 1;
    CountedErrors counted;
    for (const auto& [scene, comparison] : columns) {
        pictures.push_back(method_pictures(scene, comparison, {0, 0, scene.width, scene.height}));
        widest = std::max(widest, scene.width);
        for (std::size_t m = 0; m < methods.size(); ++m) {
            sums[m] += comparison.columns[m].tally.outcomes;
            total += comparison.columns[m].tally.outcomes;
            counted.unseen |= pictures.back()[m].unseen > 0;
        }
    }
    for (const OutcomeRow& row : outcome_rows)
        if (row.error && total.*row.count > 0) counted.rows.push_back(row);

    Composition figure{title, subtitle, {}, counted.legend(), LeftMargin::table};
    std::vector<std::string> names{"errors"};
    for (const Method& method : methods)
        names.push_back(joined_texts(caption(method, Caption::column), "\n"));
    const Grid grid(page, columns.size(), page.columns(), margin_for(names, figure.legend), widest);
    for (std::size_t m = 0; m < methods.size(); ++m) {
        CellRow shown{names[m + 1], {}}, errors{names[0], {}, true};
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const auto& [scene, comparison] = columns[k];
            const MethodPictures& own = pictures[k][m];
            const int factor = grid.factor(scene.width);
            shown.cells.push_back({{}, framed(own.picture, factor, grid.page)});
            if (m == 0)
                shown.cells.back().caption = {printed_name(scene),
                                              number_of(scene.mesh.triangles.size(), "triangle")};
            errors.cells.push_back(
                {{},
                 draw_map(own.map, own.outcomes, factor, grid.page),
                 counted.counts(comparison.columns[m].tally.outcomes, own.unseen)});
        }
        figure.rows.push_back(std::move(shown));
        if (sums[m].errors() > 0) figure.rows.push_back(std::move(errors));
    }
    if (total.errors() == 0) figure.legend.clear();
    return compose_pages(figure, grid);
}

}  // namespace hitmiss
