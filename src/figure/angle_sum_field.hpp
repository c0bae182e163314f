#pragma once
#include "figure/picture.hpp"

namespace hitmiss {

/// The angle sum around an acute triangle, in its plane: grey levels, and lines where it is epsilon
/// short of 2 pi, labelled with epsilon.
Picture draw_angle_sum_field();

}  // namespace hitmiss
