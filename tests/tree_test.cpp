// The trees, and the queue of a traversal's starts.

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/exact_signs.hpp"
#include "base/random.hpp"
#include "scene/make.hpp"
#include "trace/clusters.hpp"
#include "trace/one_ray.hpp"
#include "trace/tracer.hpp"

namespace hitmiss {
namespace {

using Triangles = std::vector<Triangle<float>>;

/// Returns how many leaves each triangle is in; each is in the boxes of its leaf and of all above.
std::vector<int> seen_in_boxes(const Tree& tree, const Triangles& triangles) {
    std::vector<int> seen(triangles.size());
    std::size_t outside = 0;
    const auto check = [&](auto&& self, std::uint32_t index, const Box& parent,
                           std::size_t depth) -> void {
        const Node& node = tree.nodes[index];
        ASSERT_LE(depth, max_depth);
        ASSERT_TRUE(glm::all(glm::lessThanEqual(parent.lo, node.box.lo)));
        ASSERT_TRUE(glm::all(glm::greaterThanEqual(parent.hi, node.box.hi)));
        for (std::uint32_t k = 0; k < node.count; ++k) {
            const auto tri = tree.order[node.first + k];
            ++seen[tri];
            Box both = node.box;
            both.include(bounds(triangles[tri]));
            outside += both == node.box ? 0 : 1;
        }
        if (node.count > 0) return;
        self(self, node.first, node.box, depth + 1);
        self(self, node.first + 1, node.box, depth + 1);
    };
    check(check, 0, Box::everything(), 0);
    EXPECT_EQ(outside, 0u);
    return seen;
}

/// The trees have the same nodes, maybe at other indices.
void expect_same(const Tree& one, const Tree& other) {
    EXPECT_EQ(one.order, other.order);
    ASSERT_EQ(one.nodes.size(), other.nodes.size());
    const auto check = [&](auto&& self, std::uint32_t index, std::uint32_t other_index) -> void {
        const Node &a = one.nodes[index], &b = other.nodes[other_index];
        ASSERT_EQ(a.box, b.box);
        ASSERT_EQ(a.count, b.count);
        if (a.count > 0)
            ASSERT_EQ(a.first, b.first);
        else
            self(self, a.first, b.first), self(self, a.first + 1, b.first + 1);
    };
    check(check, 0, 0);
}

/// The tree that so many threads build.
Tree built_by(int threads, const Triangles& triangles, Copies copies) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(threads);
    Tree tree = build_tree(triangles, copies);
    omp_set_num_threads(before);
    return tree;
}

TEST(Tree, HoldsEachTriangleOnceAndInItsBoxes) {
    const Mesh mesh = make_mesh("soup:faces=5000");
    const auto seen = seen_in_boxes(build_tree(mesh.triangles), mesh.triangles);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(seen.size()));
}

/// Small triangles at random points of a box.
Triangles scattered(std::size_t count, const Box& box, float size) {
    Random random(3);
    const auto within = [&](const Box& in) {
        const auto along = [&](int k) { return float(random.uniform(in.lo[k], in.hi[k])); };
        return Vec<float>(along(0), along(1), along(2));
    };
    Triangles all;
    for (std::size_t k = 0; k < count; ++k) {
        const Vec<float> a = within(box);
        const Box off{Vec<float>(-size), Vec<float>(size)};
        all.push_back({a, a + within(off), a + within(off)});
    }
    return all;
}

constexpr std::size_t many = worth_clusters + 1;
const Box unit_box{Vec<float>(0), Vec<float>(1)};

/// One and two threads build the same tree, which holds each triangle once.
void expect_tree_of_many(const Triangles& triangles) {
    const Tree tree = built_by(1, triangles, Copies::kept);
    const auto seen = seen_in_boxes(tree, triangles);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(seen.size()));
    expect_same(tree, built_by(2, triangles, Copies::kept));
}

TEST(TreeOfMany, HoldsScatteredTriangles) {
    expect_tree_of_many(scattered(many, unit_box, 0.01f));
}

