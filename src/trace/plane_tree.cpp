#include "trace/plane_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/vector_width.hpp"

namespace hitmiss {
namespace {

using Eight = std::array<float, WideNode::width>;

/// Of sums of products of numbers of size 1.
constexpr float rounding = 0x1p-18f;

/// The least and the largest products of a vector and the vectors of eight boxes.
class Products {
public:
    explicit Products(const Vec<float>& v) : v_(v) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            (v[int(axis)] < 0 ? largest_ : least_)[axis] = axis;
    }
    void operator()(const EightBoxes& boxes, Eight& least, Eight& largest) const {
        sum(boxes[least_[0]], boxes[least_[1]], boxes[least_[2]], least);
        sum(boxes[largest_[0]], boxes[largest_[1]], boxes[largest_[2]], largest);
    }

private:
    void sum(const Eight& x, const Eight& y, const Eight& z, Eight& products) const {
        const float vx = v_.x, vy = v_.y, vz = v_.z;
        for (std::size_t k = 0; k < WideNode::width; ++k)
            products[k] = vx * x[k] + vy * y[k] + vz * z[k];
    }

    Vec<float> v_;
    /// Of each axis, among the six of EightBoxes.
    std::array<std::size_t, 3> least_{3, 4, 5}, largest_{3, 4, 5};
};

}  // namespace

PlaneTree::PlaneTree(const WideTree& tree, std::span<const Triangle<float>> triangles,
                     const Box& box)
    : middle_((Vec<double>(box.lo) + Vec<double>(box.hi)) / 2.0),
      radius_(float(glm::length(Vec<double>(box.hi) - middle_))) {
    struct Plane {
        std::uint32_t place;
        Vec<float> n;
        float k;
    };
    std::vector<Plane> planes;
    for (std::uint32_t node = 0; node < tree.nodes.size(); ++node)
        for (std::uint32_t k = 0; tree.nodes[node].is_leaf() && k < tree.nodes[node].count; ++k) {
            const auto place = std::uint32_t(node * WideNode::width + k);
            const Triangle<double> tri(triangles[tree.triangle[place]]);
            const Vec<double> n = normal(tri) / glm::length(normal(tri));
            if (std::isfinite(n.x + n.y + n.z))
                planes.push_back({place, Vec<float>(n), float(glm::dot(n, tri.a - middle_))});
        }
    // A point for each plane, near those of planes that are near.
    std::vector<Triangle<float>> points;
    for (const Plane& plane : planes) {
        const Vec<float> p = plane.n * (2 + plane.k / radius_);
        points.push_back({p, p, p});
    }
    tree_ = widen(build_tree(points, Copies::kept), points);
    refit(tree_, [&](std::uint32_t place) {
        const Vec<float>& n = planes[tree_.triangle[place]].n;
        return Bound{{n, n}};
    });
    offsets_.resize(tree_.nodes.size());
    for (std::size_t node = offsets_.size(); node-- > 0;)
        for (std::size_t k = 0; k < tree_.nodes[node].count; ++k) {
            const Child child = tree_.nodes[node].child[k];
            if (child.is_triangle()) {
                const Plane& plane = planes[tree_.triangle[child.index()]];
                offsets_[node].least[k] = offsets_[node].largest[k] = plane.k;
            } else {
                const Offsets& below = offsets_[child.index()];
                const auto count = std::ptrdiff_t(tree_.nodes[child.index()].count);
                offsets_[node].least[k] =
                    *std::min_element(below.least.begin(), below.least.begin() + count);
                offsets_[node].largest[k] =
                    *std::max_element(below.largest.begin(), below.largest.begin() + count);
            }
        }
    for (std::uint32_t& triangle : tree_.triangle) triangle = planes[triangle].place;
}

std::vector<std::uint32_t> PlaneTree::near(const Ray<float>& ray, float steepness,
                                           float height) const {
    std::vector<std::uint32_t> places;
    if (tree_.nodes.empty()) return places;
    const auto d = glm::normalize(Vec<double>(ray.d)), from = Vec<double>(ray.o) - middle_;
    // Where the ray is nearest to the middle, n . o is that of o but for n . d times the way.
    const double way = glm::dot(from, d);
    const Vec<float> nearest(from - way * d);
    const Products along{Vec<float>(d)}, over{nearest};
    const float flat = steepness + rounding;
    const float beside =
        height + float(std::abs(way)) * flat + rounding * (size_of(nearest) + radius_);
    std::array<std::uint32_t, WideNode::width*(max_depth + 1)> stack;
    stack[0] = 0;
    static const VectorWidth width = widest();
    at_width(width, [&] {
        for (std::size_t size = 1; size > 0;) {
            const std::uint32_t next = stack[--size];
            const WideNode& node = tree_.nodes[next];
            const Offsets& k = offsets_[next];
            Eight least, largest, least_over, largest_over;
            along(node.bound, least, largest);
            over(node.bound, least_over, largest_over);
            std::uint32_t apart = 0;
#pragma omp simd reduction(| : apart)
            for (std::size_t i = 0; i < WideNode::width; ++i) {
                // How far the intervals are from 0.
                const float along_lo = least[i], along_hi = -largest[i];
                const float over_lo = least_over[i] - k.largest[i],
                            over_hi = k.least[i] - largest_over[i];
                const float off = along_lo > along_hi ? along_lo : along_hi;
                const float far = over_lo > over_hi ? over_lo : over_hi;
                apart |= off > flat ? 1u << i : 0u;
                apart |= far > beside ? 1u << i : 0u;
            }
            for (auto met = ~apart & node.present(); met != 0; met &= met - 1) {
                const Child child = node.child[std::size_t(std::countr_zero(met))];
                if (child.is_triangle())
                    places.push_back(tree_.triangle[child.index()]);
                else
                    stack[size++] = child.index();
            }
        }
    });
    return places;
}

}  // namespace hitmiss
