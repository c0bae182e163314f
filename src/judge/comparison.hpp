#pragma once
// All methods against the reference, pixel by pixel.

#include <functional>
#include <optional>

#include "judge/confusion.hpp"
#include "scene/camera.hpp"
#include "trace/tiles.hpp"

namespace hitmiss {

/// How far the t of right hits are off, in ulps(); of an even number the lower median.
struct ErrorOfT {
    std::size_t hits = 0;
    double median = 0, max = 0;
    bool operator==(const ErrorOfT&) const = default;
};

struct Comparison {
    int width, height;
    std::size_t pixel(int x, int y) const {
        return std::size_t(y) * std::size_t(width) + std::size_t(x);
    }
    std::vector<bool> covered;  ///< per pixel: E is not empty

    struct Column {
        Confusion confusion;
        std::vector<Outcome> outcomes;  ///< per pixel
        std::vector<Hit> hits;          ///< per pixel
        ErrorOfT t_ulps{};              ///< of the right hits; see compare()
    };
    std::vector<Column> columns;  ///< in the order of the methods
};

/// The rays through the pixels of one tile, in the order of for_each_pixel, and what is right.
struct AnsweredTile {
    std::vector<Ray<float>> rays;
    std::vector<std::size_t> pixels;  ///< of each ray: its place in the image, row by row
    std::vector<Answer> answers;
};
AnsweredTile answer_tile(const Tile& tile, const Reference& reference, const PrimaryRays& rays);
/// The same of rays from one origin: ray_at(x, y) of an image so wide.
AnsweredTile answer_tile(const Tile& tile, const Reference& reference,
                         const std::function<Ray<float>(int x, int y)>& ray_at, int width);
/// All tiles of the image, in any order; about a hundred bytes per pixel.
std::vector<AnsweredTile> answer_all(const Reference& reference, const PrimaryRays& rays);

/// One method before the judge. Tracer and geometry must outlive it.
class Trial {
public:
    Trial(const Method& method, const Tracer& tracer, const Geometry& geometry)
        : method_(method), culls_(method.culls()), tracer_(tracer), geometry_(geometry) {}
    /// Traces and judges the rays of a tile: a column of one outcome and one hit per ray,
    /// without the error of t.
    Comparison::Column operator()(const AnsweredTile& tile) const;
    /// The same for any rays with their numbers.
    Comparison::Column operator()(std::span<const Ray<float>> rays,
                                  std::span<const std::size_t> numbers,
                                  std::span<const Answer> answers) const;

private:
    /// Judges column.hits.
    void judge_hit(Comparison::Column& column, std::size_t k, const Ray<float>& ray,
                   const Answer& answer) const;

    Method method_;
    bool culls_;
    const Tracer& tracer_;
    const Geometry& geometry_;
};

/// |t - exact| in units of the last place that the exact t has in that precision.
double ulps(double t, double exact, Precision precision);

/// What the method's answers to all those rays come to; pixel by pixel in `outcomes`, unless that
/// is empty.
Confusion count_outcomes(const Method& method, Traversal how, const Geometry& geometry,
                         std::span<const AnsweredTile> tiles, std::span<Outcome> outcomes = {});

/// Traces one ray per pixel by each method and judges it by the reference. The error of a t is its
/// distance from the exact t of the same triangle, rounded to double, in units of the last place
/// that the exact t has in the method's precision. Calls after_tile() from any thread after each
/// tile.
Comparison compare(
    const std::vector<Method>& methods, const std::vector<Tracer>& tracers,
    const Reference& reference, const Geometry& geometry, const PrimaryRays& rays,
    const std::function<void()>& after_tile = [] {});

/// The pixel to look at in an image of that width: of the largest group of errors, pixels that
/// touch by side or corner, the one nearest to the group's centre; of equals the first in reading
/// order. Nothing for a method without errors.
std::optional<std::size_t> worst_pixel(std::span<const Outcome> outcomes, int width);

}  // namespace hitmiss
