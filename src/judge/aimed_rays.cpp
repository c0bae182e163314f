#include "judge/aimed_rays.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/error.hpp"
#include "base/words.hpp"

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
    Random own = random;  // a state that stays in registers
    for (;;) {
        const Vec<double> p{own.uniform(-1, 1), own.uniform(-1, 1), own.uniform(-1, 1)};
        const double square = glm::dot(p, p);
        if (!(square > 0 && square <= 1)) continue;
        random = own;
        return p;
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

/// Starts, inside where they must be, that are tried for one ray.
constexpr std::size_t most_tries = 100'000;

Error none_found(Aim aim) {
    return {Exit::bad_input,
            "no ray of the kind {} from any of {} starts; are neighbouring triangles of this mesh "
            "wound in different senses? All normals outwards, or another --eye, would be right",
            aim_names[std::size_t(aim)], with_separators(most_tries)};
}

bool is_side(const Triangle<float>& tri) {
    return tri.a == tri.b || tri.b == tri.c || tri.c == tri.a;
}

}  // namespace

AimedRays::AimedRays(const Geometry& geometry, std::optional<Vec<float>> start)
    : AimedRays(geometry, {geometry.box, [](const Vec<double>& p) { return Vec<float>(p); }}) {
    if (!start) {
        bands_ = std::make_shared<Bands>();
        return;
    }
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
        // Two corners in one place: no line crosses it, so it joins nothing.
        if (is_side(geometry.triangles[index])) continue;
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
    // Edges of two triangles stay, and vertices at no end of any other edge. A triangle and its
    // copy enclose nothing.
    const auto bits = [&](const Part& part) { return bits_of(geometry.triangles[part.triangle]); };
    std::vector<Vec<float>> border;
    border_edges_ = std::erase_if(edges, [&](Feature edge) {
        crowded_edges_ += edge.size() > 2;
        if (edge.size() == 2 && bits(edge[0]) != bits(edge[1])) return false;
        border.insert(border.end(), {edge[0].a, edge[0].b});
        return true;
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
    return aim >= Aim::interior || !features_[std::size_t(aim)].empty();
}

Ray<float> AimedRays::operator()(Aim aim, Random& random) const {
    if (aim == Aim::silhouette && !start_) return past_silhouette(random);
    for (std::size_t tries = 0; tries < most_tries;) {
        const std::optional<Vec<float>> start = start_ ? start_ : try_inside(random);
        if (!start) continue;
        ++tries;
        if (aim == Aim::random && !start_)
            return {*start, Vec<float>(glm::normalize(in_ball(random)))};
        const auto [point, feature] = target(aim, random);
        if (!start_ && !face_alike(feature, *start)) continue;
        if (const auto ray = ray_to(point, *start)) return *ray;
    }
    throw none_found(aim);
}

Ray<float> AimedRays::past_silhouette(Random& random) const {
    const auto& edges = features_[std::size_t(Aim::silhouette)];
    if (bands_) std::call_once(bands_->once, [&] { find_bands(); });
    for (std::size_t tries = 0; tries < most_tries; ++tries) {
        std::size_t index;
        Vec<double> out;
        if (bands_) {
            // In a fine mesh one of hundreds of edges is a silhouette: start near its planes.
            const std::vector<Band>& bands = bands_->of_edges;
            const double at = random.uniform() * bands.back().until;
            const auto band = std::ranges::upper_bound(bands, at, {}, &Band::until);
            index = std::size_t(band - bands.begin());
            out = band->point(random);
        } else {
            out = in_ball(random);
            index = random.below(std::uint32_t(edges.size()));
        }
        const double along = random.uniform();
        const Vec<float> start = outside(out);
        if (face_alike(edges[index], start)) continue;
        if (const auto ray = ray_to(point_of(edges[index], along), start)) return *ray;
    }
    throw none_found(Aim::silhouette);
}

std::optional<std::size_t> AimedRays::tries_for_start(Random& random) const {
    for (std::size_t tries = 1; tries <= most_tries; ++tries)
        if (try_inside(random)) return tries;
    return {};
}

std::optional<Vec<float>> AimedRays::try_inside(Random& random) const {
    const Vec<float> point = starts_.place(in_box(starts_.box, random));
    const Vec<float> d(glm::normalize(in_ball(random)));
    if (const auto known = cells_->inside(point))
        return *known ? std::optional(point) : std::nullopt;
    for (const Vec<float>& way : {d, -d})
        if (passes_odd({point, way}, Box::inf, geometry_) != true) return {};
    return point;
}

Vec<float> AimedRays::outside(const Vec<double>& out) const {
    const auto centre = Vec<double>(starts_.box.centre());
    return starts_.place(centre + start_radius(starts_.box) * glm::normalize(out));
}

Vec<double> AimedRays::farthest_start(const Box& box) {
    return Vec<double>(box.centre()) + Vec<double>(start_radius(box), 0, 0);
}

std::pair<Vec<double>, AimedRays::Feature> AimedRays::target(Aim aim, Random& random) const {
    if (aim == Aim::interior) {
        // Not at those that are no more than a side, unless there is nothing else.
        const auto draw = [&] {
            return geometry_.triangles[random.below(std::uint32_t(geometry_.triangles.size()))];
        };
        auto tri = draw();
        for (int tries = 1; is_side(tri) && tries < 1000; ++tries) tri = draw();
        return {random_point(Triangle<double>(tri), random), {}};
    }
    if (aim == Aim::random) return {in_box(geometry_.box, random), {}};
    const auto& all = features_[std::size_t(aim)];
    const Feature feature = all[random.below(std::uint32_t(all.size()))];
    return {point_of(feature, aim == Aim::vertex ? 0 : random.uniform()), feature};
}

Vec<double> AimedRays::point_of(Feature feature, double along) {
    const Vec<double> a(feature[0].a), b(feature[0].b);
    return a + along * (b - a);
}

std::optional<Ray<float>> AimedRays::ray_to(const Vec<double>& point, const Vec<float>& start) {
    const auto way = point - Vec<double>(start);
    if (way == Vec<double>(0)) return {};
    return Ray<float>{start, Vec<float>(glm::normalize(way))};
}

void AimedRays::find_bands() const {
    const Vec<double> centre(starts_.box.centre());
    const double radius = start_radius(starts_.box);
    // Starts and bands are floats, rounded by 2^-24 of their size, and few operations follow.
    const Vec<double> largest = glm::abs(centre) + radius;
    const double rounding = 0x1p-20 + 0x1p-22 * size_of(largest) / radius;
    double widths = 0;
    for (const Feature edge : features_[std::size_t(Aim::silhouette)]) {
        std::array<Vec<double>, 2> n;
        for (std::size_t k = 0; k < 2; ++k)
            n[k] = glm::normalize(normal(Triangle<double>(geometry_.triangles[edge[k].triangle])));
        const Vec<double> sum = n[0] + n[1], axis = glm::normalize(sum);
        // Let x be a point of the edge. From o one triangle is seen from the front and the other
        // from behind if n0 . (o - x) and n1 . (o - x) differ in sign. Then their sum is no larger
        // than their difference: |(n0 + n1) . (o - x)| <= |n0 - n1| |o - x|, where |o - x| <= 4/3.
        const double middle = glm::dot(axis, Vec<double>(edge[0].a) - centre) / radius;
        const double half = 4.0 / 3 * glm::length(n[0] - n[1]) / glm::length(sum) + rounding;
        Band band{Vec<float>(axis), float(std::max(middle - half, -1.0)),
                  float(std::min(middle + half, 1.0)), 0};
        // The whole sphere for a fold, or where a triangle has no normal.
        if (!std::isfinite(half)) band = {{1, 0, 0}, -1, 1, 0};
        band.until = widths += double(band.hi) - double(band.lo);
        bands_->of_edges.push_back(band);
    }
}

// A sphere's area between two planes across an axis is in proportion to their distance (Archimedes,
// On the Sphere and Cylinder).
Vec<double> AimedRays::Band::point(Random& random) const {
    const Vec<double> along(axis);
    const double height = random.uniform(double(lo), double(hi));
    const Vec<double> p = in_ball(random), across = p - glm::dot(p, along) * along;
    return height * along + std::sqrt(1 - height * height) * glm::normalize(across);
}

bool AimedRays::face_alike(Feature feature, const Vec<float>& start) const {
    const auto facing = std::ranges::count_if(feature, [&](const Part& part) {
        const Triangle<double> tri(geometry_.triangles[part.triangle]);
        return glm::dot(normal(tri), Vec<double>(start) - tri.a) > 0;
    });
    return facing == 0 || std::size_t(facing) == feature.size();
}

}  // namespace hitmiss
