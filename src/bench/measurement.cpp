#include "bench/measurement.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace hitmiss {
namespace {

Value cell(const std::optional<Quartiles>& quartiles, double Quartiles::*which) {
    return quartiles ? rounded((*quartiles).*which, 4) : Value();
}

/// The rows without the columns of these keys and without columns in which every cell is empty.
Rows narrowed(const Rows& rows, const std::vector<std::string_view>& keys) {
    Rows kept(rows.size());
    for (const auto& [key, unused] : rows[0]) {
        const bool empty = std::ranges::all_of(rows, [&key = key](const Object& row) {
            return cell_text(row.at(key), false).empty();
        });
        if (empty || std::ranges::count(keys, key) > 0) continue;
        for (std::size_t k = 0; k < rows.size(); ++k) kept[k].push_back({key, rows[k].at(key)});
    }
    return kept;
}

/// One line per subject, one column per setting.
Rows spread_out(const Measurements& measurements) {
    Object blank{{"subject", {}}};
    for (const auto& m : measurements) blank.emplace(m.setting, nullptr);
    Rows rows;
    for (const auto& m : measurements) {
        if (rows.empty() || rows.back().at("subject") != m.subject) {
            rows.push_back(blank);
            rows.back().at("subject") = m.subject;
        }
        rows.back().at(m.setting) = rounded(m.value.median, 4);
    }
    return rows;
}

}  // namespace

Quartiles quartiles(std::vector<double> sample) {
    std::sort(sample.begin(), sample.end());
    const auto at = [&](double fraction) {
        const double position = fraction * double(sample.size() - 1);
        const auto below = std::size_t(position), above = std::min(below + 1, sample.size() - 1);
        return sample[below] + (position - double(below)) * (sample[above] - sample[below]);
    };
    return {at(0.25), at(0.5), at(0.75)};
}

Quartiles quotients(std::span<const double> amount, std::span<const double> seconds) {
    std::vector<double> sample;
    for (std::size_t k = 0; k < seconds.size(); ++k) sample.push_back(amount[k] / seconds[k]);
    return quartiles(std::move(sample));
}

double seconds_of(const std::function<void()>& work, clockid_t clock) {
    const auto now = [&] {
        timespec time;
        clock_gettime(clock, &time);
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    };
    const double start = now();
    work();
    // A time below the clock's tick must not become an infinite rate.
    return std::max(now() - start, 1e-9);
}

std::vector<std::vector<double>> take_turns(std::span<const Task> tasks, int rounds,
                                            clockid_t clock, const Watch& watch) {
    std::vector<std::vector<double>> seconds(tasks.size());
    const auto after_turn = watch(tasks.size() * std::size_t(rounds + 1));
    for (std::size_t round = 0; round <= std::size_t(rounds); ++round) {
        for (std::size_t turn = 0; turn < tasks.size(); ++turn) {
            const std::size_t k = (round + turn) % tasks.size();
            tasks[k].before();
            const double taken = seconds_of(tasks[k].work, clock);
            if (round > 0) seconds[k].push_back(taken);
            after_turn();
        }
    }
    return seconds;
}

Rows rows_of(const Measurements& measurements) {
    Rows rows;
    for (const auto& m : measurements)
        rows.push_back({{"part", m.part},
                        {"subject", m.subject},
                        {"setting", m.setting},
                        {"threads", m.threads},
                        {"unit", m.unit},
                        {"median", cell(m.value, &Quartiles::median)},
                        {"lower", cell(m.value, &Quartiles::lower)},
                        {"upper", cell(m.value, &Quartiles::upper)},
                        {"ratio", cell(m.ratio, &Quartiles::median)},
                        {"ratio_lower", cell(m.ratio, &Quartiles::lower)},
                        {"ratio_upper", cell(m.ratio, &Quartiles::upper)},
                        {"ratio_to", m.ratio_to},
                        {"hits", m.hits}});
    return rows;
}

std::vector<TitledRows> tables_of(const Measurements& measurements, bool wide) {
    std::vector<std::string_view> hidden{"part", "unit"};
    if (!wide)
        hidden.insert(hidden.end(), {"25 %", "75 %", "lower", "upper", "ratio_lower", "ratio_upper",
                                     "ratio_to", "hits"});
    std::vector<TitledRows> tables;
    for (auto first = measurements.begin(), end = first; first != measurements.end(); first = end) {
        end = std::find_if(first, measurements.end(),
                           [&](const Measurement& m) { return m.part != first->part; });
        const Measurements part(first, end);
        tables.push_back(
            {fmt::format("{}, medians in {}", first->part, first->unit),
             narrowed(first->part == "kernels" ? spread_out(part) : rows_of(part), hidden)});
    }
    return tables;
}

}  // namespace hitmiss
