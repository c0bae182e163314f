#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "demos/walk_pictures.hpp"
#include "draw/compose.hpp"
#include "draw/traced.hpp"

namespace hitmiss {

Picture first_person(const Scene& scene, const WalkRun& run, std::size_t k) {
    const bool at_end = k >= run.moves.size();
    const Vec<double> eye(at_end ? run.end : run.moves[k].position);
    const auto facing = at_end ? run.facing : run.moves[k].facing;
    Scene view = scene;
    view.camera = {eye, eye + facing, {0, 1, 0}, scene.walk->vertical_fov};
    const auto walls = walls_at(scene, int(at_end ? std::max<std::size_t>(k, 1) - 1 : k));
    for (std::size_t w = 0; w < walls.size(); ++w) view.mesh.triangles[w] = walls[w].placed;

    const Geometry geometry(view.mesh.triangles, eye);
    const Tracer tracer(parse_method("watertight"), geometry);
    const PrimaryRays primary(view.camera, scene.width, scene.height, scene.samples);
    const auto from_near_plane = [&](int x, int y) {
        const Ray<float> ray = primary(x, y);
        const Vec<double> d(ray.d);
        return Ray<float>(Vec<float>(eye + d * (scene.walk->near / glm::dot(d, facing))), ray.d);
    };
    return traced(scene.width, scene.height, scene.samples, tracer, from_near_plane,
                  Shader(view, geometry.box));
}

std::vector<Drawing> first_person_sheet(const Scene& scene, const std::vector<WalkRun>& runs,
                                        const std::vector<std::vector<Picture>>& views,
                                        const Page& page) {
    const Grid grid(page, views[0].size(), frames_per_row(page), upright_names, scene.width);
    Composition sheet{fmt::format("{}: what the walker sees", scene.name),
                      fmt::format("before each move and at the end; near distance {}",
                                  number_text(scene.walk->near)),
                      {}};
    const auto frame = [&](const Picture& view) {
        return framed(view, grid.factor(view.width), grid.page);
    };
    for (std::size_t r = 0; r < runs.size(); ++r) {
        CellRow row{std::string(to_string(runs[r].variant)), {}};
        if (scene.methods.size() > 1) row.name = to_string(runs[r].method) + ", " + row.name;
        for (std::size_t k = 0; k < runs[r].moves.size(); ++k) {
            const WalkMove& move = runs[r].moves[k];
            const auto what = move.blocked()     ? "blocked"
                              : move.is_step()   ? "moves"
                              : move.move == 'L' ? "left"
                                                 : "right";
            row.cells.push_back({{fmt::format("{}: {}", k + 1, what)}, frame(views[r][k])});
        }
        row.cells.push_back({{"end"}, frame(views[r].back())});
        sheet.rows.push_back(std::move(row));
    }
    return compose_pages(sheet, grid);
}

}  // namespace hitmiss
