#pragma once
// A method's prepared triangles, as packets read them.

#include "trace/lanes.hpp"

namespace hitmiss {

/// Prefetches all cache lines of an object.
template <typename Object>
void prefetch(const Object& object) {
    static_assert(alignof(Object) >= 64);
    const char* bytes = reinterpret_cast<const char*>(&object);
    for (std::size_t line = 0; line < sizeof object; line += 64) __builtin_prefetch(bytes + line);
}

/// How the triangles of a method lie in memory for packets: leaf by leaf, five cache lines each
/// for Möller-Trumbore.
template <typename Method>
struct PacketTriangles {
    using Prepared = typename PreparedScene<Method>::Prepared;
    using Number = std::conditional_t<std::is_same_v<Prepared, Triangle<float>>, float,
                                      typename MethodTraits<Method>::Real>;
    struct alignas(64) Leaf {
        Columns<Prepared, Number> prepared;
        std::array<std::uint32_t, WideNode::width> index;  ///< in the scene
    };
    std::vector<Leaf> node;  ///< by node of the wide tree; unused for inner ones

    /// Of the triangle that a child is.
    Prepared prepared(Child triangle) const {
        const std::size_t place = triangle.index();
        return node[place / WideNode::width].prepared.get(place % WideNode::width);
    }
    std::uint32_t index(Child triangle) const {
        const std::size_t place = triangle.index();
        return node[place / WideNode::width].index[place % WideNode::width];
    }
};

}  // namespace hitmiss
