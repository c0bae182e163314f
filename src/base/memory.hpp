#pragma once
// Vectors without initialisation, and how the allocator treats freed memory.

#include <memory>
#include <type_traits>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace hitmiss {

/// An allocator that leaves new elements uninitialised.
template <typename T>
struct UnfilledAllocator : std::allocator<T> {
    void construct(T*) { static_assert(std::is_trivially_copyable_v<T>); }
};
/// A vector whose new elements must be written before they are read. Left uninitialised so that
/// each page of a large vector is first touched by the thread that writes it: zero-filling by one
/// thread would take as long as all the work.
template <typename T>
using Unfilled = std::vector<T, UnfilledAllocator<T>>;

/// From now on, freed memory stays with the process. New memory from the system costs a page fault
/// and zero-filling for each page, a tenth of the time of a large picture.
inline void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

}  // namespace hitmiss