TEST(TreeOfMany, IsBuiltOneByOneBelowTheLimit) {
    expect_tree_of_many(scattered(many - 1, unit_box, 0.01f));
}

// All but one triangle have their centres in one cell: a single cluster.
TEST(TreeOfMany, HoldsOneLargeCluster) {
    auto triangles = scattered(many, unit_box, 0.01f);
    for (Vec<float>* const p : {&triangles[0].a, &triangles[0].b, &triangles[0].c}) *p += 1e4f;
    expect_tree_of_many(triangles);
}

TEST(TreeOfMany, HoldsTwoFarGroups) {
    auto triangles = scattered(many, unit_box, 0.01f);
    for (std::size_t k = 0; k < many; k += 2)
        for (Vec<float>* const p : {&triangles[k].a, &triangles[k].b, &triangles[k].c})
            p->y += 1e5f;
    expect_tree_of_many(triangles);
}

// The sum of two corners overflows a float; the tree is then of any shape.
TEST(TreeOfMany, HoldsTrianglesFurtherThanAFloatReaches) {
    expect_tree_of_many(scattered(many, {{-3.3e38f, -3.3e38f, 0}, {3.3e38f, 3.3e38f, 1}}, 0));
}

TEST(TreeOfMany, KeepsTheFirstOfEqualTriangles) {
    auto triangles = scattered(many, unit_box, 0.01f);
    constexpr std::size_t distinct = 100'000;
    for (std::size_t k = distinct; k < many; ++k) triangles[k] = triangles[k * k % distinct];
    const Tree tree = built_by(1, triangles, Copies::dropped);
    const auto seen = seen_in_boxes(tree, triangles);
    EXPECT_EQ(std::count(seen.begin(), seen.begin() + distinct, 1), std::ptrdiff_t(distinct));
    EXPECT_EQ(std::count(seen.begin() + distinct, seen.end(), 0), std::ptrdiff_t(many - distinct));
}

/// A triangle's cell among 256 x 256 x 256, with the bits of z, y and x in turn.
std::uint32_t cell_in_z_order(const Triangle<float>& tri, const Box& centres) {
    const Box box = bounds(tri);
    const Vec<float> extent = centres.extent(), from = box.lo + box.hi - centres.lo;
    const float most = std::max({extent.x, extent.y, extent.z}), scale = 256 / most;
    std::uint32_t cell = 0;
    for (int axis = 0; axis < 3 && most > 0; ++axis) {
        const auto place = std::min(std::uint32_t(from[axis] * scale), 255u);
        for (int bit = 0; bit < 8; ++bit) cell |= (place >> bit & 1) << (3 * bit + axis);
    }
    return cell;
}

