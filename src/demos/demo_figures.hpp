#pragma once
// The demonstrations' figures of the documentation.

#include "commands/figure_list.hpp"

namespace hitmiss {

std::span<const Figure> demo_figures();

}  // namespace hitmiss
