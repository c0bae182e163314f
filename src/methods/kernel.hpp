#pragma once
// A method made ready for a scene, as the rest of the program sees it: a handful of plain
// functions. Nobody else knows what type is behind them; kernel_of.hpp makes them from a method's
// text.

#include <memory>
#include <span>
#include <string_view>

#include "base/vector_width.hpp"
#include "fast/packet.hpp"
#include "methods/growth.hpp"
#include "methods/notes.hpp"

namespace hitmiss {

/// What a method says about one ray and one triangle.
struct Verdict {
    bool accepted;  ///< the text's own answer
    double t;

    /// What counts as a hit: also t is finite and positive (hit.hpp).
    bool hit() const { return accepted && t > 0 && t < std::numeric_limits<double>::infinity(); }
};

/// The functions of one type of method; `self` is the method's value. For a first reading test,
/// explain, inside and reach suffice: the rest is the same test for leaves and for packets, in
/// vector lanes (packet.hpp). A leaf is `leaf_bytes` of memory, aligned to 64, that only these
/// functions read and write.
struct KernelFunctions {
    using Self = const void*;

    Precision precision;
    bool scalar;  ///< no vector code: each lane costs as much as a ray
    std::size_t leaf_bytes;

    Verdict (*test)(Self, const Ray<double>&, const Triangle<float>&);
    Verdict (*explain)(Self, const Ray<double>&, const Triangle<float>&, Notes&);
    bool (*meets_nan)(Self, const Ray<float>&, const Triangle<float>&);
    bool (*inside)(Self, const Vec<double>&, const Triangle<float>&);  ///< null: no predicate
    Box (*reach)(Self, const Triangle<float>&);
    Growth (*growth)(Self);
    void (*prepare)(Self, const Triangle<float>&, std::uint32_t index, std::byte* leaf,
                    std::size_t place);
    std::uint32_t (*test_ray)(Self, const std::byte* leaf, std::uint32_t triangles,
                              const Ray<float>&, double* t);
    std::uint64_t (*count_pairs)(Self, const std::byte* leaves, std::size_t triangles,
                                 std::span<const Ray<float>>);
    struct AtWidth {
        void (*prepare_rays)(Self, std::size_t packets, PacketGroup&);
        void (*test_packets)(Self, std::span<const PacketTest>, PacketGroup&);
        std::uint32_t (*test_rays)(Self, const std::byte* leaf, std::uint32_t present,
                                   const FewRays&, PacketGroup&);
    };
    std::array<AtWidth, vector_widths> at;
};

class Kernel {
public:
    Kernel() = default;
    Kernel(std::shared_ptr<const void> self, const KernelFunctions& functions)
        : self_(std::move(self)), functions_(&functions) {}

    Precision precision() const { return functions_->precision; }
    bool scalar() const { return functions_->scalar; }
    std::size_t leaf_bytes() const { return functions_->leaf_bytes; }
    /// Whether leaves prepared by the other kernel are this one's too.
    bool prepares_as(const Kernel& other) const { return functions_ == other.functions_; }

    /// One ray against one triangle, the triangle prepared for it alone. The ray is stored in float
    /// but for the walker's, whose steps are computed in double (demos/collider).
    Verdict test(const Ray<double>& ray, const Triangle<float>& tri) const {
        return functions_->test(self_.get(), ray, tri);
    }
    Verdict test(const Ray<float>& ray, const Triangle<float>& tri) const {
        return test(Ray<double>(ray), tri);
    }
    /// The same with the kernel's values and comparisons noted down, and those of t that make an
    /// accepted ray a hit.
    Verdict explain(const Ray<float>& ray, const Triangle<float>& tri, Notes& notes) const {
        return functions_->explain(self_.get(), Ray<double>(ray), tri, notes);
    }
    /// Whether the kernel meets NaN in a value that it notes.
    bool meets_nan(const Ray<float>& ray, const Triangle<float>& tri) const {
        return functions_->meets_nan(self_.get(), ray, tri);
    }
    /// Whether there is a predicate for points.
    bool tests_points() const { return functions_->inside != nullptr; }
    /// Its answer about a point of the triangle's surroundings, rounded to the method's precision.
    bool inside(const Vec<double>& P, const Triangle<float>& tri) const {
        return functions_->inside(self_.get(), P, tri);
    }
    /// A box that holds every point that it may accept for the triangle.
    Box reach(const Triangle<float>& tri) const { return functions_->reach(self_.get(), tri); }
    Growth growth() const { return functions_->growth(self_.get()); }
    /// How far from it rounding may throw points that it accepts for rays from there.
    GrownTriangle grown(const Triangle<float>& tri, const SeenTriangle& seen) const {
        return {growth(), seen, reach(tri), precision()};
    }
    GrownTriangle grown(const Triangle<float>& tri, const Box& origins) const {
        return grown(tri, SeenTriangle(tri, origins));
    }
    GrownTriangle grown(const Triangle<float>& tri, const Vec<float>& origin) const {
        return grown(tri, {origin, origin});
    }

    /// Prepares a triangle, number `index` of the scene, in a leaf.
    void prepare(const Triangle<float>& tri, std::uint32_t index, std::byte* leaf,
                 std::size_t place) const {
        functions_->prepare(self_.get(), tri, index, leaf, place);
    }
    /// One ray against these triangles of a leaf (bit k: triangle k): those that it hits, at t[k].
    std::uint32_t test_ray(const std::byte* leaf, std::uint32_t triangles, const Ray<float>& ray,
                           std::array<double, leaf_size>& t) const {
        return functions_->test_ray(self_.get(), leaf, triangles, ray, t.data());
    }
    /// How many pairs of these rays and of the first triangles of these leaves hit, tested one
    /// after another: what a test costs without lanes.
    std::uint64_t count_pairs(const std::byte* leaves, std::size_t triangles,
                              std::span<const Ray<float>> rays) const {
        return functions_->count_pairs(self_.get(), leaves, triangles, rays);
    }
    /// Prepares the rays of the first packets, before they are tested.
    void prepare_rays(VectorWidth width, std::size_t packets, PacketGroup& group) const {
        functions_->at[std::size_t(width)].prepare_rays(self_.get(), packets, group);
    }
    /// Triangles against packets, nearest hits kept.
    void test_packets(VectorWidth width, std::span<const PacketTest> tests,
                      PacketGroup& group) const {
        functions_->at[std::size_t(width)].test_packets(self_.get(), tests, group);
    }
    /// A few rays of packets, one at least, against the triangles of a leaf that are present (bit
    /// k: triangle k); the packets (bit p: packet p) that have hit anything.
    std::uint32_t test_rays(VectorWidth width, const std::byte* leaf, std::uint32_t present,
                            const FewRays& few, PacketGroup& group) const {
        return functions_->at[std::size_t(width)].test_rays(self_.get(), leaf, present, few, group);
    }

private:
    std::shared_ptr<const void> self_;
    const KernelFunctions* functions_ = nullptr;
};

}  // namespace hitmiss
