#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/words.hpp"
#include "demos/plan_view.hpp"
#include "demos/walk_pictures.hpp"

namespace hitmiss {
namespace {

constexpr Rgb wall_colour{135, 135, 135}, elsewhere_colour{215, 215, 215},
    tested_colour{204, 121, 167};
constexpr double wall_mm = 0.7;  // width
using Sample = LegendEntry::Sample;

/// What a move comes to, and how that is shown.
enum class Event { free, blocked, walked_through, stopped };
constexpr LegendEntry line_of(Rgb colour, std::string_view label, Sample sample = Sample::line) {
    return {colour, label, PlotMarker::none, sample};
}
constexpr std::array rows{line_of({0, 130, 95}, "path"),
                          line_of({0, 0, 0}, "blocked by a wall", Sample::stop),
                          line_of(palette::leak, "walks through a wall", Sample::thick),
                          line_of(palette::false_hit, "stopped, no wall in the way", Sample::stop)};
constexpr const LegendEntry& row_of(Event event) {
    return rows[std::size_t(event)];
}
constexpr std::array numbered_events{Event::blocked, Event::walked_through, Event::stopped};
constexpr Rgb path_colour = row_of(Event::free).colour;

constexpr double width_mm(Event event) {
    return event == Event::free ? 0.3 : event == Event::walked_through ? 1 : 0.5;
}

Event event_of(const WalkMove& move) {
    if (move.blocked()) return move.exact ? Event::blocked : Event::stopped;
    return move.exact ? Event::walked_through : Event::free;
}

/// Moves first .. last, counted from 1, that meet the same event one after the other.
struct Episode {
    Event event;
    std::size_t first, last;
    std::string numbers() const {
        return first == last ? fmt::format("{}", first) : fmt::format("{}–{}", first, last);
    }
};

std::vector<Episode> episodes(const WalkRun& run) {
    std::vector<Episode> found;
    for (std::size_t k = 0; k < run.moves.size(); ++k) {
        const Event event = event_of(run.moves[k]);
        if (!found.empty() && found.back().event == event && found.back().last == k)
            ++found.back().last;
        else if (event != Event::free)
            found.push_back({event, k + 1, k + 1});
    }
    return found;
}

/// All moves that meet the event, as "8–12, 14".
std::string numbers(const WalkRun& run, Event event) {
    std::vector<std::string> found;
    for (const Episode& episode : episodes(run))
        if (episode.event == event) found.push_back(episode.numbers());
    return fmt::format("{}", fmt::join(found, ", "));
}

/// What may be seen of the walls at a step: their cut at the height of the eye.
void draw_walls(PlanView& view, const std::vector<Wall>& walls, float height, Rgb colour,
                double width) {
    std::vector<std::pair<Vec<double>, Vec<double>>> ends;
    for (const Wall& wall : walls)
        if (const auto cut = cut_at(wall.placed, height))
            view.line(cut->first, cut->second, {colour, width}), ends.push_back(*cut);
    // Triangles that share an edge are one wall.
    for (std::size_t k = 0; k < ends.size(); ++k)
        if (k == 0 || ends[k].first.z != ends[k - 1].first.z)
            view.axis_label(ends[k].first, ends[k].second, pale_ink);
}

/// The plane n.p + n.a = 0 that the published test takes for the wall's.
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
Point end_of_step(const PlanView& view, const WalkMove& move, const std::vector<Wall>& walls,
                  const Page& page) {
    const Vec<double> from(move.position);
    const Point start = view.at(from), end = view.at(from + Vec<double>(move.by));
    if (event_of(move) != Event::blocked) return end;
    const auto cross = [](Point a, Point b) { return a.x * b.y - a.y * b.x; };
    const Point way = end - start;
    double share = 1;
    for (const Wall& wall : walls)
        if (const auto cut = cut_at(wall.placed, move.position.y)) {
            const Point p = view.at(cut->first) - start, q = view.at(cut->second) - start;
            const double t = cross(p, q - p) / cross(way, q - p);
            if (cross(way, p) * cross(way, q) <= 0 && t >= 0) share = std::min(share, t);
        }
    const double space = page.mm((wall_mm + width_mm(Event::blocked)) / 2 + 0.3) / glm::length(way);
    return start + std::max(0.0, share - space) * way;
}

void draw_moves(PlanView& view, const Scene& scene, const WalkRun& run, const Page& page) {
    const double step = scene.walk->step;
    Drawing& drawing = view.drawing;
    for (std::size_t k = 0; k < run.moves.size(); ++k) {
        const WalkMove& move = run.moves[k];
        if (!move.is_step()) continue;
        const Vec<double> from(move.position), by(move.by);
        const Event event = event_of(move);
        const Pen pen{row_of(event).colour, page.mm(width_mm(event))};
        const Point start = view.at(from),
                    end = end_of_step(view, move, walls_at(scene, int(k)), page);
        const Point way = glm::normalize(view.at(from + by) - start), aside(-way.y, way.x);
        drawing.line({start, end}, pen);
        if (move.blocked())  // a bar across the end that the step does not come to
            drawing.line({end - page.mm(1.1) * aside, end + page.mm(1.1) * aside}, pen);
        const auto& asked = move.verdict.asked;
        const Vec<double> level(asked.x, 0, asked.z);
        const double length = glm::length(level), across = glm::length(glm::cross(level, by));
        const bool along = across <= 1e-4 * length * step;
        const bool stopped = run.construction == Construction::ray && event == Event::stopped;
        if (along && glm::dot(level, by) >= 0 && !(stopped && length > 0)) continue;
        const Point beside = along ? page.mm(1.8) * aside : Point(0);  // not upon the path
        const auto beside_at = [&](const Vec<double>& p) { return view.at(p) + beside; };
        drawing.arrow(beside_at(from), beside_at(from + level * (0.8 * step / length)),
                      {tested_colour, page.mm(0.2)});
        if (stopped)
            drawing.line({beside_at(from), beside_at(from + move.verdict.t * level)},
                         {tested_colour, page.mm(0.2), {page.mm(0.6), page.mm(0.6)}});
    }
    const auto dot = [&](const Vec<float>& place, double radius, Rgb colour) {
        drawing.dot(view.at(Vec<double>(place)), page.mm(radius), colour);
    };
    for (const WalkMove& move : run.moves) dot(move.position, 0.35, path_colour);
    dot(run.end, 0.35, path_colour);
    const auto& start = run.moves.empty() ? run.end : run.moves[0].position;
    dot(start, 0.8, path_colour), dot(start, 0.5, palette::background);
}

bool walls_move(const Scene& scene) {
    return std::ranges::any_of(scene.moving, [](const MovingMesh& mesh) {
        return mesh.motion.spin != Vec<double>(0) || mesh.motion.drift != Vec<double>(0);
    });
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
        draw_walls(view, walls_at(scene, 0), height, wall_colour, wall);
    } else {
        for (const bool numbered : {false, true})
            for (std::size_t k = 0; k < run.moves.size(); ++k)
                if (numbered == (event_of(run.moves[k]) != Event::free))
                    draw_walls(view, walls_at(scene, int(k)), height,
                               numbered ? wall_colour : elsewhere_colour, wall);
    }
    draw_moves(view, scene, run, page);
    for (const Episode& episode : episodes(run)) {
        const WalkMove& move = run.moves[episode.first - 1];
        view.label(view.at(Vec<double>(move.position)),
                   end_of_step(view, move, walls_at(scene, int(episode.first) - 1), page),
                   episode.numbers(), row_of(episode.event).colour);
    }
    return view;
}

/// All that the panels must hold: every path, and the walls, with their mirror images if the
/// published test takes them for the walls.
PlanBounds bounds_of(const Scene& scene, const std::vector<WalkRun>& runs) {
    PlanBounds bounds(scene.walk->facing);
    bool mirrored = false;
    for (const WalkRun& run : runs) {
        mirrored |= run.construction == Construction::plane;
        bounds.include(Vec<double>(run.end));
        for (const WalkMove& move : run.moves) {
            bounds.include(Vec<double>(move.position));
            bounds.include(Vec<double>(move.position + move.by));
        }
    }
    for (std::size_t k = 0; k == 0 || (walls_move(scene) && k < scene.walk->path.size()); ++k)
        for (const Wall& wall : walls_at(scene, int(k)))
            if (const auto cut = cut_at(wall.placed, scene.walk->position.y))
                for (const auto& end : {cut->first, cut->second}) {
                    bounds.include(end);
                    if (mirrored) bounds.include(-end);
                }
    return bounds;
}

}  // namespace

