#include "commands/outcome_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/exact.hpp"
#include "base/report.hpp"
#include "base/temporary_file.hpp"
#include "base/utf8.hpp"
#include "scene/number_table.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t columns_of_answer = 2;  // t, triangle

Error no_room() {
    return {Exit::cannot_write, "--outcomes: {}", no_temporary_file()};
}

}  // namespace

OutcomeFile::OutcomeFile(const std::string& path, std::size_t rays, std::size_t methods,
                         std::span<const Triangle<float>> triangles, bool crossings)
    : path_(path),
      rays_(rays),
      columns_(columns_of_answer + methods + std::size_t(crossings)),
      triangles_(triangles),
      crossings_(crossings) {
    if (path_.empty()) return;
    rows_ = temporary_file();
    if (!rows_) throw no_room();
}

void OutcomeFile::keep(const JudgedBatch& judged) const {
    if (path_.empty()) return;
    const auto& numbers = judged.batch.numbers;
    std::vector<double> rows;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto& E = judged.right[k].triangles;
        if (E.empty())
            rows.insert(rows.end(), {std::numeric_limits<double>::infinity(), -1});
        else
            rows.insert(rows.end(),
                        {exact_t(judged.batch.rays[k], triangles_[E[0]]), double(E[0])});
        for (const auto& column : judged.columns) rows.push_back(double(column.outcomes[k]));
        if (crossings_) {
            const WholeRay& whole = judged.whole[k];
            rows.push_back(whole.starts_on_surface ? -1 : double(whole.crossings()));
        }
        // A tile of pixels has its rays in several runs; each run is written at once.
        if (k + 1 < numbers.size() && numbers[k + 1] == numbers[k] + 1) continue;
        const std::size_t bytes = rows.size() * sizeof(double),
                          first = numbers[k] + 1 - rows.size() / columns_;
        if (::pwrite(::fileno(rows_.get()), rows.data(), bytes,
                     off_t(first * columns_ * sizeof(double))) != ssize_t(bytes))
            throw no_room();
        rows.clear();
    }
}

void OutcomeFile::write(const std::vector<Method>& methods, const Output& output) const {
    if (path_.empty()) return;
    std::vector<std::string> names{"t", "triangle"};
    for (const Method& method : methods) names.push_back(csv_cell(as_utf8(to_string(method))));
    if (crossings_) names.emplace_back("crossings");
    const std::vector<std::string_view> columns(names.begin(), names.end());
    output.write(path_, [&](const Append& file) {
        const auto append =
            table_writer<double>(file, is_csv(path_), columns, rays_, std::to_string(columns_));
        std::vector<double> rows;
        for (std::size_t first = 0; first < rays_; first += rows_at_once) {
            rows.resize(std::min(rows_at_once, rays_ - first) * columns_);
            const std::size_t bytes = rows.size() * sizeof(double);
            if (::pread(::fileno(rows_.get()), rows.data(), bytes,
                        off_t(first * columns_ * sizeof(double))) != ssize_t(bytes))
                throw no_room();
            append(rows);
        }
    });
}

std::string outcome_columns_text() {
    std::string text =
        "--outcomes FILE has a row for each ray: t and triangle of the exact answer (of all faces; "
        "inf and -1 where nothing is hit), then for each method, in the order of the table, what "
        "its answer is:";
    for (std::size_t k = 0; k < outcome_rows.size(); ++k)
        text += fmt::format("{} {} {}", k == 0 ? "" : ",", k, outcome_rows[k].name);
    return text +
           ". With --whole-rays the last column says how often the ray crosses the surface, -1 "
           "where it starts there.";
}

}  // namespace hitmiss
