#include "judge/staged_count.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/exact.hpp"
#include "base/words.hpp"
#include "judge/leaks.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t tiles_of_unit = 16;

StageCount count_of(const Comparison::Column& column, Precision precision, const auto& rays,
                    std::span<const Answer> answers, const Geometry& geometry) {
    StageCount count{column.hits.size(), column.confusion, {}};
    for (std::size_t k = 0; k < column.hits.size(); ++k) {
        const Hit& hit = column.hits[k];
        if (column.outcomes[k] != Outcome::right || !hit) continue;
        const auto& tri = geometry.triangles[hit.triangle];
        // A double's last place asks for more than the answer's t has.
        const bool again = precision == Precision::twice && exact_hit(rays[k], tri).hit;
        count.t_ulps.add(ulps(hit.t, again ? exact_t(rays[k], tri) : answers[k].t, precision));
    }
    return count;
}

}  // namespace

void ErrorsOfT::add(double ulps) {
    const int exponent = ulps > 0 ? std::ilogb(ulps) : least;
    const int place = exponent + (ulps > std::ldexp(1, exponent)) - least;
    ++up_to[std::size_t(std::clamp(place, 0, int(up_to.size()) - 1))];
    most = std::max(most, ulps);
}

ErrorsOfT& ErrorsOfT::operator+=(const ErrorsOfT& other) {
    for (std::size_t k = 0; k < up_to.size(); ++k) up_to[k] += other.up_to[k];
    most = std::max(most, other.most);
    return *this;
}

std::optional<double> ErrorsOfT::median() const {
    const auto all = std::reduce(up_to.begin(), up_to.end());
    if (all == 0) return {};
    std::size_t k = 0;
    for (std::uint64_t sum = up_to[0]; 2 * sum < all; sum += up_to[k]) ++k;
    return std::ldexp(1, least + int(k));
}

StageCount& StageCount::operator+=(const StageCount& other) {
    rays += other.rays, outcomes += other.outcomes, t_ulps += other.t_ulps;
    return *this;
}

/// A step, ready to count.
struct StagedCount::Step {
    Stage stage;
    Geometry geometry;
    std::optional<AimedRays> aimed;
    Reference reference;
    std::vector<Tracer> tracers;
    std::vector<Trial> trials;

    explicit Step(Stage staged) : stage(std::move(staged)), geometry(stage.triangles, stage.eye) {}
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

    /// `box` is that of the mesh before the stage; starts lie on the grid, unless it is 0.
    void aim(const StagedQuestion& question, const Box& box, double grid) {
        if (question.inside) {
            aimed.emplace(geometry, AimedRays::Starts{box, [this, grid](const Vec<double>& point) {
                                                          const Vec<double> at = stage.map(point);
                                                          return Vec<float>(
                                                              grid > 0 ? snapped(at, grid) : at);
                                                      }});
            // The collision matrix fits its segment to the eye: the farthest start of a ray.
            geometry.eye = AimedRays::farthest_start(geometry.box);
        } else {
            aimed.emplace(geometry, Vec<float>(stage.eye));
        }
    }
};

StagedCount::StagedCount(const Scene& scene, StagedQuestion question)
    : scene_(scene),
      question_(std::move(question)),
      staging_(question_.over, scene, question_.steps.back()) {
    if (!question_.aim) {
        units_ = (tile_count(scene.width, scene.height) + tiles_of_unit - 1) / tiles_of_unit;
        return;
    }
    units_ = ray_units(question_.rays);
    if (question_.over != Over::distance) return;
    const auto first = std::make_shared<Step>(
        Stage{{}, false, staging_.triangles(), Vec<double>(Vec<float>(staging_.camera().eye))});
    first->aim(question_, first->geometry.box, staging_.grid());
    first_ = first;
}

/// Building one takes longer than waiting for it. Units come in order, from several threads: two
/// steps may be in use at a time.
std::shared_ptr<const StagedCount::Step> StagedCount::step(std::size_t index) const {
    const std::scoped_lock lock(mutex_);
    for (const auto& [kept, step] : recent_)
        if (kept == index) return step;
    const double value = question_.steps[index];
    const auto step = std::make_shared<Step>(staging_.at(value));
    if (question_.aim) {
        step->aim(question_, bounds(staging_.triangles()), 0);
        Random random(question_.seed);
        if (question_.inside && !first_ && !step->aimed->encloses_space(random))
            throw Error(Exit::usage, "{} {}: no float inside the mesh was found",
                        row_of(question_.over).name, number_text(value));
    }
    step->reference = make_reference(scene_.reference, step->geometry);
    const auto how = question_.aim ? Traversal::one_ray : Traversal::tiles;
    for (const Method& method : scene_.methods)
        step->tracers.push_back(question_.make_tracer(method, step->geometry, how));
    for (std::size_t m = 0; m < step->tracers.size(); ++m)
        step->trials.emplace_back(scene_.methods[m], step->tracers[m], step->geometry);
    if (recent_.size() == 2) recent_.erase(recent_.begin());
    recent_.emplace_back(index, step);
    return step;
}

std::vector<StageCount> StagedCount::operator()(std::size_t unit) const {
    const auto step = this->step(unit / units_);
    const std::size_t part = unit % units_;
    const std::size_t methods = scene_.methods.size();
    std::vector<StageCount> counts(methods);
    if (!question_.aim) {
        const PrimaryRays rays(staging_.camera(), scene_.width, scene_.height);
        const std::size_t tiles = tile_count(scene_.width, scene_.height);
        for (std::size_t k = part * tiles_of_unit; k < std::min(tiles, (part + 1) * tiles_of_unit);
             ++k) {
            const auto seen = [&](int x, int y) { return step->stage(rays(x, y)); };
            const AnsweredTile tile = answer_tile(tile_at(k, scene_.width, scene_.height),
                                                  step->reference, seen, scene_.width);
            for (std::size_t m = 0; m < methods; ++m)
                counts[m] += count_of(step->trials[m](tile), scene_.methods[m].precision, tile.rays,
                                      tile.answers, step->geometry);
        }
        return counts;
    }
    const AimedRays& aimed = first_ ? *first_->aimed : *step->aimed;
    if (!aimed.has(*question_.aim)) return counts;
    const std::uint64_t end = std::min(question_.rays, (part + 1) * rays_of_unit);
    for (std::uint64_t first = part * rays_of_unit; first < end; first += rays_of_block) {
        const auto size = std::size_t(std::min<std::uint64_t>(rays_of_block, end - first));
        auto rays = draw_rays(aimed, *question_.aim, question_.seed, first / rays_of_block, size);
        if (first_)
            for (auto& ray : rays) ray = step->stage(ray);
        std::vector<std::size_t> numbers(size);
        std::iota(numbers.begin(), numbers.end(), first);
        std::vector<Answer> answers(size);
        step->reference(rays, answers);
        for (std::size_t m = 0; m < methods; ++m)
            counts[m] += count_of(step->trials[m](rays, numbers, answers),
                                  scene_.methods[m].precision, rays, answers, step->geometry);
    }
    return counts;
}

}  // namespace hitmiss
