#pragma once
// Möller & Trumbore's test as programs ship it: their constants, and where their code decides
// otherwise than the paper's.

#include "methods/method.hpp"

namespace hitmiss {

enum class ShippedIn {
    none,
    bevy,
    blender,
    directxmath,
    godot,
    jolt,
    libigl,
    mitsuba,
    physx,
    three_mesh_bvh,
    tinybvh
};
/// Each with its version, or the month of its file, because versions age; `as=godot` is enough.
inline constexpr std::array<std::string_view, 11> shipped_in_names{
    "none",          "bevy-2026-11",           "blender-2026-11", "directxmath-2026-04",
    "godot-2026-11", "jolt-2026-06",           "libigl-2026-08",  "mitsuba-2026-08",
    "physx-2026",    "three-mesh-bvh-2026-08", "tinybvh-1.6.7"};

/// Which comparisons are written so that a NaN is a miss: none, those of u, or all.
enum class NaN { passes, fails_as_u, fails };

/// How the code decides; by default as the paper's does.
struct HowShipped {
    bool undivided = false;        ///< weights times |det| are compared with |det|
    bool culls_undivided = false;  ///< only with cull=back
    bool quotient = false;         ///< divides by det, in place of multiplying by 1/det
    bool only_sum = false;         ///< u + v is compared with 1, and u is not
    bool strict = false;           ///< |det| = epsilon is a miss
    bool float_t = false;          ///< t is stored as a float
    bool by_normal = false;        ///< the determinants are products with n
    NaN nan = NaN::passes;
};
constexpr HowShipped how_shipped(ShippedIn program) {
    switch (program) {
        case ShippedIn::bevy:
            return {.nan = NaN::fails_as_u};
        case ShippedIn::directxmath:
            return {.undivided = true, .quotient = true};
        case ShippedIn::jolt:
            return {.quotient = true, .only_sum = true};
        case ShippedIn::libigl:
            return {.undivided = true, .strict = true, .float_t = true};
        case ShippedIn::mitsuba:
            return {.nan = NaN::fails};
        case ShippedIn::three_mesh_bvh:
            return {.by_normal = true};
        case ShippedIn::tinybvh:
            return {.only_sum = true};
        default:
            return {.culls_undivided = true};
    }
}

/// Constants that are floats in the source are written as such.
inline constexpr auto moller_trumbore_presets_settings = [] {
    using S = Preset::Setting;
    constexpr double in_float = double(Precision::single), in_double = double(Precision::twice);
    const auto row = [](double epsilon, double inflate, double t_min, double precision) {
        return std::array<S, 4>{S{"epsilon", epsilon}, S{"inflate", inflate}, S{"t_min", t_min},
                                S{precision_key, precision}};
    };
    return std::array{row(0x1p-23f, 0, 0, in_float),             // bevy
                      row(0, 0x1p-23f, 0, in_float),             // blender
                      row(1e-20f, 0, 0, in_float),               // directxmath
                      row(1e-5f, 0, 1e-5f, in_float),            // godot
                      row(1e-12f, 0, 0, in_float),               // jolt
                      row(1e-6, 0, 0, in_double),                // libigl
                      row(0, 0, 0, in_float),                    // mitsuba
                      row(0x1p-23f * 0x1p-23f, 0, 0, in_float),  // physx
                      row(0, 1e-5f, 0, in_float),                // three-mesh-bvh
                      row(1e-6f, 0, 0, in_float)};               // tinybvh
}();
inline constexpr std::array<Preset, 10> moller_trumbore_presets{{
    {shipped_in_names[1],
     "bevyengine/bevy, crates/bevy_picking/src/mesh_picking/ray_cast/intersections.rs (read in "
     "November 2026); Rust never fuses, so that fused is none of its arithmetic",
     moller_trumbore_presets_settings[0]},
    {shipped_in_names[2],
     "blender/blender, source/blender/blenlib/intern/math_geom.cc, isect_ray_tri_epsilon_v3 "
     "(read in November 2026), with FLT_EPSILON, as mesh booleans call it; rays at meshes take "
     "Woop's test in float (isect_ray_tri_watertight_v3)",
     moller_trumbore_presets_settings[1]},
    {shipped_in_names[3],
     "microsoft/DirectXMath, Inc/DirectXCollision.inl (April 2026); built for FMA, "
     "its cross products fuse the second product, where fused takes the first",
     moller_trumbore_presets_settings[2]},
    {shipped_in_names[4], "godotengine/godot, core/math/geometry_3d.h (read in November 2026)",
     moller_trumbore_presets_settings[3]},
    {shipped_in_names[5],
     "jrouwe/JoltPhysics, Jolt/Geometry/RayTriangle.h (June 2026), one triangle; since May 2026 "
     "its cross products are "
     "Kahan's where the machine fuses, so that fused is none of its arithmetic",
     moller_trumbore_presets_settings[4]},
    {shipped_in_names[6], "libigl/libigl, include/igl/raytri.c (August 2026), intersect_triangle1",
     moller_trumbore_presets_settings[5], how_shipped(ShippedIn::libigl).float_t},
    {shipped_in_names[7],
     "mitsuba-renderer/mitsuba3, include/mitsuba/render/mesh.h (August 2026); its vector "
     "code built for FMA fuses y and z of a dot product, where fused takes x and z",
     moller_trumbore_presets_settings[6]},
    {shipped_in_names[8],
     "NVIDIA-Omniverse/PhysX, GuIntersectionRayTriangle.h (2026), with enlarge = 0; rays at "
     "triangle meshes pass 2^-22 times the largest coordinate (GuBV4_Raycast.cpp), for a mesh of "
     "size 1 inflate=2.384186e-7",
     moller_trumbore_presets_settings[7]},
    {shipped_in_names[9],
     "gkjohnson/three-mesh-bvh, src/webgl/glsl/bvh_ray_functions.glsl.js (August 2026), which also "
     "accepts t from -1e-5 upwards",
     moller_trumbore_presets_settings[8]},
    {shipped_in_names[10],
     "jbikker/tinybvh, tiny_bvh.h (February 2026), scalar code; dropped in September 2026 (pull "
     "request 283)",
     moller_trumbore_presets_settings[9]},
}};

}  // namespace hitmiss
