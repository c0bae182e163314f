#pragma once
// From a method's name to rays traced: the type of the method is chosen once, here, and no ray
// asks for it again.

#include <functional>
#include <string>

#include "trace/prepared_scene.hpp"
#include "trace/rays.hpp"
#include "trace/vector_width.hpp"

namespace hitmiss {

/// tiles: the fast one; tree: one ray at a time; brute_force: every ray meets every triangle. All
/// three return the same hits, the tree only where t and 1 / d are normal floats; each counts as
/// refused only what it comes across.
enum class Walk { tiles, tree, brute_force };

/// The nearest hit of each ray: hits[k] is of rays[k], and there are as many. Returns how many
/// candidates the hit rule refused. May be called from several threads at once.
class Trace {
public:
    using FromOneOrigin = std::function<std::uint64_t(const Rays&, std::span<Hit>)>;

    Trace() = default;
    template <typename Function>
    requires std::is_constructible_v<FromOneOrigin, Function> Trace(Function trace)
        : trace_(std::move(trace)) {}
    std::uint64_t operator()(const Rays& rays, std::span<Hit> hits) const {
        return trace_(rays, hits);
    }
    /// Rays of any origins.
    std::uint64_t operator()(std::span<const Ray<float>> rays, std::span<Hit> hits) const;

private:
    FromOneOrigin trace_;
};

/// How the rays of one scene are traced by one method.
struct Tracer {
    Trace trace;
    bool bounded;  ///< false: the method's reach is all of space, every ray meets every triangle
};

/// A tracer for any method value, also one that the catalogue does not list. `geometry` need
/// live during the call only.
template <typename Method>
Tracer tracer_of(const Method& method, const Geometry& geometry, Walk how,
                 VectorWidth width = widest());

/// A tracer for the method that the spec names.
Tracer make_tracer(const MethodSpec& spec, const Geometry& geometry, Walk how = Walk::tiles,
                   VectorWidth width = widest());

/// The spec with what the method takes from the scene written out, so that it means the same
/// without the scene.
MethodSpec fitted(const MethodSpec& spec, const Geometry& geometry);

/// Receives the intermediate values of a kernel under their names.
using NoteSink = std::function<void(std::string_view name, double value)>;

/// What a method says about one ray and one triangle.
struct Verdict {
    bool hit;     ///< the predicate's own answer
    bool counts;  ///< whether it counts by the hit rule
    double t;
};

/// One ray against one triangle, with the kernel's values noted down; vectors as name.x, .y, .z.
using Probe = std::function<Verdict(const Ray<float>&, const Triangle<float>&, const NoteSink&)>;
/// A probe of the method that the spec names.
Probe make_probe(const MethodSpec& spec, const Geometry& geometry);

}  // namespace hitmiss

#include "trace/tracer_of.hpp"
