#include "bench/measurement.hpp"

#include <fmt/core.h>
#include <omp.h>

#include <algorithm>
#include <ctime>
#include <fstream>

namespace hitmiss {
namespace {

Value cell(double value) {
    return rounded(value, 4);
}
Value cell(const std::optional<Quartiles>& quartiles, double Quartiles::*which) {
    return quartiles ? cell((*quartiles).*which) : Value();
}

/// A column in which no row says anything is left out, and so is the part.
Rows without_empty_columns(const Rows& rows) {
    Rows kept(rows.size());
    for (const auto& [key, unused] : rows[0]) {
        const bool empty = std::ranges::all_of(rows, [&key = key](const Object& row) {
            return cell_text(row.at(key), false).empty();
        });
        if (empty || key == "part") continue;
        for (std::size_t k = 0; k < rows.size(); ++k) kept[k].push_back({key, rows[k].at(key)});
    }
    return kept;
}

Rows without(Rows rows, std::initializer_list<std::string> keys) {
    for (Object& row : rows)
        for (const auto& key : keys) row.erase(key);
    return rows;
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
        rows.back().at(m.setting) = cell(m.value.median);
    }
    return rows;
}

}  // namespace

Quartiles quartiles(std::vector<double> sample) {
    std::sort(sample.begin(), sample.end());
    const auto at = [&](double fraction) {
        const double place = fraction * double(sample.size() - 1);
        const auto below = std::size_t(place), above = std::min(below + 1, sample.size() - 1);
        return sample[below] + (place - double(below)) * (sample[above] - sample[below]);
    };
    return {at(0.25), at(0.5), at(0.75)};
}

Quartiles rate(double amount, std::span<const double> seconds) {
    std::vector<double> rates;
    for (const double s : seconds) rates.push_back(amount / s);
    return quartiles(std::move(rates));
}

Quartiles scaled(double factor, std::span<const double> seconds) {
    std::vector<double> sample;
    for (const double s : seconds) sample.push_back(factor * s);
    return quartiles(std::move(sample));
}

Quartiles speedup(std::span<const double> seconds, std::span<const double> other) {
    std::vector<double> quotients;
    for (std::size_t k = 0; k < seconds.size(); ++k) quotients.push_back(other[k] / seconds[k]);
    return quartiles(std::move(quotients));
}

double seconds_of(const std::function<void()>& work, Clock clock) {
    const auto now = [&] {
        timespec time;
        clock_gettime(clock == Clock::wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    };
    const double start = now();
    work();
    // A time below the clock's tick must not become an infinite rate.
    return std::max(now() - start, 1e-9);
}

std::vector<std::vector<double>> take_turns(std::span<const Task> runs, int rounds, Clock clock,
                                            const Watch& watch) {
    std::vector<std::vector<double>> seconds(runs.size());
    const auto after_turn = watch(runs.size() * std::size_t(rounds + 1));
    for (std::size_t round = 0; round <= std::size_t(rounds); ++round) {
        for (std::size_t turn = 0; turn < runs.size(); ++turn) {
            const std::size_t k = (round + turn) % runs.size();
            runs[k].before();
            const double taken = seconds_of(runs[k].work, clock);
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
                        {"triangles", m.triangles},
                        {"threads", m.threads},
                        {"unit", m.unit},
                        {"median", cell(m.value.median)},
                        {"lower", cell(m.value.lower)},
                        {"upper", cell(m.value.upper)},
                        {"ratio", cell(m.ratio, &Quartiles::median)},
                        {"ratio_lower", cell(m.ratio, &Quartiles::lower)},
                        {"ratio_upper", cell(m.ratio, &Quartiles::upper)},
                        {"ratio_to", m.ratio_to},
                        {"hits", m.hits},
                        {"error_rate", m.error_rate ? cell(*m.error_rate) : Value()},
                        {"picture_errors", m.picture_errors},
                        {"front", m.part == "chart" ? Value(m.front) : Value()}});
    return rows;
}

std::string report_text(const Measurements& measurements, std::size_t width, bool wide) {
    std::string text;
    Measurements left = measurements;
    while (!left.empty()) {
        const auto part = left[0].part, unit = left[0].unit;
        const auto others = std::stable_partition(left.begin(), left.end(), [&](const auto& m) {
            return m.part == part && m.unit == unit;
        });
        const Measurements these(left.begin(), others);
        left.erase(left.begin(), others);
        text += fmt::format("\n{}, medians in {}\n", part, unit);
        Rows rows =
            without(part == "kernels" ? spread_out(these) : without_empty_columns(rows_of(these)),
                    {"unit"});
        if (!wide)
            rows = without(std::move(rows), {"25 %", "75 %", "lower", "upper", "ratio_lower",
                                             "ratio_upper", "ratio_to", "hits"});
        text += as_text(rows, wide ? any_width : width);
    }
    return text;
}

Machine this_machine() {
#ifdef __clang__
    Machine machine{"unknown", omp_get_max_threads(), "clang " __clang_version__};
#else
    Machine machine{"unknown", omp_get_max_threads(), "g++ " __VERSION__};
#endif
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != line.npos) {
            machine.cpu = line.substr(colon + 2);
            break;
        }
    }
    return machine;
}

std::string to_string(const Machine& machine) {
    return fmt::format("{}, threads: {}; {}", machine.cpu, machine.threads, machine.compiler);
}

}  // namespace hitmiss
