#include "commands/disagreements.hpp"

#include <fmt/format.h>

#include "base/words.hpp"
#include "base/wrapping.hpp"

namespace hitmiss {

Disagreements::Disagreements(const std::vector<Method>& methods,
                             std::span<const Answerer> answerers)
    : answerers_(answerers) {
    for (std::size_t b = 0; b < methods.size(); ++b)
        for (std::size_t a = 0; a < b; ++a)
            if (methods[a].kind() == Kind::answer_file && methods[b].kind() == Kind::answer_file)
                pairs_.push_back({a, b, 0});
}

void Disagreements::count(const JudgedBatch& judged) {
    for (Pair& pair : pairs_) {
        const auto &a = judged.columns[pair.a].hits, &b = judged.columns[pair.b].hits;
        const Answerer &one = answerers_[pair.a], &other = answerers_[pair.b];
        // A t alone names no triangle: the one that stands there is the judge's choice.
        const bool names = !one.tells_t_alone && !other.tells_t_alone;
        std::uint64_t rays = 0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            const auto number = judged.batch.numbers[k];
            const bool apart = bool(a[k]) != bool(b[k]) ||
                               (names && a[k].triangle != b[k].triangle) ||
                               (a[k] && b[k] && !is_close(a[k].t, b[k].t));
            rays += one.tells_triangle && other.tells_triangle ? apart
                    : one.count && other.count ? one.count(number) != other.count(number)
                                               : bool(a[k]) != bool(b[k]);
        }
        const std::scoped_lock lock(mutex_);
        pair.rays += rays;
    }
}

Rows Disagreements::rows(const std::vector<Method>& methods) const {
    Rows rows;
    for (const Pair& pair : pairs_)
        rows.push_back({{"answers", to_string(methods[pair.a])},
                        {"others", to_string(methods[pair.b])},
                        {"rays", pair.rays}});
    return rows;
}

std::string disagreements_text(const Rows& rows, std::size_t rays, std::size_t width) {
    std::string text;
    for (const Object& row : rows)
        text += paragraph(
            fmt::format("{} and {} disagree on {} of {} rays.",
                        row.at("answers").get<std::string>(), row.at("others").get<std::string>(),
                        with_separators(row.at("rays").get<std::uint64_t>()),
                        with_separators(rays)),
            width);
    return text.empty() ? "" : '\n' + text;
}

}  // namespace hitmiss
