#include "judge/staged_rounds.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "scene/tiles.hpp"

namespace hitmiss {
namespace {

/// A step's round, and what it refers to.
struct Step {
    Stage stage;
    std::optional<AimedRays> aimed;
    std::optional<Round> round;
};

/// Another source's rays under a stage's map. Keeps a reference to it.
RaySource staged_rays(RaySource source, const Stage& stage) {
    source.batch = [batch = std::move(source.batch), &stage](std::size_t index) {
        Batch moved = batch(index);
        for (auto& ray : moved.rays) ray = stage(ray);
        return moved;
    };
    source.eye = stage.eye;
    return source;
}

}  // namespace

StagedRounds::StagedRounds(const Scene& scene, StagedQuestion question)
    : scene_(scene),
      question_(std::move(question)),
      staging_(question_.over, scene, question_.steps.back(), question_.along) {
    if (!question_.aim) {
        unmoved_ = picture_rays(staging_.camera(), scene.width, scene.height);
    } else if (question_.over == Over::distance) {
        // From starts on the floats' grid, which are moved without rounding.
        const auto snap = [grid = staging_.grid()](const Vec<double>& point) {
            return Vec<float>(snapped(point, grid));
        };
        const Geometry geometry(staging_.triangles(),
                                Vec<double>(Vec<float>(staging_.camera().eye)));
        unmoved_ = aim(geometry, {geometry.box, snap}, aimed_, question_.steps.back());
    }
}

/// Why rays cannot be aimed at the rounded mesh; empty if they can.
std::string StagedRounds::rounding_fault(const AimedRays& aimed) const {
    if (aimed.crowded_edges() > question_.crowded_edges) {
        const std::size_t more = aimed.crowded_edges() - question_.crowded_edges;
        return fmt::format("rounding merges vertices, and {} {} more than two triangles",
                           number_of(more, "edge"), more == 1 ? "gets" : "get");
    }
    if (!aimed.has(*question_.aim))
        return fmt::format("rounding leaves no {} to aim at",
                           aim_names[std::size_t(*question_.aim)]);
    Random random(question_.seed);
    const bool starts_inside = question_.inside && *question_.aim != Aim::silhouette;
    if (starts_inside && !aimed.tries_for_start(random))
        return "no float inside the mesh was found";
    return {};
}

/// The rays keep a reference to `aimed`, which it sets. `value`: of the step that they are for, of
/// a distance the farthest.
RaySource StagedRounds::aim(const Geometry& geometry, AimedRays::Starts starts,
                            std::optional<AimedRays>& aimed, double value) const {
    question_.inside ? aimed.emplace(geometry, std::move(starts))
                     : aimed.emplace(geometry, Vec<float>(geometry.eye));
    if (const std::string fault = rounding_fault(*aimed); !fault.empty())
        throw Error(Exit::usage, "{} {}: {}{}", row_of(question_.over).name, number_text(value),
                    fault, question_.over == Over::distance ? "; choose a smaller --to" : "");
    return aimed_rays(*aimed, *question_.aim, std::size_t(question_.rays), question_.seed);
}

std::size_t StagedRounds::batches() const {
    return question_.aim ? blocks_of(question_.rays) : tile_count(scene_.width, scene_.height);
}

std::shared_ptr<const Round> StagedRounds::round(std::size_t index) const {
    const double value = question_.steps[index];
    const auto step = std::make_shared<Step>(Step{staging_.at(value), {}, {}});
    const Stage& stage = step->stage;
    Geometry geometry(stage.triangles, stage.eye);
    RaySource source;
    if (unmoved_) {
        source = staged_rays(*unmoved_, stage);
    } else {
        const auto place = [&stage](const Vec<double>& point) {
            return Vec<float>(stage.map(point));
        };
        source = aim(geometry, {bounds(staging_.triangles()), place}, step->aimed, value);
    }
    // The collision matrix fits its segment to the eye: the farthest start of a ray.
    if (question_.aim && question_.inside) geometry.eye = AimedRays::farthest_start(geometry.box);
    Reference reference = make_reference(scene_.reference, geometry);
    step->round = Round{std::move(source), {}, std::move(reference), std::move(geometry), true};
    step->round->answerers = question_.make_answerers(
        step->round->geometry, question_.aim ? Traversal::one_ray : Traversal::tiles);
    return {step, &*step->round};
}

}  // namespace hitmiss
