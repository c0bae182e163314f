#include "trace/plane_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/parallel.hpp"
#include "base/vector_width.hpp"

namespace hitmiss {
namespace {

/// Planes that nearly contain a ray: |n . d| <= flat, |n . o - k| <= beside.
struct Query {
    Vec<float> d, o;
    float flat, beside;
    float farthest;  ///< of such planes from 0

    /// Which of eight boxes of n with intervals of k contain no such plane (bit i: box i).
    std::uint32_t disjoint(const EightBoxes& n, const PlaneOffsets& k) const {
        const float *x_lo = n[0].data(), *y_lo = n[1].data(), *z_lo = n[2].data();
        const float *x_hi = n[3].data(), *y_hi = n[4].data(), *z_hi = n[5].data();
        const float *least = k.least.data(), *largest = k.largest.data();
        const float dx = d.x, dy = d.y, dz = d.z, ox = o.x, oy = o.y, oz = o.z;
        const float most_off = 2 * flat, most_far = 2 * beside, most_k = farthest;
        std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
        for (std::size_t i = 0; i < WideNode::width; ++i) {
            // Twice the centre and the extent of the box, and of the interval.
            const float mx = x_hi[i] + x_lo[i], my = y_hi[i] + y_lo[i], mz = z_hi[i] + z_lo[i];
            const float sx = x_hi[i] - x_lo[i], sy = y_hi[i] - y_lo[i], sz = z_hi[i] - z_lo[i];
            const float mk = largest[i] + least[i], sk = largest[i] - least[i];
            // Twice the least possible |n . d| and |n . o - k|.
            const float off = std::abs(dx * mx + dy * my + dz * mz) -
                              (std::abs(dx) * sx + std::abs(dy) * sy + std::abs(dz) * sz);
            const float far = std::abs(ox * mx + oy * my + oz * mz - mk) -
                              (std::abs(ox) * sx + std::abs(oy) * sy + std::abs(oz) * sz + sk);
            set |= off > most_off ? 1u << i : 0u;
            set |= far > most_far ? 1u << i : 0u;
            // Whatever the normals, no plane is nearer to o than to 0 by more than |o|.
            set |= least[i] > most_k ? 1u << i : 0u;
            set |= -largest[i] > most_k ? 1u << i : 0u;
        }
        return set;
    }
    /// Which of a leaf's planes do not (bit i: plane i).
    std::uint32_t disjoint(const PlaneLeaf& leaf) const {
        const float *x = leaf.x.data(), *y = leaf.y.data(), *z = leaf.z.data(), *k = leaf.k.data();
        const float dx = d.x, dy = d.y, dz = d.z, ox = o.x, oy = o.y, oz = o.z;
        const float most_off = flat, most_far = beside;
        std::uint32_t set = 0;
#pragma omp simd reduction(| : set)
        for (std::size_t i = 0; i < leaf_size; ++i) {
            const float off = std::abs(dx * x[i] + dy * y[i] + dz * z[i]);
            const float far = std::abs(ox * x[i] + oy * y[i] + oz * z[i] - k[i]);
            set |= off > most_off ? 1u << i : 0u;
            set |= far > most_far ? 1u << i : 0u;
        }
        return set;
    }
};

/// The places of the planes in the tree that meet the query.
std::vector<std::uint32_t> places_meeting(const Query& query, const WideTree& tree,
                                          const std::vector<PlaneOffsets>& offsets,
                                          std::span<const PlaneLeaf> leaves) {
    std::vector<std::uint32_t> places;
    std::array<Child, WideNode::width*(max_depth + 1)> stack;
    stack[0] = tree.root();
    for (std::size_t size = 1; size > 0;) {
        const Child next = stack[--size];
        const std::uint32_t index = next.index();
        if (next.is_leaf()) {
            auto met = ~query.disjoint(leaves[index]) & next.present();
            for (; met != 0; met &= met - 1)
                places.push_back(
                    tree.triangle(index * leaf_size + std::size_t(std::countr_zero(met))));
            continue;
        }
        const WideNode& node = tree.nodes[index];
        auto met = ~query.disjoint(node.bound, offsets[index]) & node.present();
        for (; met != 0; met &= met - 1)
            stack[size++] = node.child[std::size_t(std::countr_zero(met))];
    }
    return places;
}

/// Planes that nearly contain the ray; `from`: its origin as seen from the middle of the triangles.
Query query_of(const Ray<float>& ray, const Vec<double>& from, float radius, float steepness,
               float height) {
    const auto d = glm::normalize(Vec<double>(ray.d));
    // At the ray's point nearest to the middle, n . o differs by n . d times the distance.
    const double distance = glm::dot(from, d);
    const Vec<double> nearest = from - distance * d;
    const Vec<float> o(nearest);
    constexpr float rounding = 0x1p-18f;  // of sums of products of numbers of size 1
    const float flat = steepness + rounding;
    const float beside =
        height + float(std::abs(distance)) * flat + rounding * (size_of(o) + radius);
    // The length in double, because squares of floats may underflow.
    return {Vec<float>(d), o, flat, beside, float(glm::length(nearest)) * (1 + 0x1p-20f) + beside};
}

/// Sixteen queries that differ in their rays, as a structure of arrays.
struct SixteenQueries {
    static constexpr std::size_t size = 16;
    using Row = std::array<float, size>;
    Row dx, dy, dz, ox, oy, oz, beside;

