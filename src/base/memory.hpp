#pragma once
// What the program asks of the allocator.

#include <memory>
#include <type_traits>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace hitmiss {

/// Gives vectors elements that hold nothing yet.
template <typename T>
struct UnfilledAllocator : std::allocator<T> {
    template <typename U>
    struct rebind {
        using other = UnfilledAllocator<U>;
    };
    using std::allocator<T>::allocator;

    void construct(T*) { static_assert(std::is_trivially_copyable_v<T>); }
    template <typename... Args>
    void construct(T* place, Args&&... args) {
        std::construct_at(place, std::forward<Args>(args)...);
    }
};
/// A vector whose new elements are to be written before they are read. Of a large one the threads
/// that write it get the memory, each its part, where filling it would take one thread as long as
/// their work.
template <typename T>
using Unfilled = std::vector<T, UnfilledAllocator<T>>;

/// From now on memory that is freed is kept for what comes next. From the system it would come back
/// page by page, each filled with zeros first, which takes a tenth of the time of large pictures.
inline void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

}  // namespace hitmiss
