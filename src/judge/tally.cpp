#include "judge/tally.hpp"

#include <algorithm>
#include <numeric>

namespace hitmiss {

double ulps(double t, double exact, Precision precision) {
    const int digits = precision == Precision::single ? 24 : 53;
    const int least = precision == Precision::single ? -149 : -1074;
    return std::ldexp(std::abs(t - exact), -std::max(std::ilogb(exact) + 1 - digits, least));
}

void ErrorsOfT::add(double ulps) {
    const int exponent = ulps > 0 ? std::ilogb(ulps) : least;
    const int place = exponent + (ulps > std::ldexp(1, exponent)) - least;
    ++up_to[std::size_t(std::clamp(place, 0, int(up_to.size()) - 1))];
    most = std::max(most, ulps);
}

ErrorsOfT& ErrorsOfT::operator+=(const ErrorsOfT& other) {
    for (std::size_t k = 0; k < up_to.size(); ++k) up_to[k] += other.up_to[k];
    most = std::max(most, other.most);
    return *this;
}

std::optional<double> ErrorsOfT::median() const {
    const auto all = std::reduce(up_to.begin(), up_to.end());
    if (all == 0) return {};
    std::size_t k = 0;
    for (std::uint64_t sum = up_to[0]; 2 * sum < all; sum += up_to[k]) ++k;
    return std::ldexp(1, least + int(k));
}

Tally& Tally::operator+=(const Tally& other) {
    rays += other.rays, outcomes += other.outcomes, multiple += other.multiple;
    t_ulps += other.t_ulps;
    for (std::size_t k = 0; k < first.size(); ++k) first[k] += other.first[k];
    first_t_off += other.first_t_off;
    return *this;
}

}  // namespace hitmiss
