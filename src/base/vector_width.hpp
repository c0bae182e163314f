#pragma once
// One function, compiled for each vector width of x86-64; the machine decides once which one runs.

#include <array>
#include <cstddef>
#include <optional>

// Clang flattens one level only. The functions between a loop over lanes and a method's test need
// the attribute too; otherwise the loops are not vectorised.
#ifdef __clang__
#define HITMISS_FLATTENED [[gnu::flatten, gnu::always_inline]]
#else
#define HITMISS_FLATTENED
#endif

// HITMISS_ONE_WIDTH: sanitizers need one width only, because the others are the same source.
#if defined(__x86_64__) && !defined(HITMISS_ONE_WIDTH)
#define HITMISS_WIDER
#endif

namespace hitmiss {

/// Instructions that a loop over rays is compiled to: x86-64's own (4 floats at once), AVX2 (8),
/// AVX-512 (16). Elsewhere there is only the baseline.
enum class VectorWidth { baseline, avx2, avx512 };
#ifdef HITMISS_WIDER
inline constexpr std::size_t vector_widths = 3;
#else
inline constexpr std::size_t vector_widths = 1;
#endif

/// The width at which loops whose numbers contract are compiled, the least one that has fused
/// multiply-add as an instruction; none if std::fma is a function there.
#ifdef HITMISS_WIDER
inline constexpr std::optional<VectorWidth> fused_width = VectorWidth::avx2;
#elif defined(__FP_FAST_FMA) && defined(__FP_FAST_FMAF)
inline constexpr std::optional<VectorWidth> fused_width = VectorWidth::baseline;
#else
inline constexpr std::optional<VectorWidth> fused_width = std::nullopt;
#endif

namespace detail {
template <auto work>
struct Compiled;
// Flattened: everything that `work` calls is inlined here, so its loops are vectorised and compiled
// for the same width, and no inline function is emitted that uses instructions another machine
// lacks. The wider ones have fused multiply-add: every width computes the same bits only because of
// -ffp-contract=off.
template <typename Result, typename... Args, Result (*work)(Args...)>
struct Compiled<work> {
    [[gnu::flatten]] static Result baseline(Args... args) { return work(args...); }
#ifdef HITMISS_WIDER
    [[gnu::target("avx2,fma,bmi,bmi2,popcnt"), gnu::flatten]] static Result avx2(Args... args) {
        return work(args...);
    }
    [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt,prefer-vector-width=512"),
      gnu::flatten]] static Result
    avx512(Args... args) {
        return work(args...);
    }
    static constexpr std::array all{baseline, avx2, avx512};
#else
    static constexpr std::array all{baseline};
#endif
};
}  // namespace detail

/// The function `work`, compiled for that width.
template <auto work>
constexpr auto at_width(VectorWidth width) {
    return detail::Compiled<work>::all[std::size_t(width)];
}

/// The widest vectors of this machine.
inline VectorWidth widest() {
#ifdef HITMISS_WIDER
    const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt");
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (!bits || !avx2) return VectorWidth::baseline;
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return avx512 ? VectorWidth::avx512 : VectorWidth::avx2;
#else
    return VectorWidth::baseline;
#endif
}

}  // namespace hitmiss
