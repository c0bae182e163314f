#pragma once
// The figures of sweeps: errors of methods against what is varied.

#include "draw/plot.hpp"
#include "judge/comparison.hpp"
#include "judge/sweep.hpp"
#include "judge/tally.hpp"
#include "scene/scene.hpp"
#include "scene/staging.hpp"

namespace hitmiss {

/// Against ε: of one method each kind of error; of several with the same unit, in one panel, the
/// leaks and the sum of the other errors, with each method's best range below. The errors of
/// methods without ε are horizontal lines. The default title is the finding.
std::vector<Drawing> draw_sweep(const Scene& scene, const std::vector<ErrorCurve>& curves,
                                const Page& page = {});

/// The panel of one method; `all` has the methods without epsilon, as horizontal lines.
Plot sweep_panel(const Scene& scene, const ErrorCurve& curve, std::span<const ErrorCurve> all);

/// For each epsilon of the curve a figure of one size: the picture, its errors, and the panel with
/// a mark at the epsilon. `compared` judges the scene's picture by a method.
std::vector<Drawing> sweep_frames(const Scene& scene, const ErrorCurve& curve,
                                  const std::function<Comparison(const Method&)>& compared,
                                  const Page& page = {});
inline constexpr int frames_per_second = 4;
/// The frames, which have one size, as one file that repeats them for ever: APNG,
/// https://wiki.mozilla.org/APNG_Specification, which browsers play and other programs show the
/// first picture of. Throws Error{Exit::bug} without frames or for several sizes.
std::string animation(const std::vector<Drawing>& frames);

/// "epsilon 0.01: 12 errors", or the range of epsilon with as few; "12 errors" without epsilon.
/// In a figure "ε = 10⁻⁶: 12 errors".
std::string fewest_errors(const ErrorCurve& curve, bool figure = false);

/// One method at all steps of a stage.
struct StagedCurve {
    Method method;
    std::vector<double> steps;
    std::vector<Tally> counts;  ///< by step
    std::string along = {};     ///< the direction, where curves differ in it
};

/// The method with its precision, with its tolerance where another of the curves has the same name,
/// and the direction; as in a figure or as in plain text.
std::string name_of(const StagedCurve& curve, const std::vector<StagedCurve>& all,
                    bool figure = true);

/// "along (2, 3, 6)", of "2,3,6".
std::string along_in_figure(std::string_view direction);

/// Whether no ray meets the mesh at any step, and no test says that one does.
bool saw_nothing(const std::vector<StagedCurve>& curves);

/// Against a stage's steps: wrong answers in per cent of the rays, or, if no curve errs, the median
/// error of t; a curve per method. The default title is the finding. `rays`: which there are.
Drawing draw_staged(Over over, const std::vector<StagedCurve>& curves, const Scene& scene,
                    const Page& page = {}, std::string_view rays = "rays at each step");
/// Which test errs most, and at which step, unless the steps differ by no more than chance.
std::string finding(Over over, const std::vector<StagedCurve>& curves);

}  // namespace hitmiss
