#pragma once
// Möller & Trumbore's test as programs ship it: their constants, and where their code decides
// otherwise than the paper's.

#include "methods/method.hpp"

namespace hitmiss {

/// Which comparisons are written so that a NaN is a miss: none, those of u, or all.
enum class NaN { passes, fails_as_u, fails };

/// How the code decides.
struct HowShipped {
    bool undivided = false;        ///< weights times |det| are compared with |det|
    bool culls_undivided = false;  ///< only with cull=back
    bool quotient = false;         ///< divides by det, in place of multiplying by 1/det
    bool only_sum = false;         ///< u + v is compared with 1, and u is not
    bool strict = false;           ///< |det| = epsilon is a miss
    bool float_t = false;          ///< t is stored as a float
    bool by_normal = false;        ///< the determinants are products with n
    bool fuses_as_kahan = false;  ///< built for FMA, cross products are Kahan's, dot products plain
    NaN nan = NaN::passes;
};
inline constexpr HowShipped as_in_the_paper{.culls_undivided = true};

/// A program: what it sets, and how its code decides.
struct Shipped {
    std::string_view name, source;
    std::array<Preset::Setting, 4> set;
    HowShipped how;
};
/// Constants that are floats in the source are written as such.
constexpr std::array<Preset::Setting, 4> settings(double epsilon, double inflate, double t_min,
                                                  Precision precision = Precision::single) {
    return {{{"epsilon", epsilon},
             {"inflate", inflate},
             {"t_min", t_min},
             {precision_key, double(precision)}}};
}
/// A name has its version, or its file's month, because versions age.
inline constexpr std::array<Shipped, 10> shipped_moller_trumbore{{
    {"bevy-2026-11",
     "bevyengine/bevy, crates/bevy_picking/src/mesh_picking/ray_cast/intersections.rs (read in "
     "November 2026); Rust never fuses, so that fused is none of its arithmetic; back faces of 3D "
     "meshes are culled by default: cull=back",
     settings(0x1p-23f, 0, 0),
     {.nan = NaN::fails_as_u}},
    {"blender-2026-11",
     "blender/blender, source/blender/blenlib/intern/math_geom.cc, isect_ray_tri_epsilon_v3 "
     "(read in November 2026), with FLT_EPSILON, as mesh booleans call it; rays at meshes take "
     "Woop's test in float (isect_ray_tri_watertight_v3)",
     settings(0, 0x1p-23f, 0), as_in_the_paper},
    {"directxmath-2026-04",
     "microsoft/DirectXMath, Inc/DirectXCollision.inl (April 2026); built for FMA, "
     "its cross products fuse the second product, where fused takes the first",
     settings(1e-20f, 0, 0),
     {.undivided = true, .quotient = true}},
    {"godot-2026-11", "godotengine/godot, core/math/geometry_3d.h (read in November 2026)",
     settings(1e-5f, 0, 1e-5f), as_in_the_paper},
    {"jolt-2026-06",
     "jrouwe/JoltPhysics, Jolt/Geometry/RayTriangle.h (June 2026), one triangle; built for FMA, "
     "which is the default (USE_FMADD), it has Kahan's cross products since May 2026 and rounds "
     "each operation of its dot products: that is what fused means here; a ray cast with a "
     "collector ignores back faces by default: cull=back",
     settings(1e-12f, 0, 0),
     {.quotient = true, .only_sum = true, .fuses_as_kahan = true}},
    {"libigl-2026-08",
     "libigl/libigl, include/igl/raytri.c (August 2026), intersect_triangle1",
     settings(1e-6, 0, 0, Precision::twice),
     {.undivided = true, .strict = true, .float_t = true}},
    {"mitsuba-2026-08",
     "mitsuba-renderer/mitsuba3, include/mitsuba/render/mesh.h (August 2026); its vector "
     "code built for FMA fuses y and z of a dot product, where fused takes x and z",
     settings(0, 0, 0),
     {.nan = NaN::fails}},
    {"physx-2026",
     "NVIDIA-Omniverse/PhysX, GuIntersectionRayTriangle.h (2026), with enlarge = 0; rays at "
     "triangle meshes pass 2^-22 times the largest coordinate (GuBV4_Raycast.cpp), for a mesh of "
     "size 1 inflate=2.384186e-7; rays at meshes cull back faces by default: cull=back",
     settings(0x1p-23f * 0x1p-23f, 0, 0), as_in_the_paper},
    {"three-mesh-bvh-2026-08",
     "gkjohnson/three-mesh-bvh, src/webgl/glsl/bvh_ray_functions.glsl.js (August 2026), which also "
     "accepts t from -1e-5 upwards",
     settings(0, 1e-5f, 0),
     {.by_normal = true}},
    {"tinybvh-1.6.7",
     "jbikker/tinybvh, tiny_bvh.h (February 2026), scalar code; dropped in September 2026 (pull "
     "request 283)",
     settings(1e-6f, 0, 0),
     {.only_sum = true}},
}};
/// By choice of `as`, the first of which is none.
constexpr const HowShipped& how_shipped(std::size_t as) {
    return as == 0 ? as_in_the_paper : shipped_moller_trumbore[as - 1].how;
}

/// The presets of the catalogue, and the choices of `as`; `as=godot` is enough.
struct MollerTrumborePresets {
    std::array<Preset, shipped_moller_trumbore.size()> all{};
    std::array<std::string_view, shipped_moller_trumbore.size() + 1> choices{"none"};

    constexpr MollerTrumborePresets() {
        for (std::size_t k = 0; k < all.size(); ++k) {
            const auto& [name, source, set, how] = shipped_moller_trumbore[k];
            all[k] = {name, source, set, how.float_t};
            choices[k + 1] = name;
        }
    }
};
inline constexpr MollerTrumborePresets moller_trumbore_presets;

}  // namespace hitmiss
