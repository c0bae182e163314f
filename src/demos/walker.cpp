#include "demos/walker.hpp"

#include <algorithm>
#include <iterator>

namespace hitmiss {
namespace {

/// The verdict that says most about a step: a collision before a near miss; among equals the wall
/// whose plane comes first ahead.
StepVerdict ask(const Collider& collider, const Ray<float>& step, const std::vector<Wall>& walls) {
    StepVerdict most;
    for (const Wall& wall : walls) {
        const StepVerdict verdict = collider.test(step, wall);
        const bool first = verdict.t > 0 && !(most.t > 0 && most.t <= verdict.t);
        if (verdict.reason > most.reason || (verdict.reason == most.reason && first))
            most = verdict;
    }
    return most;
}

}  // namespace

std::vector<Wall> walls_at(const Scene& scene, int step) {
    std::vector<Wall> walls;
    for (const auto& triangle : scene.mesh.triangles) walls.push_back({triangle, triangle, {}});
    for (const auto& [first, rest, motion] : scene.moving) {
        Mesh placed;
        placed.triangles = rest;
        place(placed, motion.at(step));
        const Affine W = to_affine(motion.at(step));
        for (std::size_t k = 0; k < rest.size(); ++k)
            walls[first + k] = {placed.triangles[k], rest[k], W};
    }
    return walls;
}

WalkRun walk(const Scene& scene, const Method& method, Variant variant) {
    const WalkSettings& settings = *scene.walk;
    const Collider collider(method, variant);
    const auto facing = [&](int turns) {
        return to_affine({.rotate = {0, turns * settings.turn, 0}}).linear *
               glm::normalize(settings.facing);
    };
    WalkRun run{method, variant, collider.construction, {}, settings.position, facing(0)};
    int turns = 0;
    for (std::size_t k = 0; k < settings.path.size(); ++k) {
        WalkMove move{settings.path[k], run.end, run.facing, Vec<float>(0), {}, false};
        if (move.is_step()) {
            const bool forward = move.move == 'F';
            const Vec<float> along((forward ? settings.step : -settings.step) * run.facing);
            move.stride = {along.x, 0, along.z};
            const auto walls = walls_at(scene, int(k));
            const Ray<float> made(move.position, move.stride);
            std::vector<Wall> met;
            std::copy_if(walls.begin(), walls.end(), std::back_inserter(met),
                         [&](const Wall& wall) { return exact_step(made, wall.placed); });
            move.exact = !met.empty();
            if (forward || !collider.as_text_walks()) {
                const Ray<float> asked =
                    collider.as_text_walks() ? Ray<float>(move.position, along) : made;
                move.verdict = ask(collider, asked, walls);
                if (move.exact && !move.blocked()) move.verdict = ask(collider, asked, met);
            }
            if (!move.blocked()) run.end += move.stride;
        } else {
            turns += move.move == 'L' ? 1 : -1;
            run.facing = facing(turns);
        }
        run.moves.push_back(move);
    }
    return run;
}

std::vector<WalkRun> walk_all(const Scene& scene) {
    std::vector<WalkRun> runs;
    for (const Method& method : scene.methods)
        for (const auto variant : {Variant::published, Variant::corrected})
            runs.push_back(walk(scene, method, variant));
    return runs;
}

}  // namespace hitmiss
