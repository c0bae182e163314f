#pragma once
// Vectors without initialisation or on huge pages, and how the allocator treats freed memory.

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
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

/// Asks for huge pages, of 2 MB, for all pages that a large block touches. The system keeps those
/// of 4 kB where it has no larger ones.
inline void ask_for_huge_pages([[maybe_unused]] void* block, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t large = 1 << 18, page = 2 << 20;
    if (bytes < large) return;
    const std::size_t before = std::size_t(block) % page;
    ::madvise(static_cast<std::byte*>(block) - before, before + bytes, MADV_HUGEPAGE);
#endif
}
/// Whether the same scene is traced over and over, as in `bench`. Set before scenes are made.
inline bool traces_often = false;
/// Leaves new elements uninitialised, on huge pages where scenes are traced often.
template <typename T>
struct TraversedAllocator : UnfilledAllocator<T> {
    T* allocate(std::size_t count) {
        T* const block = UnfilledAllocator<T>::allocate(count);
        if (traces_often) ask_for_huge_pages(block, count * sizeof(T));
        return block;
    }
};
/// A vector for data that rays read in no order. There are fewer huge pages, so a processor
/// remembers the places of more data: with large meshes rays take up to 3 % less time. One picture
/// would lose more: a virtual machine may clear 4 kB faster than a part of 2 MB.
template <typename T>
using Traversed = std::vector<T, TraversedAllocator<T>>;

/// From now on, freed memory stays with the process. New memory from the system costs a page fault
/// and zero-filling for each page, a tenth of the time of a large picture.
inline void keep_freed_memory() {
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

}  // namespace hitmiss
