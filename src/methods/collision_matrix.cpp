#include "methods/collision_matrix.hpp"

#include "methods/kernel_of.hpp"

namespace hitmiss {

extern constinit const Entry collision_matrix = entry<CollisionMatrix>();

}  // namespace hitmiss
