#include "draw/traced.hpp"

namespace hitmiss {

Picture traced(const Scene& scene, const Geometry& geometry, const Tracer& tracer,
               const std::function<void()>& after_tile) {
    return traced(scene.width, scene.height, scene.samples, tracer,
                  PrimaryRays(scene.camera, scene.width, scene.height, scene.samples),
                  Shader(scene, geometry.box), after_tile);
}

}  // namespace hitmiss
