#pragma once
// Titles of figures that nobody gave a title: what was found, in a sentence, from the counts.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmiss {

struct AcceptanceFigure;
struct CrackMap;
struct ErrorCurve;
struct InsideFigure;
struct InsideMap;
struct LitColumn;
struct Scene;
struct SpawnedPanel;

/// The text with a capital letter at its start.
std::string as_title(std::string text);
/// The title where nothing was to be hit.
inline constexpr const char* no_ray_meets_it = "No ray meets the mesh";

/// The text as the subject of a sentence: with a comma behind one inside it.
std::string as_subject(std::string text);

/// The scene's name as in running text: "small knot". Sentences of a title do without it: it may be
/// the name of any file, such as "methods" or "s".
std::string printed_name(const Scene& scene);

/// "small knot, 70,000 triangles", for the line below a title.
std::string mesh_text(const Scene& scene);

/// Whether some ε of each curve leaves no error.
std::string finding(const Scene& scene, const std::vector<ErrorCurve>& curves);

/// Whether some ε leaves neither self-hits nor skipped surfaces. If the panels are steps of
/// something, such as "size": whether the same ε does at every step.
std::string finding(const std::vector<SpawnedPanel>& panels, std::string_view step = {});

/// The column with the most wrong pixels.
std::string finding(const std::vector<LitColumn>& columns);

/// The test that lets most rays slip through; the first map is the exact one.
std::string finding(const std::vector<CrackMap>& maps);

/// The test that errs at most points.
std::string finding(const AcceptanceFigure& figure, std::span<const InsideMap> maps);

/// The rule that errs at most points of the slice.
std::string finding(const InsideFigure& figure);

}  // namespace hitmiss
