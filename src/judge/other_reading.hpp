#pragma once
// Other ways to write answers than ours, learnt from the answers: a tracer may number triangles
// from 1, keep them in another order, give misses a t, or measure t in other units.

#include "judge/judge.hpp"

namespace hitmiss {

/// In the order in which they are tried.
enum class Reading { miss_at_t, t_is_a_length, t_times, t_plus, shifted, reordered, culled };
inline constexpr std::array<std::string_view, 7> reading_names{
    "miss_at_t", "t_is_a_length", "t_times", "t_plus", "shifted", "reordered", "culled"};

/// How answers are to be read, so that fewer are wrong.
struct OtherReading {
    Reading how;
    /// A miss's t, the factor of t, what is added to t, the shift, or how many numbers.
    double value = 0;
    std::uint64_t answers = 0;           ///< that suggest it
    Answerer answerer;                   ///< answers as they are to be read
    std::optional<double> or_plus = {};  ///< of a factor: what is added to t if that fits as well
    std::uint64_t errors = 0;            ///< that are left with it
    std::uint64_t errors_otherwise = 0;  ///< by the rules of the other precision
};

/// What the answers of a round's first answerer have in common.
class Evidence {
public:
    /// Adds the rays of a batch. Not from several threads.
    void add(const JudgedBatch& judged, const Answerer& answerer, const Geometry& geometry);

    /// The reading that leaves the fewest errors: fewer by half of the answers that suggest it, at
    /// least, and for another numbering by a tenth. A t that only misses can have goes first, and
    /// may leave as many, because a wrong answer to a ray that should hit is an error as a miss
    /// too. So may a t that is a length on nearly all hits, because their numbers may be wrong.
    std::optional<OtherReading> reading(const Round& round, std::uint64_t errors,
                                        bool may_cull) const;

    /// Whether numbers stand for several triangles each, as of a polygon.
    bool polygons() const;

private:
    /// For each number the triangle of the mesh that it stands for most often; of several numbers
    /// with the same triangle, only the most frequent has one. no_such_triangle where it has none,
    /// or was not seen. Nothing unless most numbers stand for another triangle than they say, and
    /// the rays are enough to tell.
    std::optional<std::vector<std::uint32_t>> order() const;
    /// How t is off from the exact one: by a factor or by what is added, whichever fits better, if
    /// it fits most hits with another t.
    std::optional<OtherReading> law_of_t(const Answerer& answerer) const;
    /// Whether several answers outside the mesh have this t, and not because their rays meet a
    /// plane at one t: the exact t of these rays differ, or some of the rays should miss.
    bool stands_for_a_miss(double t) const;
    /// Adds the answerer with these answers as misses.
    void add_misses(std::vector<OtherReading>& all, const Answerer& answerer) const;
    std::vector<OtherReading> possible(const Round& round, std::uint64_t errors,
                                       bool may_cull) const;

    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_{};  ///< number and triangle
    std::vector<double> false_t_{};                                 ///< of false hits
    struct OtherT {
        double t, exact;
    };
    /// Wrong answers where no triangle can be, behind the ray's start or outside the mesh's box,
    /// but for those that name the right triangle or whose t is a length. The exact t is inf where
    /// the ray should miss.
    std::vector<OtherT> outside_{};
    std::vector<OtherT> other_t_{};  ///< of hits with another t
    std::uint64_t lengths_ = 0;      ///< of these, t is |d| times the exact one
    std::uint64_t leaks_ = 0;
};

}  // namespace hitmiss