    void set(std::size_t k, const Query& one) {
        dx[k] = one.d.x, dy[k] = one.d.y, dz[k] = one.d.z;
        ox[k] = one.o.x, oy[k] = one.o.y, oz[k] = one.o.z, beside[k] = one.beside;
    }
    /// Sets met[k] to 0 if child i of the node contains no plane of query k, by the sums of
    /// Query::disjoint(), else to 1.
    void meet(const EightBoxes& n, const PlaneOffsets& offsets, std::size_t i, float flat,
              std::uint32_t* met) const {
        const float *x = dx.data(), *y = dy.data(), *z = dz.data();
        const float *u = ox.data(), *v = oy.data(), *w = oz.data(), *far_off = beside.data();
        const float mx = n[3][i] + n[0][i], my = n[4][i] + n[1][i], mz = n[5][i] + n[2][i];
        const float sx = n[3][i] - n[0][i], sy = n[4][i] - n[1][i], sz = n[5][i] - n[2][i];
        const float mk = offsets.largest[i] + offsets.least[i],
                    sk = offsets.largest[i] - offsets.least[i];
        const float most_off = 2 * flat;
#pragma omp simd
        for (std::size_t k = 0; k < size; ++k) {
            const float off = std::abs(x[k] * mx + y[k] * my + z[k] * mz) -
                              (std::abs(x[k]) * sx + std::abs(y[k]) * sy + std::abs(z[k]) * sz);
            const float far =
                std::abs(u[k] * mx + v[k] * my + w[k] * mz - mk) -
                (std::abs(u[k]) * sx + std::abs(v[k]) * sy + std::abs(w[k]) * sz + sk);
            const float most_far = 2 * far_off[k];
            met[k] = (off > most_off ? 0u : 1u) & (far > most_far ? 0u : 1u);
        }
    }
};

/// The planes that meet the queries of some rays. Each node has a list of the rays that may meet
/// its box; the lists of the nodes that are pending lie one after another in `rays`.
std::vector<NearPlane> planes_meeting(const std::vector<Query>& all,
                                      std::vector<std::uint32_t> rays, const WideTree& tree,
                                      const std::vector<PlaneOffsets>& offsets,
                                      std::span<const PlaneLeaf> leaves) {
    constexpr std::size_t at_once = SixteenQueries::size;
    struct Pending {
        Child child;
        std::size_t begin;  ///< of its list, which ends where the next one begins
    };
    std::vector<NearPlane> found;
    std::vector<std::uint32_t> planes_of(all.size());  // how many are found, by ray
    std::vector<Pending> pending{{tree.root(), 0}};
    std::vector<SixteenQueries> blocks(rays.size() / at_once + 1);
    std::vector<std::uint32_t> list(rays.size()), met(blocks.size() * at_once);
    while (!pending.empty()) {
        const auto [child, begin] = pending.back();
        pending.pop_back();
        const std::uint32_t index = child.index();
        if (child.is_leaf()) {
            for (std::size_t k = begin; k < rays.size(); ++k) {
                auto planes = ~all[rays[k]].disjoint(leaves[index]) & child.present();
                for (; planes != 0; planes &= planes - 1) {
                    if (++planes_of[rays[k]] > PlaneTree::most_near + 1) break;
                    const auto i = std::size_t(std::countr_zero(planes));
                    found.push_back({rays[k], tree.triangle(index * leaf_size + i)});
                }
            }
            rays.resize(begin);
            continue;
        }
        const WideNode& node = tree.nodes[index];
        const std::size_t count = rays.size() - begin;
        for (std::size_t k = 0; k < count; ++k) {
            list[k] = rays[begin + k];
            blocks[k / at_once].set(k % at_once, all[list[k]]);
        }
        rays.resize(begin);
        for (std::size_t i = 0; i < node.count; ++i) {
            for (std::size_t k = 0; k < count; k += at_once)
                blocks[k / at_once].meet(node.bound, offsets[index], i, all[list[0]].flat, &met[k]);
            const std::size_t first = rays.size();
            rays.resize(first + count);
            // Branchless: a ray that does not meet the child is overwritten by the next one.
            std::size_t end = first;
            for (std::size_t k = 0; k < count; ++k) rays[end] = list[k], end += met[k];
            rays.resize(end);
            if (end > first) pending.push_back({node.child[i], first});
        }
    }
    return found;
}

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
    // By blocks of nodes, for several threads, and then one after another.
    constexpr std::size_t block_size = 1024;
    std::vector<std::vector<Plane>> blocks((tree.nodes.size() + block_size - 1) / block_size);
    parallel_for(blocks.size(), [&](std::size_t b) {
        const std::size_t end = std::min((b + 1) * block_size, tree.nodes.size());
        for (std::size_t node = b * block_size; node < end; ++node)
            for_each_leaf(tree.nodes[node], [&](const Child& leaf) {
                for (std::size_t k = 0; k < leaf.triangles(); ++k) {
                    const std::size_t place = leaf.index() * leaf_size + k;
                    const Triangle<double> tri(triangle_at(tree, triangles, place));
                    const Vec<double> n = normal(tri) / glm::length(normal(tri));
                    if (std::isfinite(n.x + n.y + n.z))
                        blocks[b].push_back({std::uint32_t(place), Vec<float>(n),
                                             float(glm::dot(n, tri.a - middle_))});
                }
            });
    });
    std::vector<std::size_t> begin{0};
    for (const auto& block : blocks) begin.push_back(begin.back() + block.size());
    Unfilled<Plane> planes(begin.back());
    Unfilled<Triangle<float>> points(begin.back());  // similar planes have nearby points
    parallel_for(blocks.size(), [&](std::size_t b) {
        std::size_t next = begin[b];
        for (const Plane& plane : blocks[b]) {
            const Vec<float> p = plane.n * (2 + plane.k / radius_);
            planes[next] = plane, points[next++] = {p, p, p};
        }
    });
    tree_ = widen(build_tree(points, Copies::kept));
    tree_ = refitted(tree_, [&](std::uint32_t place) {
        const Vec<float>& n = planes[tree_.triangle(place)].n;
        return Bound{{n, n}};
    });
    leaves_.resize(tree_.leaf_count());
    tree_.for_each_leaf_at_once([&](const Child& child) {
        PlaneLeaf& leaf = leaves_[child.index()] = {};
        for (std::size_t i = 0; i < child.triangles(); ++i) {
            const auto& [of, n, k] = planes[tree_.triangle(child.index() * leaf_size + i)];
            leaf.x[i] = n.x, leaf.y[i] = n.y, leaf.z[i] = n.z, leaf.k[i] = k;
        }
    });
    offsets_.resize(tree_.nodes.size());
    for (std::size_t node = offsets_.size(); node-- > 0;)
        for (std::size_t i = 0; i < tree_.nodes[node].count; ++i) {
            const Child child = tree_.nodes[node].child[i];
            const std::uint32_t below = child.index();
            const bool leaf = child.is_leaf();
            const auto count = leaf ? child.triangles() : tree_.nodes[below].count;
            const auto& least = leaf ? leaves_[below].k : offsets_[below].least;
            const auto& largest = leaf ? leaves_[below].k : offsets_[below].largest;
            offsets_[node].least[i] = std::ranges::min(std::span(least).first(count));
            offsets_[node].largest[i] = std::ranges::max(std::span(largest).first(count));
        }
    tree_.leaves = {};
    for (std::uint32_t& triangle : *tree_.triangles) triangle = planes[triangle].place;
}

std::vector<std::uint32_t> PlaneTree::near(const Ray<float>& ray, float steepness,
                                           float height) const {
    if (tree_.nodes.empty()) return {};
    const Query query = query_of(ray, Vec<double>(ray.o) - middle_, radius_, steepness, height);
    static const auto at_widest = at_width<places_meeting>(widest());
    return at_widest(query, tree_, offsets_, leaves_);
}

std::vector<NearPlane> PlaneTree::near(std::span<const Ray<float>> rays,
                                       const std::vector<bool>& wanted, float steepness,
                                       float height) const {
    if (tree_.nodes.empty()) return {};
    std::vector<std::uint32_t> list;
    std::vector<Query> queries(rays.size());
    for (std::size_t k = 0; k < rays.size(); ++k) {
        if (!wanted[k]) continue;
        queries[k] =
            query_of(rays[k], Vec<double>(rays[k].o) - middle_, radius_, steepness, height);
        list.push_back(std::uint32_t(k));
    }
    static const auto at_widest = at_width<planes_meeting>(widest());
    return at_widest(queries, std::move(list), tree_, offsets_, leaves_);
}

}  // namespace hitmiss