std::vector<std::string> describe(const WalkRun& run) {
    std::vector<std::string> lines;
    for (const Event event : numbered_events)
        if (const auto found = numbers(run, event); !found.empty())
            lines.push_back(fmt::format("{}: {}", row_of(event).label, found));
    if (lines.empty()) lines.push_back("never blocked");
    return lines;
}

std::vector<LegendEntry> walk_legend(const Scene& scene, const std::vector<WalkRun>& runs) {
    std::vector<LegendEntry> legend{line_of(wall_colour, "wall", Sample::thick)};
    if (walls_move(scene))
        legend = {line_of(wall_colour, "wall at a numbered step", Sample::thick),
                  line_of(elsewhere_colour, "wall at the others", Sample::thick)};
    legend.push_back(row_of(Event::free));
    const auto uses = [&](Construction construction) {
        return std::ranges::count(runs, construction, &WalkRun::construction) > 0;
    };
    if (uses(Construction::plane))
        legend.push_back(
            line_of(tested_colour, "plane that the published test asks about", Sample::dashes));
    if (uses(Construction::ray))
        legend.push_back(
            line_of(tested_colour, "direction of the ray as published", Sample::arrow));
    const auto meets = [&](Event event) {
        return std::ranges::any_of(runs, [&](auto& run) { return !numbers(run, event).empty(); });
    };
    if (uses(Construction::ray) && meets(Event::stopped))
        legend.push_back(line_of(tested_colour, "to its hit, ahead or behind", Sample::dashes));
    for (const Event event : numbered_events)
        if (meets(event)) legend.push_back(row_of(event));
    return legend;
}

