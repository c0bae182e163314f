// The program's own operators new and delete: large blocks lie on huge pages, where the system
// grants them. A page fault for each 4 kB of a large mesh or picture costs up to half the time.

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace {

/// The block, if there is one.
void* ready(void* block, std::size_t size) {
    if (!block) throw std::bad_alloc();
#ifdef __linux__
    constexpr std::size_t large = 1 << 18, page = 2 << 20;
    if (size < large) return block;
    // All of the pages that it touches; the system keeps those of 4 kB where it has no larger ones.
    const std::size_t before = std::size_t(block) % page;
    ::madvise(static_cast<char*>(block) - before, before + size, MADV_HUGEPAGE);
#endif
    return block;
}

}  // namespace

void* operator new(std::size_t size) {
    return ready(std::malloc(size), size);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    void* block = nullptr;
    if (::posix_memalign(&block, std::size_t(alignment), size) != 0) block = nullptr;
    return ready(block, size);
}

void operator delete(void* block) noexcept {
    std::free(block);
}

void operator delete(void* block, std::size_t) noexcept {
    std::free(block);
}

void operator delete(void* block, std::align_val_t) noexcept {
    std::free(block);
}

void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
    std::free(block);
}
