#pragma once
// Answers in files, ours or another program's: one row per ray, t in lengths of d and the
// triangle's number in the mesh, or t alone. Triangle -1 or a t that is not finite is a miss. A t
// below 0 is none: it is judged as an answer, beside a triangle and alone. Or one number of an
// integer type: of bool or uint8 whether anything is hit, of others how many triangles are.

#include "base/output_file.hpp"
#include "judge/answerer.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {

/// What a file of answers is held against.
struct AnswerPlace {
    std::size_t rays;       ///< as many rows there must be
    std::size_t triangles;  ///< of the mesh
    /// The other program's triangles as numbers of ours; empty: they are the same.
    std::vector<std::uint32_t> order;
};

/// Reads the file once, all of it, and answers from it; the method learns its precision unless it
/// was said. Throws Error{Exit::bad_input} for a count that does not fit, a NaN or a triangle that
/// the mesh does not have; Error{Exit::usage} if the method names no file.
Answerer open_answers(Method& method, const AnswerPlace& place);

/// Throws Error{Exit::usage} for an answerer that tells no triangles to write.
void check_tells_triangles(const Answerer& answerer);

/// Writes answers to so many rays as open_answers() reads them, t without another rounding: returns
/// the function that takes the next rays' hits.
std::function<void(std::span<const Hit>)> answer_writer(const Append& file, bool csv,
                                                        std::size_t rays);

/// For each triangle of another mesh, a file that load_mesh() reads, the first of `ours` with the
/// same corners, in whatever order. Throws Error{Exit::bad_input} where there is none.
std::vector<std::uint32_t> triangle_order(const std::string& file,
                                          std::span<const Triangle<float>> ours);

}  // namespace hitmiss
