#pragma once
#include "judge/number_table.hpp"
#include "methods/hit.hpp"

namespace hitmiss {

/// Writes answers as open_answers() reads them: t as it is, without another rounding, and triangle.
class AnswerWriter {
public:
    AnswerWriter(const Append& file, bool csv, std::size_t rays)
        : table_(file, csv, names, rays, {2}) {}

    /// The next rays' hits.
    void append(std::span<const Hit> hits) {
        numbers_.clear();
        for (const Hit& hit : hits)
            numbers_.insert(numbers_.end(), {hit.t, hit ? double(hit.triangle) : -1});
        table_.append(numbers_);
    }

private:
    static constexpr std::array<std::string_view, 2> names{"t", "triangle"};

    TableWriter<double> table_;
    std::vector<double> numbers_;
};

}  // namespace hitmiss
