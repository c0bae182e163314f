#include "demos/walker.hpp"

#include <algorithm>

#include "truth/exact.hpp"

namespace hitmiss {
namespace {

/// The verdict that says most about a step: a collision before a near miss; among equals the wall
/// whose plane comes first ahead.
StepVerdict ask(const Collider& collider, const Step<float>& step, const std::vector<Wall>& walls) {
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

WalkRun walk(const Scene& scene, const MethodSpec& method, Variant variant) {
    const WalkSettings& settings = *scene.walk;
    const Collider collider = make_collider(method, variant);
    const auto facing = [&](int turns) {
        const Affine turn =
            to_affine({Vec<double>(1), {0, turns * settings.turn, 0}, Vec<double>(0)});
        return turn.linear * glm::normalize(settings.facing);
    };
    WalkRun run{method, variant, collider.construction, {}, settings.position, facing(0)};
    int turns = 0;
    for (std::size_t k = 0; k < settings.path.size(); ++k) {
        WalkMove move{settings.path[k], run.end, run.facing, Vec<float>(0), {}, false};
        if (move.is_step()) {
            const bool forward = move.move == 'F';
            const Vec<float> along((forward ? settings.step : -settings.step) * run.facing);
            move.by = {along.x, 0, along.z};
            const auto walls = walls_at(scene, int(k));
            const Ray<float> made(move.position, move.by);
            move.exact = std::any_of(walls.begin(), walls.end(), [&](const Wall& wall) {
                return exact_step(made, wall.placed);
            });
            if (forward || !collider.as_text_walks())
                move.verdict = ask(
                    collider, {move.position, collider.as_text_walks() ? along : move.by}, walls);
            if (!move.blocked()) run.end += move.by;
        } else {
            turns += move.move == 'L' ? 1 : -1;
            run.facing = facing(turns);
        }
        run.moves.push_back(move);
    }
    return run;
}

}  // namespace hitmiss
