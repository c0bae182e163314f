#pragma once
// Words a user may have misspelt.

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

namespace hitmiss {

/// Number of insertions, deletions and replacements that turn one word into the other
/// (Levenshtein 1966; the row-by-row algorithm of Wagner and Fischer 1974).
inline std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : from) {
        std::size_t diagonal = row[0]++;
        for (std::size_t k = 0; k < to.size(); ++k) {
            const std::size_t replaced = diagonal + (letter != to[k]);
            diagonal = row[k + 1];
            row[k + 1] = std::min({replaced, row[k] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// The candidate nearest to the word by edit distance, the first of equals; empty if there is none.
template <typename Words>
std::string_view nearest(std::string_view word, const Words& candidates) {
    std::string_view best;
    std::size_t least = std::string_view::npos;
    for (const std::string_view candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < least) best = candidate, least = distance;
    }
    return best;
}

}  // namespace hitmiss
