#pragma once
// A scene's triangles and trees, and what a method prepares of them.

#include <memory>

#include "methods/catalogue.hpp"
#include "trace/wide_tree.hpp"

namespace hitmiss {

/// The triangles of a scene, their tree, and where the camera stands. The triangles must outlive
/// it.
struct Geometry {
    std::span<const Triangle<float>> triangles;
    Vec<double> eye;
    Tree tree;
    std::shared_ptr<const WideTree> wide;
    Box box;

    Geometry(std::span<const Triangle<float>> all, const Vec<double>& eye_)
        : triangles(all),
          eye(eye_),
          tree(build_tree(all)),
          wide(std::make_shared<const WideTree>(widen(tree, all))),
          box(tree.box()) {}
};

/// The method, with the settings that depend on the scene resolved.
template <typename Method>
Method fitted(Method method, const Geometry& geometry) {
    if constexpr (requires { method.fit(geometry.eye, geometry.box); })
        method.fit(geometry.eye, geometry.box);
    return method;
}

/// A method that may accept points outside its triangles' boxes.
template <typename Method>
concept HasReach = requires(const Method& method, const Triangle<float>& tri) {
    method.reach(tri);
};

template <typename Method>
Box reach_of(const Method& method, const Triangle<float>& tri) {
    if constexpr (HasReach<Method>)
        return method.reach(tri);
    else
        return bounds(tri);
}

/// Whether culling by boxes makes sense: a reach of all space leaves nothing to cull.
inline bool bounded(const Box& reach) {
    const auto extent = reach.extent();
    return extent.x + extent.y + extent.z < Box::inf;
}

/// A method and what it has prepared of each triangle.
template <typename Method>
struct PreparedScene {
    using Real = typename MethodTraits<Method>::Real;
    using Prepared = decltype(std::declval<Method>().prepare(std::declval<Triangle<Real>>()));

    Method method;
    std::vector<Prepared> prepared;  ///< by triangle index
    std::vector<Box> reach;          ///< by triangle index
    Tree tree;                       ///< boxes hold the reach

    PreparedScene(const Method& unfitted, const Geometry& geometry)
        : method(fitted(unfitted, geometry)) {
        prepared.reserve(geometry.triangles.size());
        reach.reserve(geometry.triangles.size());
        for (const auto& tri : geometry.triangles) {
            prepared.push_back(method.prepare(Triangle<Real>(tri)));
            reach.push_back(reach_of(method, tri));
        }
        tree = refit(geometry.tree, reach);
    }

    bool bounded() const { return hitmiss::bounded(tree.box()); }
};

}  // namespace hitmiss
