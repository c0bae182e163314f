#include "draw/traced.hpp"

namespace hitmiss {

template Picture traced(int, int, int, const Tracer&, const PrimaryRays&, const Shader&,
                        const std::function<void()>&);

}  // namespace hitmiss
