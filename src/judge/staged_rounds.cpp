#include "judge/staged_rounds.hpp"

#include "base/error.hpp"
#include "base/words.hpp"
#include "trace/tiles.hpp"

namespace hitmiss {

/// A step, and what its round refers to.
struct StagedRounds::Step {
    Stage stage;
    Geometry geometry;
    std::optional<AimedRays> aimed{};
    std::optional<Round> round{};

    explicit Step(Stage staged) : stage(std::move(staged)), geometry(stage.triangles, stage.eye) {}
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

    /// `box` is that of the mesh before the stage; starts lie on the grid, unless it is 0.
    void aim(const StagedQuestion& question, const Box& box, double grid) {
        if (!question.inside) {
            aimed.emplace(geometry, Vec<float>(stage.eye));
            return;
        }
        const auto place = [this, grid](const Vec<double>& point) {
            const Vec<double> at = stage.map(point);
            return Vec<float>(grid > 0 ? snapped(at, grid) : at);
        };
        aimed.emplace(geometry, AimedRays::Starts{box, place});
        // The collision matrix fits its segment to the eye: the farthest start of a ray.
        geometry.eye = AimedRays::farthest_start(geometry.box);
    }
    RaySource aimed_at(const StagedQuestion& question) const {
        return aimed_rays(*aimed, geometry.box, *question.aim, std::size_t(question.rays),
                          question.seed);
    }
};

StagedRounds::StagedRounds(const Scene& scene, StagedQuestion question)
    : scene_(scene),
      question_(std::move(question)),
      staging_(question_.over, scene, question_.steps.back()) {
    if (!question_.aim || question_.over != Over::distance) return;
    const auto first = std::make_shared<Step>(
        Stage{{}, false, staging_.triangles(), Vec<double>(Vec<float>(staging_.camera().eye))});
    first->aim(question_, first->geometry.box, staging_.grid());
    first_ = first;
}

std::size_t StagedRounds::batches() const {
    return question_.aim ? blocks_of(question_.rays) : tile_count(scene_.width, scene_.height);
}

std::shared_ptr<const Round> StagedRounds::round(std::size_t index) const {
    const double value = question_.steps[index];
    const auto step = std::make_shared<Step>(staging_.at(value));
    RaySource source;
    if (question_.aim) {
        step->aim(question_, bounds(staging_.triangles()), 0);
        Random random(question_.seed);
        if (question_.inside && !first_ && !step->aimed->encloses_space(random))
            throw Error(Exit::usage, "{} {}: no float inside the mesh was found",
                        row_of(question_.over).name, number_text(value));
        source = first_ ? staged_rays(first_->aimed_at(question_), step->stage)
                        : step->aimed_at(question_);
    } else {
        source =
            staged_rays(picture_rays(staging_.camera(), scene_.width, scene_.height), step->stage);
    }
    const auto how = question_.aim ? Traversal::one_ray : Traversal::tiles;
    Reference reference = make_reference(scene_.reference, step->geometry);
    step->round.emplace(Round{std::move(source), question_.make_answerers(step->geometry, how),
                              std::move(reference), step->geometry, true});
    return {step, &*step->round};
}

}  // namespace hitmiss
