#pragma once
// One source, compiled for each vector width; the machine decides once per tracer.

#include <cstddef>

// Clang flattens one level deep: the functions between a loop over lanes and a method's text say it
// too, or none of its loops is vector code.
#ifdef __clang__
#define HITMISS_FLATTENED [[gnu::flatten, gnu::always_inline]]
#else
#define HITMISS_FLATTENED
#endif

namespace hitmiss {

// Where memory is watched one is enough: the others are the same source.
#if defined(__x86_64__) && !defined(HITMISS_ONE_WIDTH)
#define HITMISS_WIDER
#endif

/// Instructions that a loop over rays is compiled to: x86-64's own (4 floats at once), AVX2 (8),
/// AVX-512 (16). Elsewhere there is only the baseline.
enum class VectorWidth { baseline, avx2, avx512 };
#ifdef HITMISS_WIDER
inline constexpr std::size_t vector_widths = 3;
#else
inline constexpr std::size_t vector_widths = 1;
#endif

namespace detail {
// Flattened: everything that `work` calls is inlined here, without which its loops are no vector
// code, and so compiled for the same width. No inline function leaves this one with instructions
// that another machine lacks. AVX-512 brings fused multiply-adds along: every width computes the
// same bits only by -ffp-contract=off.
template <typename Work>
[[gnu::flatten]] auto run_baseline(const Work& work) {
    return work();
}
#ifdef HITMISS_WIDER
template <typename Work>
[[gnu::target("avx2,bmi,bmi2,popcnt"), gnu::flatten]] auto run_avx2(const Work& work) {
    return work();
}
template <typename Work>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt,prefer-vector-width=512"),
  gnu::flatten]] auto
run_avx512(const Work& work) {
    return work();
}
#endif
}  // namespace detail

/// The widest that this machine has.
inline VectorWidth widest() {
#ifdef HITMISS_WIDER
    const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
    if (!bits || !__builtin_cpu_supports("avx2")) return VectorWidth::baseline;
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return avx512 ? VectorWidth::avx512 : VectorWidth::avx2;
#else
    return VectorWidth::baseline;
#endif
}

/// work(), compiled for that width.
template <VectorWidth width, typename Work>
auto at_width(const Work& work) {
#ifdef HITMISS_WIDER
    if constexpr (width == VectorWidth::avx512) return detail::run_avx512(work);
    if constexpr (width == VectorWidth::avx2) return detail::run_avx2(work);
#endif
    return detail::run_baseline(work);
}
/// The same where the width is known at run time only.
template <typename Work>
auto at_width(VectorWidth width, const Work& work) {
    switch (width) {
        case VectorWidth::avx512:
            return at_width<VectorWidth::avx512>(work);
        case VectorWidth::avx2:
            return at_width<VectorWidth::avx2>(work);
        default:
            return at_width<VectorWidth::baseline>(work);
    }
}

}  // namespace hitmiss
