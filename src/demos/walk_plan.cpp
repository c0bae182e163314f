#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "demos/walk_pictures.hpp"
#include "draw/notation.hpp"
#include "judge/acceptance.hpp"

namespace hitmiss {
namespace {

constexpr double wall_mm = 0.7;  // width
constexpr double width_mm(WalkEvent event) {
    return event == WalkEvent::free ? 0.3 : event == WalkEvent::walked_through ? 1 : 0.5;
}

/// The walls at a step, cut at the height of the eye.
std::vector<std::pair<Vec<double>, Vec<double>>> cuts_at(const Scene& scene, std::size_t step) {
    std::vector<std::pair<Vec<double>, Vec<double>>> cuts;
    for (const Wall& wall : walls_at(scene, int(step)))
        if (const auto cut = cut_by_plane(wall.placed, 1, scene.walk->position.y))
            cuts.push_back(*cut);
    return cuts;
}

void draw_walls(PlanView& view, const Scene& scene, std::size_t step, const Pen& pen) {
    const auto cuts = cuts_at(scene, step);
    for (const auto& [from, to] : cuts) view.line(from, to, pen);
    if (walls_move(scene)) return;  // each has a place for one step
    // Triangles that share an edge are one wall.
    for (std::size_t k = 0; k < cuts.size(); ++k)
        if (k == 0 || cuts[k].first.z != cuts[k - 1].first.z)
            view.axis_label(cuts[k].first, cuts[k].second, pale_ink);
}

/// The plane n.p + n.a = 0, which the published test takes for the wall's.
void draw_tested_planes(PlanView& view, const std::vector<Wall>& walls, float height,
                        const Pen& pen) {
    std::vector<Vec<double>> drawn;  // triangles that share an edge have one plane
    for (const Wall& wall : walls) {
        const Triangle<double> tri(wall.placed);
        const auto n = normal(tri);
        const Vec<double> across(n.x, 0, n.z);
        const double squared = glm::dot(across, across);
        if (squared == 0) continue;
        const double offset = -(glm::dot(n, tri.a) + n.y * height) / squared;
        const auto P = offset * across;
        const bool known = std::ranges::any_of(
            drawn, [&](const auto& other) { return glm::distance(P, other) < 1e-6 * view.far(); });
        if (known) continue;
        drawn.push_back(P);
        const auto along = glm::normalize(Vec<double>(n.z, 0, -n.x)) * view.far();
        view.line(P - along, P + along, pen);
        view.axis_label(P, P + along, tested_colour);
    }
}

/// Where a step ends in the panel: on the near side of the first wall that blocks it.
Point end_of_step(const PlanView& view, const Scene& scene, const WalkRun& run, std::size_t k,
                  const Page& page) {
    const WalkMove& move = run.moves[k];
    const Vec<double> from(move.position);
    const Point start = view.at(from), end = view.at(from + Vec<double>(move.stride));
    if (event_of(move) != WalkEvent::blocked) return end;
    const auto cross = [](Point a, Point b) { return a.x * b.y - a.y * b.x; };
    const Point way = end - start;
    double share = 1;  // of the step, up to the nearest wall
    for (const auto& [first, second] : cuts_at(scene, k)) {
        const Point p = view.at(first) - start, q = view.at(second) - start;
        const double t = cross(p, q - p) / cross(way, q - p);
        if (cross(way, p) * cross(way, q) <= 0 && t >= 0) share = std::min(share, t);
    }
    const double space =
        page.mm((wall_mm + width_mm(WalkEvent::blocked)) / 2 + 0.3) / glm::length(way);
    return start + std::max(0.0, share - space) * way;
}

/// An arrow in the tested direction if it is not the step's, and a dashed line to the hit if a ray
/// was stopped without a wall. `aside` is perpendicular to the step.
void draw_asked(PlanView& view, const WalkMove& move, double step, bool by_ray, const Point& aside,
                const Page& page) {
    const Vec<double> from(move.position), stride(move.stride), asked = move.verdict.asked;
    const Vec<double> level(asked.x, 0, asked.z);
    const double length = glm::length(level);
    const bool parallel = glm::length(glm::cross(level, stride)) <= 1e-4 * length * step;
    const bool same_direction = parallel && glm::dot(level, stride) >= 0;
    const bool shows_hit = by_ray && event_of(move) == WalkEvent::stopped;
    if (same_direction && !(shows_hit && length > 0)) return;
    // An arrow parallel to the path is drawn beside it.
    const Point offset = parallel ? page.mm(1.8) * aside : Point(0);
    const auto at = [&](const Vec<double>& p) { return view.at(p) + offset; };
    view.drawing.arrow(at(from), at(from + level * (0.8 * step / length)),
                       {tested_colour, page.mm(0.2)});
    if (shows_hit)
        view.drawing.line({at(from), at(from + move.verdict.t * level)},
                          {tested_colour, page.mm(0.2), {page.mm(0.6), page.mm(0.6)}});
}

void draw_moves(PlanView& view, const Scene& scene, const WalkRun& run, const Page& page) {
    Drawing& drawing = view.drawing;
    for (std::size_t k = 0; k < run.moves.size(); ++k) {
        const WalkMove& move = run.moves[k];
        if (!move.is_step()) continue;
        const Vec<double> from(move.position), stride(move.stride);
        const WalkEvent event = event_of(move);
        const Pen pen{legend_entry(event).colour, page.mm(width_mm(event))};
        const Point start = view.at(from), end = end_of_step(view, scene, run, k, page);
        const Point u = glm::normalize(view.at(from + stride) - start), aside(-u.y, u.x);
        drawing.line({start, end}, pen);
        if (move.blocked())  // a bar across the end, which the step does not reach
            drawing.line({end - page.mm(1.1) * aside, end + page.mm(1.1) * aside}, pen);
        draw_asked(view, move, scene.walk->step, run.construction == Construction::ray, aside,
                   page);
    }
    const Rgb path_colour = legend_entry(WalkEvent::free).colour;
    const auto dot = [&](const Vec<float>& p, double radius, Rgb colour) {
        drawing.dot(view.at(Vec<double>(p)), page.mm(radius), colour);
    };
    for (const WalkMove& move : run.moves) dot(move.position, 0.35, path_colour);
    dot(run.end, 0.35, path_colour);
    const auto& start = run.moves.empty() ? run.end : run.moves[0].position;
    dot(start, 0.8, path_colour), dot(start, 0.5, palette::background);
}

PlanView draw_panel(const Scene& scene, const WalkRun& run, const PlanBounds& bounds,
                    const Grid& grid) {
    const Page& page = grid.page;
    PlanView view(bounds, grid.cell, page);
    const double wall = page.mm(wall_mm);
    const float height = scene.walk->position.y;
    if (run.construction == Construction::plane && run.variant == Variant::published)
        draw_tested_planes(view, walls_at(scene, 0), height,
                           {tested_colour, page.mm(0.3), {page.mm(1), page.mm(1)}});
    if (!walls_move(scene)) {
        draw_walls(view, scene, 0, {wall_colour, wall});
    } else {
        for (const bool numbered : {false, true})
            for (std::size_t k = 0; k < run.moves.size(); ++k)
                if (numbered == (event_of(run.moves[k]) != WalkEvent::free))
                    draw_walls(view, scene, k, {numbered ? wall_colour : elsewhere_colour, wall});
    }
    draw_moves(view, scene, run, page);
    for (const Episode& episode : episodes(run)) {
        const std::size_t k = episode.first - 1;
        view.label(view.at(Vec<double>(run.moves[k].position)),
                   end_of_step(view, scene, run, k, page), to_string(episode),
                   legend_entry(episode.event).colour);
    }
    return view;
}

/// Bounds of every path and of the walls, with their mirror images if a published test takes those
/// for the walls.
PlanBounds bounds_of(const Scene& scene, const std::vector<WalkRun>& runs) {
    PlanBounds bounds(scene.walk->facing);
    bool mirrored = false;
    for (const WalkRun& run : runs) {
        mirrored |= run.construction == Construction::plane;
        bounds.include(Vec<double>(run.end));
        for (const WalkMove& move : run.moves) {
            bounds.include(Vec<double>(move.position));
            bounds.include(Vec<double>(move.position + move.stride));
        }
    }
    for (std::size_t k = 0; k == 0 || (walls_move(scene) && k < scene.walk->path.size()); ++k)
        for (const auto& [first, second] : cuts_at(scene, k))
            for (const auto& end : {first, second}) {
                bounds.include(end);
                if (mirrored) bounds.include(-end);
            }
    return bounds;
}

/// What a run does wrong, in the words of a title; empty: nothing.
std::string faults_of(const WalkRun& run) {
    const auto has = [&](WalkEvent event) {
        return std::ranges::any_of(run.moves, [&](const WalkMove& move) {
            return move.is_step() && event_of(move) == event;
        });
    };
    const std::string through =
                          has(WalkEvent::walked_through) ? "lets the walker through a wall" : "",
                      stopped = has(WalkEvent::stopped) ? "blocks the way where no wall is" : "";
    return through + (through.empty() || stopped.empty() ? "" : " and ") + stopped;
}

/// The first run that errs, and whether its correction mends that.
std::string finding(const std::vector<WalkRun>& runs) {
    const auto first =
        std::ranges::find_if(runs, [](const WalkRun& run) { return !faults_of(run).empty(); });
    if (first == runs.end()) {
        const bool meets_wall = std::ranges::any_of(runs, [](const WalkRun& run) {
            return std::ranges::any_of(run.moves, &WalkMove::exact);
        });
        return meets_wall ? "Every test stops the walker at walls, and nowhere else"
                          : "The walker meets no wall on this path, and no test blocks the way";
    }
    const auto corrected = std::find_if(first, runs.end(), [&](const WalkRun& run) {
        return run.method == first->method && run.variant == Variant::corrected;
    });
    const std::string faults = faults_of(*first), name = printed_name(first->method);
    if (first == corrected) return fmt::format("Corrected, {} {}", name, faults);
    std::string after;
    if (corrected != runs.end()) {
        const std::string left = faults_of(*corrected);
        after = left.empty()     ? "; corrected, it does not"
                : left == faults ? ", corrected or not"
                                 : "; corrected, it " + left;
    }
    return fmt::format("As published, {} {}{}", name, faults, after);
}

}  // namespace

std::vector<Drawing> walk_panels(const Scene& scene, const std::vector<WalkRun>& runs,
                                 const Page& page) {
    const PlanBounds bounds = bounds_of(scene, runs);
    std::vector<Drawing> panels;
    for (const WalkRun& run : runs) {
        PlanView view = draw_panel(scene, run, bounds, Grid(page, 1, 1, no_margin));
        view.scale_bar();
        panels.push_back(std::move(view.drawing));
    }
    return panels;
}

std::vector<Drawing> walk_plan(const Scene& scene, const std::vector<WalkRun>& runs,
                               const Page& page) {
    const PlanBounds bounds = bounds_of(scene, runs);
    const Point extent = bounds.hi - bounds.lo;
    const bool tall = extent.y > 0.45 * extent.x;
    constexpr double narrowest = 16;  // of two panels side by side, in units of the font size
    const bool two = tall && 0.5 * page.width() > narrowest * page.font();
    const std::size_t columns = two ? 2 : 1;
    const Grid grid(page, columns, columns, no_margin);
    const bool turns = scene.walk->path.find_first_of("LR") != std::string::npos;
    Composition sheet{
        page.title_or(finding(runs)),
        fmt::format("seen from above; the walker starts at the ring, facing right; {} moves{}, "
                    "steps of {}; numbers: moves",
                    scene.walk->path.size(), turns ? ", including turns" : "",
                    number_text(scene.walk->step)),
        {},
        walk_legend(scene, runs)};
    for (const WalkRun& run : runs) {
        const bool beside = two && run.variant == Variant::corrected;
        if (!beside) sheet.rows.push_back({});
        auto caption = describe(run);
        caption.insert(caption.begin(),
                       fmt::format("{}, {}", printed_name(run.method), to_string(run.variant)));
        PlanView view = draw_panel(scene, run, bounds, grid);
        // One serves all; in a flat plan walls and planes name their places instead.
        if (&run == &runs.back() && tall) view.scale_bar();
        sheet.rows.back().cells.push_back({std::move(caption), std::move(view.drawing)});
    }
    return compose_pages(sheet, grid);
}

}  // namespace hitmiss
