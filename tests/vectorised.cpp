// The inner loops of brute force and of the packets, for each method that the compiler is to make
// vector code of; vectorised.cmake reads its report. The exact answer is none of them.

#include "trace/lanes.hpp"

namespace hitmiss {

template <typename Method, typename Prepared, typename Real>
void loop(const Method& by_reference, const Prepared& triangle, const Lanes<Real>* ray,
          Lanes<Real>& t) {
    const Method method = by_reference;
    const Prepared prepared = triangle;
#pragma omp simd
    for (std::size_t k = 0; k < lanes; ++k)
        t[k] = tested(method, prepared, ray[0][k], ray[1][k], ray[2][k], ray[3][k], ray[4][k],
                      ray[5][k]);
}

template <typename Method, typename Prepared, typename Real>
void loop_over_triangles(const Method& by_reference, const Columns<Prepared, Real>& prepared,
                         const std::array<Real, 6>& ray, std::array<Real, WideNode::width>& t) {
    const Method method = by_reference;
#pragma omp simd
    for (std::size_t k = 0; k < WideNode::width; ++k)
        t[k] = tested_at(method, prepared, k, ray[0], ray[1], ray[2], ray[3], ray[4], ray[5]);
}

template <typename Method>
void instantiate() {
    using Real = typename MethodTraits<Method>::Real;
    using Prepared = typename PreparedScene<Method>::Prepared;
    [[maybe_unused]] volatile auto address = &loop<Method, Prepared, Real>;
    [[maybe_unused]] volatile auto triangles = &loop_over_triangles<Method, Prepared, Real>;
}

void instantiate_all() {
    Catalogue::for_each([](auto listed) {
        using Listed = decltype(listed);
        constexpr MethodInfo info = Listed::template As<float, Variant::published>::info;
        const auto in_both_precisions = [](auto variant) {
            constexpr Variant chosen = decltype(variant)::value;
            instantiate<typename Listed::template As<float, chosen>>();
            instantiate<typename Listed::template As<double, chosen>>();
        };
        if constexpr (info.name != Exact<float>::info.name)
            in_both_precisions(std::integral_constant<Variant, Variant::published>{});
        if constexpr (!info.corrected.empty())
            in_both_precisions(std::integral_constant<Variant, Variant::corrected>{});
        if constexpr (info.atan2)
            in_both_precisions(std::integral_constant<Variant, Variant::atan2>{});
    });
}

}  // namespace hitmiss
