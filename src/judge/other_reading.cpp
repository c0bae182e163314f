#include "judge/other_reading.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/words.hpp"

namespace hitmiss {
namespace {

/// So many rays for each number, at least, and so many of all rays agree on what theirs stands for.
constexpr std::size_t least_rays = 3;
constexpr double least_share = 0.5;
/// A reading that fewer answers suggest than one for so many errors may be chance.
constexpr std::uint64_t least_part = 50;

/// The most frequent value, and how often it is there.
template <typename Value>
std::pair<Value, std::uint64_t> most_frequent(const std::vector<Value>& values) {
    std::map<Value, std::uint64_t> counts;
    for (const Value& value : values) ++counts[value];
    std::pair<Value, std::uint64_t> most{};
    for (const auto& [value, count] : counts)
        if (count > most.second) most = {value, count};
    return most;
}

/// The median of a value of each; 0 where there are none.
double median_of(const auto& all, auto&& of_one) {
    std::vector<double> values;
    for (const auto& one : all) values.push_back(of_one(one));
    if (values.empty()) return 0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Changes a hit of a ray.
using Change = std::function<Hit(const Hit& hit, const Ray<float>& ray)>;

/// The answerer, with all hits changed.
Answerer changed(Answerer answerer, const Change& change) {
    answerer.tracer.reset();
    answerer.trace = [trace = answerer.trace, change](const Batch& batch,
                                                      std::span<const ExactAnswer> right,
                                                      std::span<Hit> hits) {
        const auto multiple = trace(batch, right, hits);
        for (std::size_t k = 0; k < hits.size(); ++k)
            if (hits[k]) hits[k] = change(hits[k], batch.rays[k]);
        return multiple;
    };
    return answerer;
}

/// The answerer, with triangles renumbered.
Answerer renumbered(const Answerer& answerer,
                    const std::function<std::uint32_t(std::uint32_t)>& number) {
    return changed(answerer, [number](const Hit& hit, const Ray<float>&) {
        return hit.triangle >= no_such_triangle ? hit : Hit{hit.t, number(hit.triangle)};
    });
}

/// The triangle whose number is nearest to that, if all have the same three corners, in whatever
/// order; else nothing.
std::optional<std::uint32_t> nearest_copy(std::span<const std::uint32_t> copies,
                                          std::uint32_t number, const Geometry& geometry) {
    const auto corners = [&](std::uint32_t index) {
        const auto& [a, b, c] = geometry.triangles[index];
        return std::array{a, b, c};
    };
    const auto is_copy = [&, first = corners(copies[0])](std::uint32_t index) {
        return std::ranges::is_permutation(corners(index), first);
    };
    if (!std::ranges::all_of(copies, is_copy)) return {};
    return std::ranges::min(copies, {}, [number](std::uint32_t index) {
        return std::abs(std::int64_t(index) - std::int64_t(number));
    });
}

/// Whether no triangle can be met there: behind the ray's start or outside the mesh's box.
bool is_outside(double t, const Ray<float>& ray, const Geometry& geometry) {
    if (t <= 0) return true;
    constexpr double margin = 0.01;  // of the box's diagonal, for a t that is a little off
    const Vec<double> p = Vec<double>(ray.o) + t * Vec<double>(ray.d);
    return !(geometry.box.distance(p) <= margin * geometry.box.diagonal());
}

}  // namespace

void Evidence::add(const JudgedBatch& judged, const Answerer& answerer, const Geometry& geometry) {
    const auto& [hits, outcomes, none] = judged.columns[0];
    const auto& right = judged.right_for(answerer);
    for (std::size_t k = 0; k < hits.size(); ++k) {
        const auto& [t, E] = right[k];
        const Hit& hit = hits[k];
        leaks_ += outcomes[k] == Outcome::leak;
        if (outcomes[k] == Outcome::false_hit) false_t_.push_back(hit.t);
        const double length = glm::length(Vec<double>(judged.batch.rays[k].d));
        const bool is_right = is_close(hit.t, t), is_length = is_close(hit.t / t, length);
        // A row that names the right triangle, or whose t is a length, is not a miss.
        const bool is_hit =
            !E.empty() &&
            (is_length || (outcomes[k] == Outcome::wrong_t && !answerer.tells_t_alone));
        if (hit && !is_hit && row_of(outcomes[k]).error &&
            is_outside(hit.t, judged.batch.rays[k], geometry))
            outside_.push_back({hit.t, E.empty() ? std::numeric_limits<double>::infinity() : t});
        if (!hit || E.empty()) continue;
        if (!is_right) other_t_.push_back({hit.t, t}), lengths_ += is_length;
        if ((is_right || is_length) && hit.triangle < no_such_triangle)
            if (const auto meant = nearest_copy(E, hit.triangle, geometry))
                pairs_.emplace_back(hit.triangle, *meant);
    }
}

bool Evidence::polygons() const {
    std::set<std::uint32_t> numbers, triangles;
    for (const auto& [number, triangle] : pairs_)
        numbers.insert(number), triangles.insert(triangle);
    return 4 * numbers.size() < 3 * triangles.size();
}

std::optional<std::vector<std::uint32_t>> Evidence::order() const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> triangles;  // by number
    for (const auto& [number, triangle] : pairs_) triangles[number].push_back(triangle);
    struct Claim {
        std::uint64_t votes = 0;
        std::uint32_t number = 0;
    };
    std::map<std::uint32_t, Claim> claims;  // to triangles
    std::uint64_t moved = 0, agreeing = 0;
    for (const auto& [number, named] : triangles) {
        const auto [most, votes] = most_frequent(named);
        // Rays at an edge may see the neighbour more often.
        if (Claim& best = claims[most]; votes > best.votes) best = {votes, number};
        moved += most != number;
        agreeing += votes;
    }
    const std::size_t numbers = triangles.size();
    if (2 * claims.size() <= numbers || 2 * moved <= numbers ||
        pairs_.size() < least_rays * numbers ||
        double(agreeing) < least_share * double(pairs_.size()))
        return {};
    std::vector<std::uint32_t> order(triangles.rbegin()->first + 1, no_such_triangle);
    for (const auto& [triangle, claim] : claims) order[claim.number] = triangle;
    return order;
}

std::optional<OtherReading> Evidence::law_of_t(const Answerer& answerer) const {
    // The median factor or offset; on how many hits it fits, and how far it is typically off.
    struct Fit {
        double value, off;
        std::uint64_t answers;
    };
    const auto fit = [&](auto&& value_of, auto&& exact_by) {
        const double value = median_of(other_t_, value_of);
        const auto answers = [&](double by) {
            return std::uint64_t(std::ranges::count_if(other_t_, [&](const OtherT& one) {
                return is_close(exact_by(one.t, by), one.exact);
            }));
        };
        const double off = median_of(other_t_, [&](const OtherT& one) {
            return std::abs(exact_by(one.t, value) - one.exact) / one.exact;
        });
        // What is said is what is tried: with as few digits as fit on as many hits.
        for (int digits = 4; digits < 17; ++digits)
            if (const double few = rounded_to(value, digits); answers(few) >= answers(value))
                return Fit{few, off, answers(few)};
        return Fit{value, off, answers(value)};
    };
    const Fit times = fit([](const OtherT&one) { return one.t / one.exact; },
                          [](double t, double factor) { return t / factor; }),
              plus = fit([](const OtherT&one) { return one.t - one.exact; },
                         [](double t, double more) { return t - more; });
    const auto fits = [&](const Fit& one) {
        return one.answers >= least_rays && 2 * one.answers > other_t_.size();
    };
    // One that is not so many times nearer, or only nearer by rounding, nobody can tell apart.
    constexpr double better = 2, rounding = 0x1p-22;
    const auto is_better = [&](const Fit& one, const Fit& than) {
        return better * std::max(one.off, rounding) < than.off;
    };
    const auto read = [&](Reading how, const Fit& by) {
        const bool divided = how == Reading::t_times;
        return OtherReading{
            how, by.value, by.answers,
            changed(answerer, [divided, value = by.value](const Hit& hit, const Ray<float>&) {
                return Hit{divided ? hit.t / value : hit.t - value, hit.triangle};
            })};
    };
    if (fits(plus) && (!fits(times) || is_better(plus, times))) return read(Reading::t_plus, plus);
    if (!fits(times)) return {};
    OtherReading found = read(Reading::t_times, times);
    if (fits(plus) && !is_better(times, plus)) found.or_plus = plus.value;
    return found;
}

bool Evidence::stands_for_a_miss(double t) const {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    std::uint64_t answers = 0;
    for (const OtherT& one : outside_)
        if (one.t == t)
            ++answers, least = std::min(least, one.exact), most = std::max(most, one.exact);
    return answers >= least_rays && (std::isinf(most) || !is_close(least, most));
}

void Evidence::add_misses(std::vector<OtherReading>& all, const Answerer& answerer) const {
    const auto add = [&](double miss, std::uint64_t misses) {
        all.push_back({Reading::miss_at_t, miss, misses,
                       changed(answerer, [miss](const Hit& hit, const Ray<float>&) {
                           return hit.t == miss ? Hit{} : hit;
                       })});
    };
    std::vector<double> outside;
    for (const OtherT& one : outside_) outside.push_back(one.t);
    const auto [far, answers] = most_frequent(outside);
    const bool is_miss = stands_for_a_miss(far);
    if (is_miss) add(far, answers);
    // A hit of the mesh's box may be right elsewhere, so most false hits have to agree on it.
    const auto [miss, misses] = most_frequent(false_t_);
    if (misses > 1 && 2 * misses > false_t_.size() && !(is_miss && miss == far)) add(miss, misses);
}

std::vector<OtherReading> Evidence::possible(const Round& round, std::uint64_t errors,
                                             bool may_cull) const {
    const Answerer& answerer = round.answerers[0];
    std::vector<OtherReading> all;
    add_misses(all, answerer);
    if (2 * lengths_ > other_t_.size())
        all.push_back({Reading::t_is_a_length, 0, lengths_,
                       changed(answerer, [](const Hit& hit, const Ray<float>& ray) {
                           return Hit{hit.t / glm::length(Vec<double>(ray.d)), hit.triangle};
                       })});
    else if (auto law = law_of_t(answerer))
        all.push_back(std::move(*law));
    std::vector<std::int64_t> shifts;
    for (const auto& [number, triangle] : pairs_)
        shifts.push_back(std::int64_t(number) - std::int64_t(triangle));
    const auto [shift, shifted] = most_frequent(shifts);
    const bool polygons = this->polygons();
    if (!polygons && shift != 0 && shifted >= least_rays)
        all.push_back({Reading::shifted, double(shift), shifted,
                       renumbered(answerer, [shift = shift](std::uint32_t number) {
                           const auto own = std::int64_t(number) - shift;
                           return own < 0 ? no_such_triangle : std::uint32_t(own);
                       })});
    if (const auto order = polygons ? std::nullopt : this->order())
        all.push_back({Reading::reordered,
                       double(order->size()) - double(std::ranges::count(*order, no_such_triangle)),
                       errors, renumbered(answerer, [order = *order](std::uint32_t number) {
                           return number < order.size() ? order[number] : no_such_triangle;
                       })});
    if (may_cull && leaks_ > 1 && !answerer.culls) {
        all.push_back({Reading::culled, 0, leaks_, answerer});
        all.back().answerer.culls = true;
    }
    return all;
}

std::optional<OtherReading> Evidence::reading(const Round& round, std::uint64_t errors,
                                              bool may_cull) const {
    if (!round.answerers[0].tells_triangle) return {};
    std::optional<OtherReading> best;
    for (OtherReading& other : possible(round, errors, may_cull)) {
        if (other.answers * least_part < errors) continue;
        Round read = round;
        read.answerers = {other.answerer};
        const OutcomeCounts counts = judge_all(read)[0].outcomes;
        other.errors = counts.errors(), other.errors_otherwise = counts.errors_otherwise;
        // A tracer that hits back faces does not cull them.
        if (other.how == Reading::culled &&
            counts.false_hits > false_t_.size() + other.answers / 10)
            continue;
        // Another numbering is that of all hits.
        const bool of_all = other.how == Reading::shifted || other.how == Reading::reordered;
        const bool helps = other.errors + (other.answers + 1) / 2 <= errors &&
                           (!of_all || 10 * other.errors <= 9 * errors);
        // No hit that is right has this t, though all that should hit are errors as misses too.
        const bool is_miss =
            other.how == Reading::miss_at_t && stands_for_a_miss(other.value) &&
            other.errors + std::uint64_t(std::ranges::count(false_t_, other.value)) <=
                errors + other.answers / 10;
        // A t that stands for a miss goes first: it says nothing of the other t.
        if (is_miss) return other;
        // A length is known by t alone, though the triangle's number may be wrong as well.
        const bool is_length = other.how == Reading::t_is_a_length && other.errors <= errors &&
                               10 * lengths_ >= 9 * other_t_.size();
        if ((helps || is_length) && (!best || other.errors < best->errors)) best = other;
    }
    return best;
}

}  // namespace hitmiss
