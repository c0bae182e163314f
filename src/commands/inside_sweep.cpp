#include "commands/inside.hpp"
#include "commands/leak_rates.hpp"
#include "draw/solid_angle_plot.hpp"
#include "draw/titles.hpp"
#include "judge/sweep.hpp"

namespace hitmiss {

void sweep_inside(const InsideOptions& options, const Scene& scene, const Geometry& geometry,
                  const Output& output) {
    const auto epsilons = decimal_steps(1e-7, 30, 2);
    auto curves = sweep_solid_angle(epsilons, options.points, options.seed, geometry);
    const auto angle_sum = sweep_angle_sum(epsilons, options.points, options.seed);
    const auto place = figure_place(scene, options.scene, "solid-angle.svg", output);
    const auto right = std::size_t(std::ranges::count(curves.front().wrong, 0u));
    const std::string title = options.figure.title_or(
        fmt::format("The solid-angle sum is right at every point for {} of {} tolerances", right,
                    epsilons.size()));
    const Page& page = options.figure.page;
    write_figure(place.out, place.name, page,
                 {draw_solid_angle(title, mesh_text(scene), epsilons, curves, angle_sum, page)});
    curves.push_back(angle_sum);
    Rows rows;
    for (const auto& curve : curves)
        for (std::size_t e = 0; e < curve.wrong.size(); ++e) {
            Object& row = rows.emplace_back(Object{{"points", curve.label},
                                                   {"precision", to_string(curve.precision)},
                                                   {"epsilon", epsilons[e]},
                                                   {"judged", curve.points}});
            append(row, rate_cells("wrong", curve.wrong[e], curve.points));
        }
    const Object json{{"version", 1}, {"scene", scene.name}, {"curves", rows}};
    place.out.print(to_string({json, rows, as_text(rows, options.table.width(output.width))},
                              options.table, output.width));
}

}  // namespace hitmiss
