// The texts of all methods, compiled with contraction, in loops over arrays as an engine has them.
// Built as a library for each compiler that is found; contracted_test.cpp holds arithmetic=fused
// against it.

#include "contracted.hpp"

#include "shipped_texts.hpp"

namespace hitmiss {
namespace {

using namespace texts;

/// Möller & Trumbore's by a program, in its own precision.
TextAnswer<float> preset(Text text, const Pair<float>& p) {
    switch (text) {
        case Text::godot:
            return godot(p);
        case Text::blender:
            return blender(p);
        case Text::physx:
            return physx(p);
        case Text::physx_culling:
            return physx_culling(p, 0);
        case Text::tinybvh:
            return tinybvh(p);
        case Text::bevy:
            return bevy(p, false);
        case Text::directxmath:
            return directxmath(p);
        case Text::mitsuba:
            return mitsuba(p);
        case Text::three_mesh_bvh:
            return three_mesh_bvh(p);
        default:
            return missed<float>;
    }
}

/// Each text as a function of a pair: the loop inlines it.
template <typename Real>
auto text_of(Text text, const ContractedCall& call) {
    return [=](const Pair<Real>& p) -> TextAnswer<Real> {
        Real (*acos)(Real);
        if constexpr (sizeof(Real) == sizeof(float))
            acos = call.acos_single;
        else
            acos = call.acos_twice;
        const auto at_plane = [&](auto&& inside) -> TextAnswer<Real> {
            const auto n = cross(minus(p.b, p.a), minus(p.c, p.a));
            const Real t = dot(n, minus(p.a, p.o)) / dot(n, p.d);
            return {inside(along(p.o, t, p.d)), t};
        };
        switch (text) {
            case Text::moller_trumbore:
                return moller_trumbore(p, false, 0);
            case Text::moller_trumbore_culling:
                return moller_trumbore(p, true, 0);
            case Text::collision_matrix:
                return collision_matrix(p, Real(call.length));
            case Text::angle_sum:
                return at_plane(
                    [&](const Point<Real>& P) { return games_plus_plus(p, P, 0.1, acos); });
            case Text::angle_sum_walking:
                return at_plane(
                    [&](const Point<Real>& P) { return walking(p, P, call.acos_twice); });
            case Text::same_side:
                return at_plane([&](const Point<Real>& P) { return same_side(p, P); });
            case Text::signed_angle_sum:
                return at_plane([&](const Point<Real>& P) { return haines_flat(p, P, acos); });
            case Text::signed_volume:
                return signed_volume(p);
            case Text::signed_volume_canonical:
                return signed_volume<true>(p);
            case Text::baldwin_weber:
                return baldwin_weber(p);
            case Text::baldwin_weber_without_branch:
                return baldwin_weber_without_branch(p);
            case Text::watertight:
                return watertight(p, false);
            case Text::watertight_kahan:
                return watertight<EdgeText::kahan>(p, false);
            case Text::watertight_compared:
                return watertight<EdgeText::compared>(p, false);
            case Text::embree_fast:
                return embree_fast(p);
            case Text::bvh_v2:
                return bvh_v2(p);
            case Text::embree_robust:
                return embree_robust(p);
            case Text::pbrt:
                return pbrt(p);
            case Text::bullet:
                return bullet(p, Real(call.length));
            case Text::plucker:
                return plucker(p);
            case Text::trimesh:
                return trimesh(p);
            case Text::ericson:
                return ericson(p, true);
            case Text::ericson_culling:
                return ericson(p, false);
            case Text::area_sum:
                return area_sum(p, 1e-6);
            default:
                break;
        }
        if constexpr (sizeof(Real) == sizeof(double))
            return libigl(p);
        else
            return preset(text, p);
    };
}

template <typename Real>
Pair<Real> loaded(const float* numbers) {
    Pair<Real> p;
    for (auto* point : {&p.o, &p.d, &p.a, &p.b, &p.c})
        for (Real& number : *point) number = *numbers++;
    return p;
}

template <typename Real, Text text>
[[gnu::noinline]] TextAnswer<Real> by_value(Pair<Real> p, const ContractedCall& call) {
    return text_of<Real>(text, call)(p);
}

template <typename Real, Text text>
void run(const ContractedCall& call) {
    for (std::size_t k = 0; k < call.count; ++k) {
        const auto p = loaded<Real>(call.pairs + 15 * k);
        const TextAnswer<Real> answer =
            call.by_value ? by_value<Real, text>(p, call) : text_of<Real>(text, call)(p);
        call.hit[k] = answer.hit;
        call.t[k] = answer.t;
    }
}

template <Text text>
void run_in(const ContractedCall& call) {
    call.twice ? run<double, text>(call) : run<float, text>(call);
}

template <std::size_t... texts>
void choose(const ContractedCall& call, std::index_sequence<texts...>) {
    ((call.text == Text(texts) ? run_in<Text(texts)>(call) : void()), ...);
}

}  // namespace
}  // namespace hitmiss

extern "C" [[gnu::visibility("default")]] void hitmiss_contracted(
    const hitmiss::ContractedCall& call) {
    hitmiss::choose(call, std::make_index_sequence<hitmiss::texts_contracted>());
}