// By the definition: each triangle is in the largest cell that holds few.
TEST(Clusters, AreTheLargestCellsWithFewTriangles) {
    auto crowd = scattered(3000, {Vec<float>(0.5f), Vec<float>(0.501f)}, 1e-4f);
    crowd.push_back({{2, 3, 4}, {2, 3, 4}, {2, 3, 4}});
    const Triangles flat = scattered(3000, {{0, 0, 1}, {9, 2, 1}}, 0),
                    point(100, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
    std::vector<Triangles> all{crowd, flat, point};
    for (const std::size_t count : {1u, 2u, 4u, 5u, 6u, 2000u})
        all.push_back(scattered(count, unit_box, 0.1f));
    for (const Triangles& triangles : all) {
        Box centres;  // twice as far from 0
        for (const auto& tri : triangles) centres.include(bounds(tri).lo + bounds(tri).hi);
        const Vec<float>&lo = centres.lo, &hi = centres.hi;
        const Bounds limits{Four{lo.x, lo.y, lo.z, 0}, Four{-hi.x, -hi.y, -hi.z, 0}};
        const Clusters clusters = clusters_of(triangles, limits);
        std::map<std::pair<int, std::uint32_t>, std::vector<std::uint32_t>> in_cell;
        for (std::uint32_t k = 0; k < triangles.size(); ++k)
            for (int shift = 0; shift <= 24; ++shift)
                in_cell[{shift, cell_in_z_order(triangles[k], centres) >> shift}].push_back(k);
        ASSERT_EQ(clusters.first.back(), triangles.size());
        std::size_t held = 0;
        for (std::size_t c = 0; c < clusters.size(); ++c) {
            std::vector<std::uint32_t> own;
            clusters.for_each_item(c, triangles,
                                   [&](const Bounds& item) { own.push_back(item.index()); });
            const auto cell = cell_in_z_order(triangles[own[0]], centres);
            int shift = 24;
            while (shift > 0 && in_cell[{shift, cell >> shift}].size() > cluster_size) --shift;
            const auto& expected = in_cell[{shift, cell >> shift}];
            EXPECT_TRUE(std::ranges::is_permutation(own, expected));
            held += own.size();
        }
        EXPECT_EQ(held, triangles.size());
    }
}

/// Whether part of the other box is outside; a limit that is NaN is none.
bool misses_part(const Box& box, const Box& other) {
    bool misses = false;
    for (int axis = 0; axis < 3; ++axis)
        misses |= box.lo[axis] > other.lo[axis] || box.hi[axis] < other.hi[axis];
    return misses;
}

/// Each triangle is in one leaf, whose boxes are theirs; each node's boxes hold what is below and
/// no more.
void expect_to_hold(const WideTree& tree, const std::vector<Box>& of_triangle) {
    std::vector<int> seen(of_triangle.size());
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const WideNode& node = tree.nodes[n];
        ASSERT_GT(node.count, 0u);
        ASSERT_LE(node.count, WideNode::width);
        for (std::size_t k = 0; k < node.count; ++k) {
            const Child child = node.child[k];
            ASSERT_FALSE(child.is_triangle());
            Box inside;
            if (child.is_leaf()) {
                const WideLeaf& leaf = tree.leaves[child.index()];
                ASSERT_EQ(child.present(), (1u << leaf.count()) - 1);
                for (std::size_t i = 0; i < leaf.count(); ++i) {
                    const auto tri = tree.triangle(child.index() * WideNode::width + i);
                    ++seen[tri];
                    inside.include(of_triangle[tri]);
                }
            } else {
                ASSERT_GT(child.index(), n);
                const WideNode& below = tree.nodes[child.index()];
                for (std::size_t i = 0; i < below.count; ++i) inside.include(below.box(i));
            }
            ASSERT_EQ(node.box(k).lo, inside.lo);
            ASSERT_EQ(node.box(k).hi, inside.hi);
        }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), std::ptrdiff_t(seen.size()));
    tree.for_each_place([&](std::uint32_t place) {
        WideNode room;
        const auto leaf = Child::node(place / WideNode::width, 1);
        const WideNode& opened = tree.at(leaf, room);
        const std::size_t k = place % WideNode::width;
        EXPECT_EQ(opened.child[k].place(), place);
        EXPECT_FALSE(misses_part(opened.box(k), of_triangle[tree.triangle(place)]));
    });
}

