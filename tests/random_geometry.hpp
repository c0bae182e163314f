#pragma once
// Random lengths and directions.

#include <cmath>

#include "base/geometry.hpp"
#include "base/random.hpp"

namespace hitmiss {

/// A length between these, of any magnitude alike.
inline double log_uniform(Random& random, double lo, double hi) {
    return std::exp2(random.uniform(std::log2(lo), std::log2(hi)));
}

/// A vector of length 1.
inline Vec<double> random_direction(Random& random) {
    Vec<double> v;
    do
        for (int k = 0; k < 3; ++k) v[k] = random.uniform(-1, 1);
    while (glm::length(v) > 1 || glm::length(v) < 0.1);
    return glm::normalize(v);
}

}  // namespace hitmiss
