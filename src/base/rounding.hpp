#pragma once
// Refuses compilers and flags that compute other bits than the text says. CMake compiles this file
// alone, to refuse them before it looks for libraries. It cannot see contraction, which
// -ffp-contract=off forbids.

#include <cfloat>

#if FLT_EVAL_METHOD != 0
#error "floats are computed in a wider type, which changes pixels: build without -mfpmath=387"
#endif
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || __FINITE_MATH_ONLY__
#error "sums may be reordered and NaN left out, which changes pixels: build without -ffast-math"
#endif