// A leaf's steps, at all sizes and places: boxes hold the triangles' and are no more than one step
// larger, which is less than 1/127 of the leaf.
TEST(WideLeaf, HoldsItsBoxesAndHardlyMore) {
    Random random(5);
    const auto power = [&](double least, double most) {
        return std::exp2(random.uniform(least, most)) * (random.below(2) == 0 ? -1 : 1);
    };
    for (int repeat = 0; repeat < 20'000; ++repeat) {
        const std::size_t count = 1 + random.below(leaf_size);
        const Vec<double> middle{power(-140, 127), power(-140, 127), power(-140, 127)};
        // From one that is flat to one that is much larger than its distance, at most what floats
        // hold.
        const double size = power(-150, 125);
        EightBoxes boxes = EightBoxes::none();
        std::vector<Box> all;
        Box leaf;
        for (std::size_t k = 0; k < count; ++k) {
            const auto corner = [&] {
                const auto along = [&](double at) {
                    return float(std::clamp(at + size * random.below(4) * random.uniform(),
                                            -0x1p127, 0x1p127));
                };
                return Vec<float>(along(middle.x), along(middle.y), along(middle.z));
            };
            Box box;
            box.include(corner()), box.include(corner());
            boxes.set(k, box), all.push_back(box), leaf.include(box);
        }
        const Part nearer = Part::of(float(random.uniform(1e-6, 1)));
        const WideNode opened = WideLeaf(boxes, count, nearer).opened(7);
        ASSERT_EQ(opened.count, count);
        for (std::size_t k = 0; k < count; ++k) {
            ASSERT_FALSE(misses_part(opened.box(k), all[k]));
            ASSERT_LE(opened.nearer[k], nearer);
            ASSERT_GE(opened.nearer[k].value(), nearer.value() - 1.01f / 15);
            for (int axis = 0; axis < 3; ++axis) {
                const double extent = double(leaf.hi[axis]) - double(leaf.lo[axis]);
                // A step, and the rounding of its sum.
                const double most = extent / 127 + 0x1p-23 * std::abs(leaf.lo[axis]) + 0x1p-125;
                if (!(extent < 0x1p126)) continue;
                ASSERT_LE(double(all[k].lo[axis]) - double(opened.box(k).lo[axis]), most);
                ASSERT_LE(double(opened.box(k).hi[axis]) - double(all[k].hi[axis]), most);
            }
        }
    }
}

TEST(WideLeaf, KeepsFacesThatLieOnItsSteps) {
    EightBoxes boxes = EightBoxes::none();
    boxes.set(0, {{0, -2, 1}, {255, 253, 1}});  // steps of 2, 2 and 0
    boxes.set(1, {{4, 0, 1}, {10, 6, 1}});
    EXPECT_EQ(WideLeaf(boxes, 2).boxes().box(1), boxes.box(1));
}

// An infinite box takes the limits off its leaf along that axis: NaN, which no comparison drops.
TEST(WideLeaf, HasNoLimitsWhereABoxIsInfinite) {
    EightBoxes boxes = EightBoxes::none();
    boxes.set(0, {{1, 2, 3}, {2, 3, 4}});
    boxes.set(1, {{1, -Box::inf, 3}, {2, Box::inf, 4}});
    boxes.set(3, Box{});
    const WideNode opened = WideLeaf(boxes, 4).opened(0);
    for (std::size_t k : {0u, 1u}) {
        EXPECT_TRUE(std::isnan(opened.box(k).lo.y) && std::isnan(opened.box(k).hi.y));
        EXPECT_EQ(opened.box(k).lo.x, 1);
        EXPECT_NEAR(opened.box(k).hi.z, 4, 1.0 / 127);
    }
}

// Directions with components of all sizes, 0 too: a t that overflows before its sum is complete
// hides no box. Oracle: the slab test in long double, whose exponents do not end here.
TEST(WideLeaf, HidesNoBoxFromRaysAlongAnAxis) {
    Random random(6);
    std::size_t met = 0, met_near = 0, told_near = 0;
    for (int repeat = 0; repeat < 50'000; ++repeat) {
        const double size = std::exp2(random.uniform(-30, 90)),
                     from = size * std::exp2(random.uniform(-2, 20));
        const auto within = [&](double most) {
            return Vec<float>{random.uniform(-most, most), random.uniform(-most, most),
                              random.uniform(-most, most)};
        };
        EightBoxes boxes = EightBoxes::none();
        Box all;
        for (std::size_t k = 0; k < 8; ++k) {
            Box box;
            box.include(within(size)), box.include(within(size));
            boxes.set(k, box), all.include(box);
        }
        Ray<float> ray{within(repeat % 2 == 0 ? size : from), within(1)};
        const int along = int(random.below(3));
        for (int axis = 0; axis < 3; ++axis)
            if (axis != along)
                ray.d[axis] *=
                    random.below(4) == 0 ? 0.0f : std::exp2(-float(random.uniform(0, 148)));
        const float limit = float(random.below(2) == 0 ? Box::inf : 2 * from);
        const auto told_now = BoxTest(ray, box_margin(ray.o, all))(WideLeaf(boxes, 8), limit);
        const bool is_near = repeat % 2 == 0 && size < 0x1p40;
        for (std::size_t k = 0; k < 8; ++k) {
            long double enter = 0, leave = limit;
            for (int axis = 0; axis < 3; ++axis) {
                const long double o = ray.o[axis], d = ray.d[axis];
                const long double lo = boxes.box(k).lo[axis] - o, hi = boxes.box(k).hi[axis] - o;
                if (d == 0 && (lo > 0 || hi < 0)) leave = -1;
                if (d == 0) continue;
                enter = std::max(enter, std::min(lo / d, hi / d)),
                leave = std::min(leave, std::max(lo / d, hi / d));
            }
            if (enter > leave) continue;
            ++met, met_near += is_near;
            ASSERT_TRUE(told_now >> k & 1) << repeat;
        }
        if (is_near) told_near += std::size_t(std::popcount(told_now & 255));
    }
    EXPECT_GT(met_near, 5000u);
    EXPECT_GT(met, met_near + 5000);
    EXPECT_LT(told_near, met_near + met_near / 10) << "few others";
}

