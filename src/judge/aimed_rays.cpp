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

/// A side of a triangle, its ends in an order that both triangles of an edge agree on.
struct Side {
    Vec<float> a, b;
    std::uint32_t triangle;

    Side(const Vec<float>& p, const Vec<float>& q, std::uint32_t index)
        : a(key(p) < key(q) ? p : q), b(key(p) < key(q) ? q : p), triangle(index) {}
    bool same_edge(const Side& other) const { return a == other.a && b == other.b; }
};

/// All sides, those of one edge beside each other.
std::vector<Side> sorted_sides(std::span<const Triangle<float>> triangles) {
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (std::uint32_t index = 0; index < triangles.size(); ++index) {
        const auto& [a, b, c] = triangles[index];
        sides.insert(sides.end(), {{a, b, index}, {b, c, index}, {c, a, index}});
    }
    const auto place = [](const Side& side) {
        return std::tuple(key(side.a), key(side.b), side.triangle);
    };
    std::sort(sides.begin(), sides.end(),
              [&](const Side& s, const Side& other) { return place(s) < place(other); });
    return sides;
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
    start_ = start;
    if (start) keep_what_faces(*start);
}

AimedRays::AimedRays(const Geometry& geometry, Starts starts)
    : geometry_(geometry), starts_(std::move(starts)) {
    const auto sides = sorted_sides(geometry.triangles);
    std::vector<Vec<float>> border;
    for (auto first = sides.begin(); first != sides.end();) {
        const auto last = std::find_if_not(
            first, sides.end(), [&](const Side& side) { return side.same_edge(*first); });
        if (last - first == 2)
            edges_.push_back({first->a, first->b, {first->triangle, first[1].triangle}});
        else
            ++border_edges_, border.insert(border.end(), {first->a, first->b});
        first = last;
    }
    find_vertices();
    const auto before = [](const Vec<float>& p, const Vec<float>& q) { return key(p) < key(q); };
    std::ranges::sort(border, before);
    std::erase_if(vertices_, [&](const Vertex& vertex) {
        return std::ranges::binary_search(border, vertex.point, before);
    });
}

void AimedRays::find_vertices() {
    struct Corner {
        Vec<float> point;
        std::uint32_t triangle;
    };
    std::vector<Corner> corners;
    for (std::uint32_t index = 0; index < geometry_.triangles.size(); ++index) {
        const auto& [a, b, c] = geometry_.triangles[index];
        corners.insert(corners.end(), {{a, index}, {b, index}, {c, index}});
    }
    std::stable_sort(corners.begin(), corners.end(), [](const Corner& c, const Corner& other) {
        return key(c.point) < key(other.point);
    });
    for (const auto& corner : corners) {
        if (vertices_.empty() || vertices_.back().point != corner.point)
            vertices_.push_back({corner.point, {}});
        vertices_.back().triangles.push_back(corner.triangle);
    }
}

/// Seen from one point, what an edge or a vertex is does not change.
void AimedRays::keep_what_faces(const Vec<float>& start) {
    for (const Edge& edge : edges_)
        if (!face_alike(edge.triangles, start)) silhouettes_.push_back(edge);
    std::erase_if(edges_, [&](const Edge& edge) { return !face_alike(edge.triangles, start); });
    std::erase_if(vertices_, [&](const Vertex& vertex) {
        return vertex.point == start || !face_alike(vertex.triangles, start);
    });
}

bool AimedRays::has(Aim aim) const {
    if (!start_) return true;
    return aim == Aim::edge         ? !edges_.empty()
           : aim == Aim::silhouette ? !silhouettes_.empty()
           : aim == Aim::vertex     ? !vertices_.empty()
                                    : true;
}

Ray<float> AimedRays::operator()(Aim aim, Random& random) const {
    for (;;) {
        const std::optional<Vec<float>> start = start_                   ? start_
                                                : aim == Aim::silhouette ? outside(random)
                                                                         : try_inside(random);
        if (!start) continue;
        if (aim == Aim::random && !start_)
            return {*start, Vec<float>(glm::normalize(in_ball(random)))};
        const auto [point, triangles] = target(aim, random);
        if (!start_ && face_alike(triangles, *start) == (aim == Aim::silhouette)) continue;
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

AimedRays::Target AimedRays::target(Aim aim, Random& random) const {
    if (aim == Aim::vertex) {
        const auto& vertex = vertices_[random.below(std::uint32_t(vertices_.size()))];
        return {Vec<double>(vertex.point), vertex.triangles};
    }
    if (aim == Aim::interior) {
        const Triangle<double> tri(
            geometry_.triangles[random.below(std::uint32_t(geometry_.triangles.size()))]);
        double u = random.uniform(), v = random.uniform();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        return {tri.a + u * (tri.b - tri.a) + v * (tri.c - tri.a), {}};
    }
    if (aim == Aim::random) return {in_box(geometry_.box, random), {}};
    const auto& edges = start_ && aim == Aim::silhouette ? silhouettes_ : edges_;
    const auto& edge = edges[random.below(std::uint32_t(edges.size()))];
    const Vec<double> a(edge.a), b(edge.b);
    return {a + random.uniform() * (b - a), edge.triangles};
}

bool AimedRays::face_alike(std::span<const std::uint32_t> triangles,
                           const Vec<float>& start) const {
    std::size_t facing = 0;
    for (const auto index : triangles) {
        const Triangle<double> tri(geometry_.triangles[index]);
        facing += glm::dot(normal(tri), Vec<double>(start) - tri.a) > 0;
    }
    return facing == 0 || facing == triangles.size();
}

}  // namespace hitmiss
