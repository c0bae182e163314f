#pragma once
// What contracted_test.cpp asks of contracted.cpp, which another compiler may have compiled.

#include <cstddef>

namespace hitmiss {

enum class Text {
    moller_trumbore,
    moller_trumbore_culling,
    collision_matrix,
    angle_sum,
    angle_sum_walking,
    same_side,
    signed_angle_sum,
    signed_volume,
    signed_volume_canonical,
    baldwin_weber,
    baldwin_weber_without_branch,
    watertight,
    watertight_kahan,
    watertight_compared,
    embree_fast,
    bvh_v2,
    embree_robust,
    pbrt,
    bullet,
    plucker,
    trimesh,
    ericson,
    ericson_culling,
    area_sum,
    godot,
    blender,
    physx,
    physx_culling,
    tinybvh,
    bevy,
    directxmath,
    mitsuba,
    three_mesh_bvh,
    libigl
};
inline constexpr std::size_t texts_contracted = std::size_t(Text::libigl) + 1;

struct ContractedCall {
    Text text;
    bool twice;     ///< in double
    bool by_value;  ///< as a function that is called with a pair by value, not inlined
    const float* pairs;
    std::size_t count;
    double length;  ///< of the collision matrix's segment
    float (*acos_single)(float);
    double (*acos_twice)(double);
    bool* hit;
    double* t;
};

}  // namespace hitmiss

extern "C" void hitmiss_contracted(const hitmiss::ContractedCall& call);
