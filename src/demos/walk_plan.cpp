#include "demos/walk_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "demos/plan_view.hpp"
#include "figure/strip.hpp"
#include "figure/text.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr Rgb wall_colour{60, 60, 60}, elsewhere_colour{205, 205, 205}, path_colour{0, 130, 95},
    blocked_colour{0, 0, 0}, tested_colour{204, 121, 167};
constexpr int sheet_width = 1100;
constexpr double font = 20;

enum class Event { free, blocked, walked_through, stopped };
Event event_of(const WalkMove& move) {
    if (move.blocked()) return move.exact ? Event::blocked : Event::stopped;
    return move.exact ? Event::walked_through : Event::free;
}

Rgb colour_of(Event event) {
    return event == Event::blocked          ? blocked_colour
           : event == Event::walked_through ? palette::leak
           : event == Event::stopped        ? palette::false_hit
                                            : path_colour;
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

/// What may be seen of the walls at a step: their cut at the height of the eye.
void draw_walls(PlanView& view, const std::vector<Wall>& walls, float height, Rgb colour) {
    for (const Wall& wall : walls)
        if (const auto cut = cut_at(wall.placed, height))
            view.line(cut->first, cut->second, 5, colour);
}

/// The plane n.p + n.a = 0 that the published test takes for the wall's.
void draw_tested_planes(PlanView& view, const std::vector<Wall>& walls, float height) {
    for (const Wall& wall : walls) {
        const Triangle<double> tri(wall.placed);
        const auto n = normal(tri);
        const Vec<double> across(n.x, 0, n.z);
        const double squared = glm::dot(across, across);
        if (squared == 0) continue;
        const double offset = -(glm::dot(n, tri.a) + n.y * height) / squared;
        const auto P = offset * across;
        const auto along = glm::normalize(Vec<double>(n.z, 0, -n.x)) * view.far();
        view.dashes(P - along, P + along, 3, tested_colour);
    }
}

void draw_moves(PlanView& view, const WalkRun& run, double step) {
    for (const WalkMove& move : run.moves) {
        if (!move.is_step()) continue;
        const Vec<double> from(move.position), to = from + Vec<double>(move.by);
        const Event event = event_of(move);
        const double width = event == Event::free ? 3 : 5;
        if (move.blocked())
            view.stop(from, to, width, colour_of(event));
        else
            view.line(from, to, width, colour_of(event));
        const auto& asked = move.verdict.asked;
        const Vec<double> level(asked.x, 0, asked.z);
        const double length = glm::length(level),
                     across = glm::length(glm::cross(level, to - from));
        if (across > 1e-4 * length * step || glm::dot(level, to - from) < 0)
            view.arrow(from, from + level * (0.8 * step / length), 2, tested_colour);
    }
    for (const WalkMove& move : run.moves) view.dot(Vec<double>(move.position), 4, path_colour);
    view.dot(Vec<double>(run.end), 4, path_colour);
    view.ring(Vec<double>(run.moves.empty() ? run.end : run.moves[0].position), 9, path_colour);
}

bool walls_move(const Scene& scene) {
    return std::any_of(scene.moving.begin(), scene.moving.end(), [](const MovingMesh& mesh) {
        return mesh.motion.spin != Vec<double>(0) || mesh.motion.drift != Vec<double>(0);
    });
}

Picture draw_panel(const Scene& scene, const WalkRun& run, const PlanBounds& bounds, int width) {
    PlanView view(bounds, width, font);
    const float height = scene.walk->position.y;
    if (run.construction == Construction::plane && run.variant == Variant::published)
        draw_tested_planes(view, walls_at(scene, 0), height);
    if (!walls_move(scene)) {
        draw_walls(view, walls_at(scene, 0), height, wall_colour);
    } else {
        for (const bool telling : {false, true})
            for (std::size_t k = 0; k < run.moves.size(); ++k)
                if (telling == (event_of(run.moves[k]) != Event::free))
                    draw_walls(view, walls_at(scene, int(k)), height,
                               telling ? wall_colour : elsewhere_colour);
    }
    draw_moves(view, run, scene.walk->step);
    for (const Episode& episode : episodes(run)) {
        const WalkMove& move = run.moves[episode.first - 1];
        view.label(Vec<double>(move.position + move.by), episode.numbers(),
                   colour_of(episode.event));
    }
    view.scale_bar();
    return view.picture();
}

/// What the panels show at all, and what it means.
std::vector<LegendEntry> legend_of(const Scene& scene, const std::vector<WalkRun>& runs) {
    std::vector<LegendEntry> legend{{wall_colour, "wall"}};
    if (walls_move(scene))
        legend = {{wall_colour, "wall at a numbered step"},
                  {elsewhere_colour, "wall at the others"}};
    legend.push_back({path_colour, "path"});
    const auto any_run = [&](auto&& holds) { return std::any_of(runs.begin(), runs.end(), holds); };
    const auto uses = [&](Construction construction) {
        return any_run([&](const WalkRun& run) { return run.construction == construction; });
    };
    const auto meets = [&](Event event) {
        return any_run([&](const WalkRun& run) {
            const auto is = [&](const WalkMove& move) { return event_of(move) == event; };
            return std::any_of(run.moves.begin(), run.moves.end(), is);
        });
    };
    if (uses(Construction::plane)) legend.push_back({tested_colour, "plane that the text tests"});
    if (uses(Construction::ray))
        legend.push_back({tested_colour, "direction that the text asks about"});
    if (meets(Event::blocked)) legend.push_back({blocked_colour, "blocked by a wall"});
    if (meets(Event::walked_through)) legend.push_back({palette::leak, "walks through a wall"});
    if (meets(Event::stopped))
        legend.push_back({palette::false_hit, "stopped, no wall in the way"});
    return legend;
}

/// All that the panels must hold: every path, and the walls, with their mirror images if the
/// published test takes them for the walls.
PlanBounds bounds_of(const Scene& scene, const std::vector<WalkRun>& runs) {
    PlanBounds bounds(scene.walk->facing);
    bool mirrored = false;
    for (const WalkRun& run : runs) {
        mirrored |= run.construction == Construction::plane;
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

std::vector<WalkRun> walk_all(const Scene& scene) {
    std::vector<WalkRun> runs;
    for (const MethodSpec& method : scene.methods)
        for (const auto variant : {Variant::published, Variant::corrected})
            runs.push_back(walk(scene, method, variant));
    return runs;
}

std::vector<std::string> describe(const WalkRun& run) {
    std::vector<std::string> lines;
    const auto found = episodes(run);
    const auto add = [&](Event event, std::string_view what) {
        std::string numbers;
        for (const Episode& episode : found)
            if (episode.event == event)
                numbers += (numbers.empty() ? "" : ", ") + episode.numbers();
        if (!numbers.empty()) lines.push_back(fmt::format("{}: {}", what, numbers));
    };
    add(Event::blocked, "blocked by a wall");
    add(Event::walked_through, "walks through a wall");
    add(Event::stopped, "stopped, no wall in the way");
    if (lines.empty()) lines.push_back("never blocked");
    return lines;
}

Picture walk_plan(const Scene& scene, const std::vector<WalkRun>& runs) {
    const PlanBounds bounds = bounds_of(scene, runs);
    const Point extent = bounds.hi - bounds.lo;
    const bool tall = extent.y > 0.45 * extent.x;
    Strip strip;
    strip.title = scene.name;
    strip.subtitle = fmt::format(
        "{} moves, steps of {}, seen from above; the walker sets out from the "
        "ring to the right",
        scene.walk->path.size(), scene.walk->step);
    strip.legend = legend_of(scene, runs);
    strip.columns = tall ? 2 : 1;
    for (const WalkRun& run : runs) {
        const bool beside = tall && run.variant == Variant::corrected;
        if (!beside)
            strip.rows.push_back({tall ? "" : std::string(to_string(run.variant)), {}, {}});
        strip.rows.back().pictures.push_back(
            draw_panel(scene, run, bounds, sheet_width / strip.columns));
        auto caption = describe(run);
        caption.insert(caption.begin(),
                       fmt::format("{}, {}", to_string(run.method), to_string(run.variant)));
        strip.rows.back().captions.push_back(std::move(caption));
    }
    return draw_strip(strip);
}

}  // namespace hitmiss
