#pragma once
#include "commands/compare_rays.hpp"

namespace hitmiss {

/// Compares the pictures of several scenes: one table, a unit of work for each scene and method.
void compare_scenes(const CompareOptions& options, const Output& output);

}  // namespace hitmiss
