#pragma once
// Rays that start on the surface, where a method found a point: what they should hit, and what is
// counted of them.

#include "judge/magnitudes.hpp"
#include "judge/outcome.hpp"
#include "judge/ties.hpp"

namespace hitmiss {

/// What a ray of a batch starts from. X is the exact point of the surface, o' the start of the ray
/// that is traced: X as a method computed it, rounded, and moved off the surface by a rule.
struct Spawned {
    const SpawnedRay* exact;   ///< the ray from X
    const ExactAnswer* right;  ///< what is right for that
    Vec<float> point;          ///< X as the method computed it
    HitFilter filter;          ///< which hits the rule lets count
};

/// How far the computed point lies from the plane in which X is, in u (|o| + |t d|) of the first
/// ray, u = 2^-24: the point is of floats.
double off_plane(const Vec<float>& point, const ExactStart& start);

/// What becomes of such a ray; the first of these that applies.
///   right     what the exact ray from X hits, unless the t is wrong for the ray from o'
///   self_hit  the hit triangle contains X
///   skipped   the traced line meets a triangle that the exact ray from X hits, but behind o' or
///             where the rule lets no hit count
///   self_hit  the ray from o' truly hits the triangle, only because o' lies on its other side than
///             X, and the computed point lies there already
///   skipped   the way from X to o' leads through a surface that does not contain X
///   error     an error of the method by outcome_of() for the ray from o'
///   shifted   the method is right, but the ray from o' meets something else than that from X
///   tie       any other: a tie, or degenerate
enum class SpawnedOutcome : std::uint8_t { right, self_hit, skipped, shifted, tie, error };

/// What is counted in tables, and what it means.
struct SpawnedColumn {
    std::string_view key, meaning;
    SpawnedOutcome outcome;
};
inline constexpr SpawnedColumn spawned_columns[]{
    {"self_hit",
     "the ray hits a triangle that contains its start, or one behind which rounding put the start",
     SpawnedOutcome::self_hit},
    {"skipped", "the ray misses the next surface, because it starts behind it or epsilon hides it",
     SpawnedOutcome::skipped},
    {"shifted",
     "the moved ray is answered rightly, but the exact ray hits something else; no error",
     SpawnedOutcome::shifted},
    {"errors", "the method errs for the moved ray, as in compare", SpawnedOutcome::error}};

struct SpawnedVerdict {
    SpawnedOutcome outcome;
    double gap = 0;         ///< distance from X to what was skipped
    bool beside = false;    ///< a self-hit of a triangle that does not contain X
    bool opposite = false;  ///< something is hit where nothing is, or nothing where something is
    double off_plane = 0;   ///< of the computed point
};

/// `from_o`: the traced ray; `outcome`: what the hit is by that.
SpawnedVerdict verdict_of(const Spawned& spawned, const Hit& hit, Outcome outcome,
                          const AnsweredRay& from_o);

/// An epsilon serves a scene if no ray hits itself, none skips a surface, and at most one in so
/// many starts so far off that it rightly meets something else.
inline constexpr std::uint64_t few_shifted = 1000;

/// Rays by what became of them.
struct SpawnedCounts {
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    /// The method misses the first triangle, or hits another, or the next ray starts nowhere.
    std::uint64_t lost = 0;
    std::uint64_t rays = 0;  ///< all others
    std::array<std::uint64_t, 6> by_outcome{};
    std::uint64_t beside = 0;  ///< self-hits of a triangle that does not contain X
    /// By outcome, how many see the lamp where they should not, or do not where they should: the
    /// wrong pixels of a picture with shadows.
    std::array<std::uint64_t, 6> opposite{};
    std::uint64_t first_self_hit = none;  ///< the number of that ray, of the other self-hits
    Magnitudes off_plane{};               ///< of the computed points
    double widest_skip = 0;  ///< the largest distance from X to what was skipped, scene units

    std::uint64_t of(SpawnedOutcome outcome) const { return by_outcome[std::size_t(outcome)]; }
    std::uint64_t self_hits() const { return of(SpawnedOutcome::self_hit); }
    std::uint64_t skipped() const { return of(SpawnedOutcome::skipped); }
    std::uint64_t shifted() const { return of(SpawnedOutcome::shifted); }
    /// Rays that leave the surface wrongly: an epsilon serves only if there are none of these.
    std::uint64_t wrong() const { return self_hits() + skipped(); }
    bool serves() const { return rays > 0 && wrong() == 0 && shifted() * few_shifted <= rays; }
    void add(const SpawnedVerdict& verdict, std::uint64_t number);
    SpawnedCounts& operator+=(const SpawnedCounts& other);
};

}  // namespace hitmiss
