#include "judge/inside.hpp"

#include <algorithm>

#include "base/crossing.hpp"
#include "base/exact.hpp"
#include "base/math.hpp"
#include "judge/distance.hpp"
#include "trace/one_ray.hpp"

namespace hitmiss {
namespace {

constexpr std::array<InsideRuleInfo, 5> rules{{
    {"one ray in a fixed direction: inside if it has an odd number of hits",
     "Open3D, RaycastingScene: direction (1, 1, 1)", true},
    {"a ray and the opposite one; where they disagree, outside if one of them hits nothing, else a "
     "random ray and its opposite decide, and outside if these disagree too; hits less than 1e-8 "
     "apart are one; outside the mesh's box is outside",
     "trimesh, contains_points, without its hits up to 1e-6 behind the start; its direction is "
     "0.4395064455,0.617598629942,0.652231566745, and its random ones are points of a cube",
     true},
    {"the majority of some rays in random directions", "warp and Open3D, with several samples",
     true},
    {"the side of the nearest triangle's plane", "parry and fcpw, signed distance", false},
    {"inside if the solid angles under which the point sees the triangles add up to more than 4 pi "
     "minus epsilon; with the default, 2 pi, if the winding number is above 1/2",
     "Van Oosterom and Strackee, The Solid Angle of a Plane Triangle (1983); libigl, warp, MFC",
     false},
}};

}  // namespace

const InsideRuleInfo& info_of(InsideRule rule) {
    return rules[std::size_t(rule)];
}

ExactInside exact_inside(const Vec<float>& point, const Geometry& geometry) {
    // Any direction would do.
    const Ray<float> ray(point, {0.5f, 0.75f, 0.25f});
    ExactInside exact;
    for_each_box(geometry.tree(), ray, Box::inf, [&](std::uint32_t index) {
        const auto& tri = geometry.triangles[index];
        exact.on_surface = exact.on_surface || contains_origin(ray, tri);
        const int way = crossing(ray, tri);
        exact.winding += way, exact.parity ^= way != 0;
    });
    return exact;
}

Insider make_insider(InsideRule rule, const InsideSettings& settings, const Geometry& geometry,
                     const Kernel* kernel, Precision precision,
                     std::shared_ptr<const Duplicates> copies) {
    if (rule == InsideRule::nearest_face)
        return [geometry](const Vec<float>& point, std::uint64_t) {
            return behind_nearest_face(point, geometry);
        };
    if (rule == InsideRule::solid_angle)
        return [sum = solid_angle_sum(geometry.triangles, precision), epsilon = settings.epsilon](
                   const Vec<float>& point, std::uint64_t) {
            return inside_by_solid_angle(sum(point), epsilon);
        };
    return [rule, settings, box = geometry.box,
            hits = AllHits(*kernel, geometry, std::move(copies))](const Vec<float>& point,
                                                                  std::uint64_t number) {
        const auto odd_along = [&](const Vec<float>& d) {
            return hits({point, d}).size() % 2 != 0;
        };
        if (rule == InsideRule::ray) return odd_along(settings.direction);
        // Not a seed that points have, so that directions do not depend on where the point is.
        Random random = random_of(~std::uint64_t(0) / 3, number);
        if (rule == InsideRule::vote) {
            int inside = 0;
            for (int k = 0; k < settings.votes; ++k)
                inside += odd_along(Vec<float>(random.direction()));
            return 2 * inside > settings.votes;
        }
        // Outside the mesh's box or on its border.
        for (int axis = 0; axis < 3; ++axis)
            if (!(point[axis] > box.lo[axis] && point[axis] < box.hi[axis])) return false;
        // Hits of a ray, without those at one place.
        const auto places_along = [&](const Vec<float>& d) {
            auto met = hits({point, d});
            const auto end = std::unique(met.begin(), met.end(), [&](const Hit& a, const Hit& b) {
                return (b.t - a.t) * glm::length(Vec<double>(d)) < 1e-8;
            });
            return std::size_t(end - met.begin());
        };
        // The two rays of a line; a random line where they disagree.
        const auto ahead = places_along(settings.direction),
                   behind = places_along(-settings.direction);
        if (ahead % 2 == behind % 2) return ahead % 2 != 0;
        if (ahead == 0 || behind == 0) return false;
        const Vec<float> d(random.direction());
        return places_along(d) % 2 != 0 && places_along(-d) % 2 != 0;
    };
}

bool inside_by_solid_angle(double sum, double epsilon) {
    return sum > 4 * pi<double> - epsilon;
}

bool behind_nearest_face(const Vec<float>& point, const Geometry& geometry) {
    const Vec<double> p(point);
    const WideTree& tree = geometry.bare_tree();
    double least = Box::inf;  // squared distance
    std::uint32_t nearest = no_triangle;
    double side = 0;
    const auto try_triangle = [&](std::uint32_t index) {
        const Triangle<double> tri(geometry.triangles[index]);
        const auto n = normal(tri);
        if (glm::dot(n, n) == 0) return;
        const auto away = p - nearest_in_triangle(p, tri, n);
        const double distance = glm::dot(away, away);
        if (distance > least || (distance == least && index > nearest)) return;
        least = distance, nearest = index, side = glm::dot(away, n);
    };
    // Nodes by their boxes' distance, nearer ones on top of the stack.
    struct Pending {
        double distance;
        Child child;
    };
    std::vector<Pending> pending;
    if (!tree.nodes.empty()) pending.push_back({0, tree.root()});
    while (!pending.empty()) {
        const auto [distance, child] = pending.back();
        pending.pop_back();
        if (distance * distance > least) continue;
        if (child.is_leaf()) {
            for (std::size_t k = 0; k < child.triangles(); ++k)
                try_triangle(tree.triangle(child.index() * leaf_size + k));
            continue;
        }
        const WideNode& node = tree.nodes[child.index()];
        const auto first = std::ptrdiff_t(pending.size());
        for (std::size_t k = 0; k < node.count; ++k)
            // Slightly less, because it is rounded.
            pending.push_back({node.box(k).distance(p) * (1 - 0x1p-40), node.child[k]});
        std::ranges::sort(pending.begin() + first, pending.end(), std::greater(),
                          &Pending::distance);
    }
    return side < 0;
}

}  // namespace hitmiss