TEST(WideTree, HoldsEachTriangleOnceAndInItsBoxes) {
    const Mesh mesh = make_mesh("soup:faces=5000");
    WideTree tree = widen(build_tree(mesh.triangles));
    std::vector<Box> boxes;
    for (const auto& tri : mesh.triangles) boxes.push_back(bounds(tri));
    fit_leaves(tree, [&](std::uint32_t place) { return Bound{boxes[tree.triangle(place)]}; });
    expect_to_hold(tree, boxes);
    EXPECT_EQ(tree.box.hi, bounds(mesh.triangles).hi);
    Box bounded;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        boxes[k].lo -= Vec<float>(0.1f), boxes[k].hi *= 1.5f;
        if (k % 100 == 7)
            boxes[k] = Box::everything();
        else
            bounded.include(boxes[k]);
    }
    tree = refitted(tree, [&](std::uint32_t place) { return Bound{boxes[tree.triangle(place)]}; });
    expect_to_hold(tree, boxes);
    EXPECT_EQ(tree.box.lo, bounded.lo);
    EXPECT_EQ(tree.box.hi, bounded.hi);
}

/// The least area of wide nodes over a binary node, by trying all ways to collapse it.
class TriedCollapses {
public:
    explicit TriedCollapses(const Tree& tree) : tree_(tree), least_(tree.nodes.size(), -1) {}

    double least(std::uint32_t index) {
        const Node& node = tree_.nodes[index];
        if (node.count > 0) return 0;
        double& area = least_[index];
        if (area < 0) area = node.box.half_area() + below({node.first, node.first + 1}, 0, 0);
        return area;
    }

private:
    /// For the wide nodes below one whose children come from these binary nodes, of which the first
    /// `done` stay.
    double below(std::vector<std::uint32_t> children, std::size_t done, double so_far) {
        if (done == children.size()) return so_far;
        const std::uint32_t child = children[done];
        const Node& node = tree_.nodes[child];
        double area = below(children, done + 1, so_far + least(child));
        if (node.count == 0 && children.size() < WideNode::width) {
            children[done] = node.first;
            children.push_back(node.first + 1);
            area = std::min(area, below(children, done, so_far));
        }
        return area;
    }

    const Tree& tree_;
    std::vector<double> least_;
};

TEST(WideTree, HasTheLeastArea) {
    for (const char* make : {"soup:faces=300", "icosphere:faces=1280", "sliver-fan:faces=200"}) {
        const Mesh mesh = make_mesh(make);
        const Tree tree = build_tree(mesh.triangles);
        double area = 0;
        for (const WideNode& node : widen(tree).nodes) {
            Box box;
            for (std::size_t k = 0; k < node.count; ++k) box.include(node.box(k));
            area += box.half_area();
        }
        const double least = TriedCollapses(tree).least(0);
        EXPECT_NEAR(area, least, 1e-5 * least) << make;
    }
}

