#pragma once
// From a picture to an explanation: the pixel to look at, as a command to paste.

#include "commands/options.hpp"
#include "judge/comparison.hpp"

namespace hitmiss {

/// A pixel of the scene that the options ask for, and the method that errs there.
struct WorstPixel {
    Method method;
    std::size_t x, y;
    Outcome outcome;
};

/// The method's worst pixel in an image of that width, if it errs anywhere.
std::optional<WorstPixel> worst_of(const Method& method, std::span<const Outcome> outcomes,
                                   int width);

/// A command that explains each pixel, hitmiss explain SCENE --pixel X,Y -m METHOD, a line each;
/// empty if there are none.
std::string explain_text(const SceneOptions& options,
                         const std::vector<std::optional<WorstPixel>>& worst);

}  // namespace hitmiss
