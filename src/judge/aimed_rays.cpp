#include "judge/aimed_rays.hpp"

#include <algorithm>
#include <tuple>

#include "base/exact.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

auto key(const Vec<float>& p) {
    return std::tie(p.x, p.y, p.z);
}

bool before(const Vec<float>& p, const Vec<float>& q) {
    return key(p) < key(q);
}

/// A uniform random point of the unit ball, not its centre.
Vec<double> in_ball(Random& random) {
    for (;;) {
        const Vec<double> p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
        const double square = glm::dot(p, p);
        if (square > 0 && square <= 1) return p;
    }
}

/// A uniform random point of the box.
Vec<double> in_box(const Box& box, Random& random) {
    const Vec<double> at{random.uniform(), random.uniform(), random.uniform()};
    return Vec<double>(box.lo) + at * Vec<double>(box.extent());
}

double start_radius(const Box& box) {
    return 1.5 * glm::length(Vec<double>(box.extent()));
}

}  // namespace

AimedRays::AimedRays(const Geometry& geometry, std::optional<Vec<float>> start)
    : AimedRays(geometry, {geometry.box, [](const Vec<double>& p) { return Vec<float>(p); }}) {
    if (!start) return;
    start_ = start;
    // Seen from one point, what an edge or a vertex is does not change.
    auto& [edges, vertices, silhouettes] = features_;
    const auto alike = [&](Feature feature) { return face_alike(feature, *start); };
    const auto first = std::stable_partition(edges.begin(), edges.end(), alike);
    silhouettes.assign(first, edges.end());
    edges.erase(first, edges.end());
    std::erase_if(vertices,
                  [&](Feature vertex) { return vertex[0].a == *start || !alike(vertex); });
}

AimedRays::AimedRays(const Geometry& geometry, Starts starts)
    : geometry_(geometry),
      starts_(std::move(starts)),
      cells_(std::make_shared<KnownCells>(geometry)),
      sides_(std::make_shared<std::vector<Part>>()),
      corners_(std::make_shared<std::vector<Part>>()) {
    for (auto& parts : {sides_, corners_}) parts->reserve(3 * geometry.triangles.size());
    for (std::uint32_t index = 0; index < geometry.triangles.size(); ++index) {
        for (const auto& [p, q] : edges(geometry.triangles[index])) {
            sides_->push_back(before(p, q) ? Part{p, q, index} : Part{q, p, index});
            corners_->push_back({p, p, index});
        }
    }
    for (auto& parts : {sides_, corners_})
        std::ranges::sort(*parts, {}, [](const Part& part) {
            return std::tuple(key(part.a), key(part.b), part.triangle);
        });
    auto& [edges, vertices, silhouettes] = features_;
    edges = runs_of(*sides_), vertices = runs_of(*corners_);
    // Edges of two triangles stay, and vertices at no end of any other edge.
    std::vector<Vec<float>> border;
    border_edges_ = std::erase_if(edges, [&](Feature edge) {
        crowded_edges_ += edge.size() > 2;
        if (edge.size() != 2) border.insert(border.end(), {edge[0].a, edge[0].b});
        return edge.size() != 2;
    });
    std::ranges::sort(border, before);
    std::erase_if(vertices, [&](Feature vertex) {
        return std::ranges::binary_search(border, vertex[0].a, before);
    });
    silhouettes = edges;
}

/// Parts in one place stand beside each other.
std::vector<AimedRays::Feature> AimedRays::runs_of(const std::vector<Part>& sorted) {
    std::vector<Feature> runs;
    for (auto first = sorted.begin(); first != sorted.end();) {
        const auto last = std::find_if(first, sorted.end(), [&](const Part& part) {
            return part.a != first->a || part.b != first->b;
        });
        runs.emplace_back(std::to_address(first), std::to_address(last));
        first = last;
    }
    return runs;
}

bool AimedRays::has(Aim aim) const {
    return !start_ || aim >= Aim::interior || !features_[std::size_t(aim)].empty();
}

Ray<float> AimedRays::operator()(Aim aim, Random& random) const {
    for (;;) {
        const std::optional<Vec<float>> start = start_                   ? start_
                                                : aim == Aim::silhouette ? outside(random)
                                                                         : try_inside(random);
        if (!start) continue;
        if (aim == Aim::random && !start_)
            return {*start, Vec<float>(glm::normalize(in_ball(random)))};
        const auto [point, feature] = target(aim, random);
        if (!start_ && face_alike(feature, *start) == (aim == Aim::silhouette)) continue;
        const auto way = point - Vec<double>(*start);
        if (way != Vec<double>(0)) return {*start, Vec<float>(glm::normalize(way))};
    }
}

bool AimedRays::encloses_space(Random& random) const {
    for (int attempt = 0; attempt < 100'000; ++attempt)
        if (try_inside(random)) return true;
    return false;
}

std::optional<Vec<float>> AimedRays::try_inside(Random& random) const {
    const Vec<float> point = starts_.place(in_box(starts_.box, random));
    const Vec<float> d(glm::normalize(in_ball(random)));
    if (const auto known = cells_->inside(point))
        return *known ? std::optional(point) : std::nullopt;
    // On the surface itself the crossing at t = 0 counts for neither side.
    if (!crosses_odd({point, d}) || !crosses_odd({point, -d})) return {};
    return point;
}

Vec<float> AimedRays::outside(Random& random) const {
    const auto centre = Vec<double>(starts_.box.centre());
    return starts_.place(centre + start_radius(starts_.box) * glm::normalize(in_ball(random)));
}

bool AimedRays::crosses_odd(const Ray<float>& ray) const {
    bool odd = false, border = false;
    const double limit = std::numeric_limits<double>::infinity();
    for_each_box(*geometry_.tree, ray, limit, [&](std::uint32_t index) {
        const ExactHit hit = exact_hit(ray, geometry_.triangles[index]);
        odd ^= hit.hit;
        border |= hit.position != Position::inside && hit.position != Position::outside;
    });
    return odd && !border;
}

Vec<double> AimedRays::farthest_start(const Box& box) {
    return Vec<double>(box.centre()) + Vec<double>(start_radius(box), 0, 0);
}

std::pair<Vec<double>, AimedRays::Feature> AimedRays::target(Aim aim, Random& random) const {
    if (aim == Aim::interior) {
        const Triangle<double> tri(
            geometry_.triangles[random.below(std::uint32_t(geometry_.triangles.size()))]);
        double u = random.uniform(), v = random.uniform();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        return {tri.a + u * (tri.b - tri.a) + v * (tri.c - tri.a), {}};
    }
    if (aim == Aim::random) return {in_box(geometry_.box, random), {}};
    const auto& all = features_[std::size_t(aim)];
    const Feature feature = all[random.below(std::uint32_t(all.size()))];
    const Vec<double> a(feature[0].a), b(feature[0].b);
    return {aim == Aim::vertex ? a : a + random.uniform() * (b - a), feature};
}

bool AimedRays::face_alike(Feature feature, const Vec<float>& start) const {
    const auto facing = std::ranges::count_if(feature, [&](const Part& part) {
        const Triangle<double> tri(geometry_.triangles[part.triangle]);
        return glm::dot(normal(tri), Vec<double>(start) - tri.a) > 0;
    });
    return facing == 0 || std::size_t(facing) == feature.size();
}

}  // namespace hitmiss