TEST(Tree, IsTheSameForAnyNumberOfThreads) {
    // Several threads divide the root.
    const Mesh mesh = make_mesh("soup:faces=150000");
    const Tree alone = built_by(1, mesh.triangles, Copies::dropped);
    expect_same(alone, built_by(4, mesh.triangles, Copies::dropped));
    auto sorted = alone.order;
    std::ranges::sort(sorted);
    for (std::uint32_t k = 0; k < sorted.size(); ++k) ASSERT_EQ(sorted[k], k);
    EXPECT_EQ(alone.nodes[0].box, bounds(mesh.triangles));
}

// Identical triangles, and ones that no plane separates, must not make the tree endless or deep.
TEST(Tree, BuildsOnDegenerateInput) {
    for (const std::size_t count : {0u, 1u, 2u, 5u, 1000u}) {
        const std::vector<Triangle<float>> same(count, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
        const Geometry geometry(same, Vec<double>(0, 0, 5));
        const std::vector<Ray<float>> ray{{{0.2f, 0.2f, 5}, {0, 0, -1}}};
        for (const auto how : {Traversal::one_ray, Traversal::tiles}) {
            Hit hit;
            Tracer(parse_method("moller-trumbore"), geometry, how)(ray, {&hit, 1});
            EXPECT_EQ(bool(hit), count > 0);
            EXPECT_EQ(hit.triangle, count > 0 ? 0 : no_triangle);  // ties go to the lowest index
        }
    }
    std::vector<Triangle<float>> apart;  // further than a float reaches
    for (int k = 0; k < 40; ++k) {
        const float x = k % 5 == 0 ? 3e38f : -3e38f;
        apart.push_back({{x, 0, 0}, {x, 1, 0}, {x, 0, 1}});
    }
    const std::vector<Triangle<float>> point(100, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
    std::vector<Triangle<float>> line;
    for (int k = 0; k < 100; ++k) {
        const float x = float(k);
        line.push_back({{x, 0, 0}, {x + 1, 0, 0}, {x + 2, 0, 0}});
    }
    for (const auto& [triangles, distinct] : {std::pair(apart, 2u), {point, 1u}, {line, 100u}}) {
        std::size_t held = 0;
        widen(build_tree(triangles)).for_each_place([&](std::uint32_t) { ++held; });
        EXPECT_EQ(held, distinct);
    }
}

// All standard libraries give the same tree.
TEST(Tree, HalvesTrianglesAroundOnePointByIndex) {
    std::vector<Triangle<float>> triangles;
    for (int k = 0; k < 1000; ++k) {
        const auto size = float(1 + 7 * k % 1000);
        triangles.push_back({{-size, -size, -size}, {size, size, size}, {size, -size, 0}});
    }
    const Tree tree = build_tree(triangles);
    const auto numbers = [&](auto&& self, std::uint32_t index,
                             int depth) -> std::set<std::uint32_t> {
        EXPECT_LE(depth, 10);
        const Node& node = tree.nodes[index];
        const auto own = tree.order.begin() + node.first;
        if (node.count > 0) return {own, own + node.count};
        auto left = self(self, node.first, depth + 1);
        const auto right = self(self, node.first + 1, depth + 1);
        EXPECT_LT(*left.rbegin(), *right.begin());
        left.insert(right.begin(), right.end());
        return left;
    };
    EXPECT_EQ(numbers(numbers, 0, 0).size(), 1000u);
}

// Copies bit for bit, many in one place and few, among triangles that only share their boxes.
TEST(Tree, KeepsTheFirstOfEqualTriangles) {
    const Mesh mesh = make_mesh("grid:faces=800");  // two triangles to a box
    std::vector<Triangle<float>> triangles;
    for (std::uint32_t copy = 0; copy < 20; ++copy)
        for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
            if (copy == 0 || k % 20 >= copy) triangles.push_back(mesh.triangles[k]);
    std::vector<std::uint32_t> held;
    const Tree tree = build_tree(triangles);
    for (const Node& node : tree.nodes)
        held.insert(held.end(), tree.order.begin() + node.first,
                    tree.order.begin() + node.first + node.count);
    std::ranges::sort(held);
    std::vector<std::uint32_t> first(mesh.triangles.size());
    std::iota(first.begin(), first.end(), 0u);
    EXPECT_EQ(held, first);
}

/// How steeply the ray meets the plane, and how far its origin is from it.
std::pair<double, double> met_at(const Triangle<double>& tri, const Ray<float>& ray) {
    const auto n = glm::normalize(normal(tri));
    return {std::abs(glm::dot(n, glm::normalize(Vec<double>(ray.d)))),
            std::abs(glm::dot(n, Vec<double>(ray.o) - tri.a))};
}

// All planes one by one, for rays in the planes of triangles and near those limits.
TEST(PlaneTree, FindsThePlanesThatAllOneByOneGive) {
    Random random(1);
    const float steepness = 0x1p-8f, height = 0.01f;
    // The last soup has so few planes that the boxes of their normals are wider than 1.
    for (const auto* made :
         {"torus-knot:faces=2000", "grid:faces=800", "cube", "soup:faces=500", "soup:faces=24"}) {
        auto triangles = make_mesh(made).triangles;
        for (std::size_t k = 0; k < triangles.size(); k += 2)
            std::swap(triangles[k].b, triangles[k].c);
        triangles.push_back({{1, 2, 3}, {2, 4, 6}, {3, 6, 9}});  // has no plane
        const Geometry geometry(triangles, {0, 0, 5});
        std::size_t found = 0;
        for (int repeat = 0; repeat < 300; ++repeat) {
            const Triangle<double> tri(
                triangles[random.below(std::uint32_t(triangles.size() - 1))]);
            const auto off = [&](double most) { return random.uniform(-most, most); };
            const Vec<double> n = glm::normalize(normal(tri)),
                              in_plane = off(9) * (tri.b - tri.a) + off(9) * (tri.c - tri.a);
            const Vec<double> o = tri.a + in_plane + off(0.02) * n;
            const Vec<double> d = tri.b - tri.a + off(1) * (tri.c - tri.a);
            const Ray<float> ray{Vec<float>(o), Vec<float>(d + off(0x1p-7) * glm::length(d) * n)};
            const auto places = geometry.planes()->near(ray, steepness, height);
            std::set<std::uint32_t> near;
            for (const auto place : places) near.insert(geometry.tree().triangle(place));
            EXPECT_EQ(near.size(), places.size()) << "a triangle twice";
            for (std::uint32_t k = 0; k + 1 < triangles.size(); ++k) {
                const auto [c, h] = met_at(Triangle<double>(triangles[k]), ray);
                if (c < steepness && h < height) {
                    EXPECT_TRUE(near.contains(k)) << made << ' ' << k;
                    ++found;
                }
                // The distance to the point nearest to the middle counts times the steepness.
                const double way = glm::length(ray.o - geometry.box.centre()) * steepness;
                const bool apart = c > 1.01 * steepness || h > 1.01 * (height + 2 * way);
                EXPECT_FALSE(apart && near.contains(k)) << made << ' ' << k;
            }
        }
        EXPECT_GT(found, 50u) << made;
    }
}

TEST(PlaneTree, FindsNothingWhereNoTriangleHasAPlane) {
    const std::vector<Triangle<float>> needles(9, {{1, 2, 3}, {2, 4, 6}, {3, 6, 9}});
    const auto places = Geometry(needles, {}).planes()->near({{1, 2, 3}, {1, 2, 3}}, 1, 100);
    EXPECT_TRUE(places.empty());
}

/// Whether two of the exact volumes have opposite signs.
bool is_outside(const Ray<float>& ray, const Triangle<float>& tri) {
    bool positive = false, negative = false;
    for (const Integer& v : Integers(ray, tri).volumes())
        positive = positive || v > 0, negative = negative || v < 0;
    return positive && negative;
}

// Integers decide for triangles of all sizes, near and far, thin and without area, which rays pass
// edge-on, through corners and edges, or as near to these as floats go.
TEST(CornerLeaves, LeaveOutOnlyWhatIsOutside) {
    Random random(11);
    const auto vector = [&](double most) {
        return Vec<double>(random.uniform(-most, most), random.uniform(-most, most),
                           random.uniform(-most, most));
    };
    std::size_t outside = 0, left_out = 0;
    for (const double scale : {1e-18, 1e-6, 1.0, 1e6, 1e15})
        for (const double away : {0.0, 1.0, 3e4})
            for (const double thin : {1.0, 1e-3, 1e-7, 0.0}) {
                const auto stored = [&](const Vec<double>& p) { return Vec<float>(scale * p); };
                std::vector<Triangle<float>> triangles;
                const Vec<double> middle = vector(away);
                for (int k = 0; k < 40; ++k) {
                    const Vec<double> a = middle + vector(1), b = a + vector(0.3);
                    const Vec<double> c = a + random.uniform() * (b - a) + thin * vector(0.3);
                    triangles.push_back({stored(a), stored(b), stored(c)});
                }
                const Geometry geometry(triangles, {});
                const WideTree& tree = geometry.tree();
                for (int k = 0; k < 40; ++k) {
                    const Triangle<double> tri(triangles[std::size_t(k)]);
                    const Vec<double> targets[]{tri.a, tri.a + random.uniform() * (tri.b - tri.a),
                                                random_point(tri, random)};
                    Vec<double> from = scale * (middle + vector(k % 2 == 0 ? 1 : 3e3));
                    if (k % 4 == 1) from = tri.a + 2.0 * (tri.b - tri.a) - 3.0 * (tri.c - tri.a);
                    const Vec<double> d = targets[k % 3] - from;
                    const Ray<float> ray{Vec<float>(from), Vec<float>(d)};
                    if (ray.d == Vec<float>(0)) continue;
                    tree.for_each_place([&](std::uint32_t place) {
                        const bool is = is_outside(ray, triangles[tree.triangle(place)]);
                        const auto met = geometry.corners()->may_meet(ray, place / leaf_size);
                        const bool told = (met >> place % leaf_size & 1) == 0;
                        EXPECT_TRUE(is || !told) << scale << ' ' << away << ' ' << thin;
                        outside += is, left_out += told;
                    });
                }
            }
    EXPECT_GT(double(left_out), 0.9 * double(outside));
}

// The middle of an edge lies exactly on the ray, as all numbers are multiples of 2^-23 below 1: the
// volume is 0, but doubles round it to something of either sign.
TEST(CornerLeaves, KeepTrianglesThatARayMeetsOnAnEdge) {
    Random random(12);
    const auto on_grid = [&] {
        const auto one = [&] { return float(int(random.below(1 << 22)) - (1 << 21)) * 0x1p-23f; };
        return Vec<float>{one(), one(), one()};
    };
    for (int repeat = 0; repeat < 1000; ++repeat) {
        const Vec<float> o = on_grid(), d = on_grid(), half = on_grid(), middle = o + d;
        const std::vector<Triangle<float>> one{{middle - half, middle + half, on_grid()}};
        EXPECT_EQ(Geometry(one, {}).corners()->may_meet({o, d}, 0) & 1, 1u) << repeat;
    }
}

// A floor of many triangles is one plane.
TEST(PlaneTree, FindsAllThatShareAPlane) {
    const auto triangles = make_mesh("grid:faces=800").triangles;
    const Geometry geometry(triangles, {0, 0, 5});
    const auto near = [&](const Vec<float>& o, const Vec<float>& d) {
        return geometry.planes()->near({o, d}, 0x1p-8f, 0.01f).size();
    };
    EXPECT_EQ(near({-3, 0.1f, 0.0001f}, {1, 0, 0}), 800u);
    EXPECT_EQ(near({0.1f, 0.2f, 3}, {0, 0, -1}), 0u);
    EXPECT_EQ(near({0.1f, 0.2f, -3}, {0.3f, 0.2f, 1}), 0u);
    EXPECT_EQ(near({0.1f, 0.2f, 0.5f}, {0.3f, 0.2f, 0}), 0u) << "beside it";
}

}  // namespace
}  // namespace hitmiss