std::vector<Drawing> walk_panels(const Scene& scene, const std::vector<WalkRun>& runs,
                                 const Page& page) {
    const PlanBounds bounds = bounds_of(scene, runs);
    std::vector<Drawing> panels;
    for (const WalkRun& run : runs) {
        PlanView view = draw_panel(scene, run, bounds, Grid(page, 1, 1, false));
        view.scale_bar();
        panels.push_back(std::move(view.drawing));
    }
    return panels;
}

Drawing walk_plan(const Scene& scene, const std::vector<WalkRun>& runs, const Page& page,
                  const std::string& title) {
    const PlanBounds bounds = bounds_of(scene, runs);
    const Point extent = bounds.hi - bounds.lo;
    const bool tall = extent.y > 0.45 * extent.x;
    const std::size_t columns = tall ? 2 : 1;
    const Grid grid(page, columns, columns, false);
    const bool turns = std::ranges::any_of(
        scene.walk->path, [](const auto& move) { return move == 'L' || move == 'R'; });
    Composition sheet{
        title.empty() ? scene.name : title,
        fmt::format("seen from above; the walker sets out at the ring, facing right; {} moves{}, "
                    "steps of {}; numbers: moves",
                    scene.walk->path.size(), turns ? ", turns among them" : "",
                    number_text(scene.walk->step)),
        {},
        walk_legend(scene, runs)};
    for (const WalkRun& run : runs) {
        const bool beside = tall && run.variant == Variant::corrected;
        if (!beside) sheet.rows.push_back({});
        auto caption = describe(run);
        caption.insert(caption.begin(),
                       fmt::format("{}, {}", run.method.name(), to_string(run.variant)));
        PlanView view = draw_panel(scene, run, bounds, grid);
        if (&run == &runs.back()) view.scale_bar();  // one serves all
        sheet.rows.back().cells.push_back({std::move(caption), std::move(view.drawing)});
    }
    return compose(sheet, grid);
}

}  // namespace hitmiss
