#pragma once
// Sizes of many things, in little memory.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

namespace hitmiss {

/// Sizes, counted by powers of two, so that counts of parts add up.
struct Magnitudes {
    static constexpr int least = -13;
    /// The first holds zeros, the next all up to 2^(least + k); the last one all beyond.
    std::array<std::uint64_t, 80> up_to{};
    double most = 0;

    void add(double size) {
        const int last = int(up_to.size()) - 1;
        const int exponent = std::isfinite(size) && size > 0 ? std::ilogb(size) : last;
        const int place = exponent + (size > std::ldexp(1, exponent)) - least;
        ++up_to[size == 0 ? 0 : std::size_t(std::clamp(place, 1, last))];
        most = std::max(most, size);
    }
    Magnitudes& operator+=(const Magnitudes& other) {
        for (std::size_t k = 0; k < up_to.size(); ++k) up_to[k] += other.up_to[k];
        most = std::max(most, other.most);
        return *this;
    }
    std::uint64_t count() const { return std::reduce(up_to.begin(), up_to.end()); }
    /// The least power of two within which `percent` of them are, or 0; nothing if there are none.
    std::optional<double> quantile(std::uint64_t percent) const {
        const auto all = count();
        if (all == 0) return {};
        std::size_t k = 0;
        for (std::uint64_t sum = up_to[0]; 100 * sum < percent * all; sum += up_to[k]) ++k;
        return k == 0 ? 0 : std::ldexp(1, least + int(k));
    }
    std::optional<double> median() const { return quantile(50); }
};

}  // namespace hitmiss
