#pragma once
// compare --outcomes: what became of each ray, for a notebook that selects and plots what failed.

#include <cstdio>
#include <memory>

#include "commands/output.hpp"
#include "judge/judge.hpp"

namespace hitmiss {

/// A row for each ray: t and triangle of the exact answer (of all faces; inf and -1 where nothing
/// is hit), then, for each method, its outcome as a place in outcome_rows; then, if asked for, how
/// often the ray crosses the surface, -1 where it starts there. The rows wait in a temporary file,
/// so that memory does not grow with the rays.
class OutcomeFile {
public:
    /// Without a path nothing is kept or written. The triangles must outlive it.
    OutcomeFile(const std::string& path, std::size_t rays, std::size_t methods,
                std::span<const Triangle<float>> triangles, bool crossings = false);

    /// Keeps the rows of a batch; from any thread.
    void keep(const JudgedBatch& judged) const;

    /// Writes all rows, as NPY or CSV, whose first line names the methods.
    void write(const std::vector<Method>& methods, const Output& output) const;

private:
    std::string path_;
    std::size_t rays_, columns_;
    std::span<const Triangle<float>> triangles_;
    bool crossings_;
    std::shared_ptr<std::FILE> rows_;
};

/// The columns of that file in words, with the number of each outcome.
std::string outcome_columns_text();

}  // namespace hitmiss
