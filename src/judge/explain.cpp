#include "judge/explain.hpp"

#include <algorithm>
#include <utility>

#include "judge/answerer.hpp"
#include "judge/distance.hpp"
#include "trace/plain.hpp"

namespace hitmiss {
namespace {

/// The triangle that a ray which hits none passes most closely.
std::uint32_t closest(const Ray<float>& stored, const Geometry& geometry) {
    const Ray<double> ray(stored);
    std::uint32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t index = 0; index < geometry.triangles.size(); ++index) {
        const Triangle<double> tri(geometry.triangles[index]);
        // From the inside it can be nearest only where it starts.
        const double distance =
            std::min(half_line_to_border(ray.o, ray.d, tri), distance_to_triangle(ray.o, tri));
        if (distance < least) least = distance, best = index;
    }
    return best;
}

}  // namespace

std::optional<NearestEdge> leaking_edge(Outcome outcome, const AnsweredRay& asked) {
    const auto& E = asked.right.triangles;
    if (outcome != Outcome::leak || E.size() != 1) return {};
    const Ray<double> ray(asked.ray);
    NearestEdge nearest{std::numeric_limits<double>::infinity(), 0, {}};
    std::pair<Vec<float>, Vec<float>> ends;
    for (const auto& [a, b] : edges(asked.triangle(E[0]))) {
        const Vec<double> p(a), q(b);
        const double distance = half_line_to_segment(ray.o, ray.d, p, q);
        if (distance >= nearest.distance) continue;
        nearest.distance = distance, nearest.length = glm::distance(p, q);
        ends = {a, b};
    }
    nearest.neighbour = other_with_edge(asked.geometry.triangles, E[0], ends.first, ends.second);
    return nearest;
}

std::set<std::uint32_t> miscounted(const WholeRay& right, std::span<const Hit> accepted,
                                   const Ray<float>& ray, const Geometry& geometry,
                                   Precision precision) {
    const std::size_t count = right.groups.size();
    std::vector<std::vector<std::uint32_t>> hit(count + 1);  // by group; last, those of none
    const auto numbers = groups_of(right, accepted, ray, geometry, precision);
    for (std::size_t k = 0; k < numbers.size(); ++k)
        hit[numbers[k]].push_back(accepted[k].triangle);
    std::set<std::uint32_t> found(hit.back().begin(), hit.back().end());
    for (std::size_t g = 0; g < count; ++g) {
        const Group& group = right.groups[g];
        if (hit[g].size() == group.crossed) continue;
        std::vector<std::uint32_t> wrong = hit[g];
        if (hit[g].size() < group.crossed) {
            wrong = group.met.triangles;
            std::erase_if(wrong, [&](std::uint32_t index) {
                return std::ranges::find(hit[g], index) != hit[g].end();
            });
        }
        found.insert(wrong.begin(),
                     wrong.begin() + std::ptrdiff_t(std::min(wrong.size(), max_explained)));
    }
    return found;
}

std::string_view Explanation::Answered::judgement() const {
    if (row_of(outcome).error) return "wrong";
    return outcome == Outcome::tie ? "tie" : to_string(outcome);
}

Explanation explain(const Ray<float>& ray, const std::vector<Method>& methods,
                    const Geometry& geometry, std::span<const Hit> answers,
                    const std::set<std::uint32_t>& more) {
    Explanation result{ray, {}, {}, {}};
    const Reference exact = make_reference(make_method("exact"), geometry);
    const auto answer_of = [&](Faces faces) {
        ExactAnswer answer = exact(ray, faces);
        if (const auto& E = answer.triangles; !E.empty())
            answer.t = exact_t(ray, geometry.triangles[E.front()]);
        return answer;
    };
    std::set<std::uint32_t> indices = more;
    const auto add = [&](const std::vector<std::uint32_t>& E) {
        indices.insert(E.begin(), E.begin() + std::ptrdiff_t(std::min(E.size(), max_explained)));
    };
    result.answer = answer_of(Faces::all);
    add(result.answer.triangles);
    std::vector<std::optional<Kernel>> kernels;
    for (const auto& method : methods) {
        auto& kernel = kernels.emplace_back();
        Hit hit;
        const Faces faces = faces_met(method.culls());
        const ExactAnswer answer = method.culls() ? answer_of(faces) : result.answer;
        const AnsweredRay asked{ray, answer, geometry, method.answer_precision()};
        add(answer.triangles);
        if (method.has_kernel()) {
            kernel = method.kernel(geometry.surroundings());
            if (!is_the_reference(method))
                hit = nearest_hit(*kernel, geometry.triangles, ray);
            else if (!answer.triangles.empty())
                hit = {answer.t, answer.triangles.front()};
        } else {
            hit = answers.front();
            answers = answers.subspan(1);
        }
        const JudgedHit judged = judged_hit(hit, faces, asked);
        const Outcome outcome = judged.outcome;
        const Hit told = std::exchange(hit, judged.told());
        const auto across = leaking_edge(outcome, asked);
        result.methods.push_back({method, answer, hit, outcome, across, told});
        if (across && across->neighbour) indices.insert(*across->neighbour);
        if (names_triangle(hit, geometry)) indices.insert(hit.triangle);
    }
    if (indices.empty() && !geometry.triangles.empty()) indices.insert(closest(ray, geometry));

    for (const auto index : indices) {
        const auto& tri = geometry.triangles[index];
        Explanation::OneTriangle about{index, tri, exact_hit(ray, tri), {}};
        for (const auto& kernel : kernels) {
            Explanation::Computation computed{};
            if (kernel) computed.verdict = kernel->explain(ray, tri, computed.notes);
            about.computations.push_back(std::move(computed));
        }
        result.triangles.push_back(std::move(about));
    }
    return result;
}

}  // namespace hitmiss
