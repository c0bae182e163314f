#include "commands/progress.hpp"

#include <sys/resource.h>

#include <mutex>

namespace hitmiss {
namespace {

using Clock = std::chrono::steady_clock;

void to_terminal(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Where a bar has several counts, the time left is shown from this part upwards.
constexpr double least_part = 0.2;

struct Bar {
    const std::vector<double> shares;
    std::size_t count = 0;            ///< of the counts that have begun
    std::size_t steps = 1, done = 0;  ///< of the last one
    std::size_t drawn = 0;            ///< characters of the bar that stands there
    Clock::time_point begin = Clock::now(), next = begin + std::chrono::seconds(1);
    std::mutex mutex;

    explicit Bar(std::vector<double> all) : shares(std::move(all)) {}
    ~Bar() {
        if (drawn > 0) to_terminal(fmt::format("\r{:{}}\r", "", drawn));
    }

    void begin_count(std::size_t all) {
        const std::scoped_lock lock(mutex);
        ++count, steps = std::max<std::size_t>(all, 1), done = 0;
    }

    /// The part of all counts that is done.
    double fraction() const {
        double before = 0, sum = 0;
        for (std::size_t k = 0; k < shares.size(); ++k) {
            sum += shares[k];
            if (k + 1 < count) before += shares[k];
            if (k + 1 == count) before += shares[k] * double(done) / double(steps);
        }
        return before / sum;
    }

    void step() {
        const std::scoped_lock lock(mutex);
        ++done;
        const auto now = Clock::now();
        if (now < next) return;
        next = now + std::chrono::milliseconds(100);
        const std::chrono::duration<double> taken = now - begin;
        const double part = fraction();
        constexpr std::size_t width = 30;
        std::string bar =
            fmt::format("[{:-<{}}] {:3} %", std::string(std::size_t(width * part), '#'), width,
                        int(100 * part));
        // Parts of different kinds take a share of the time that is only roughly known.
        if (shares.size() == 1 || part >= least_part)
            bar += fmt::format(", {} left", duration_text(taken.count() / part - taken.count()));
        // Blanks overwrite the end of a longer bar.
        drawn = std::max(drawn, bar.size());
        to_terminal(fmt::format("\r{:{}}", bar, drawn));
    }
};

}  // namespace

std::string duration_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
    return seconds < 6000 ? fmt::format("{:.0f} min", std::ceil(seconds / 60))
                          : fmt::format("{:.0f} h", std::ceil(seconds / 3600));
}

Watch watch_on(const Output& output, std::vector<double> shares) {
    if (!output.watched) return unwatched;
    return [bar = std::make_shared<Bar>(std::move(shares))](std::size_t steps) {
        bar->begin_count(steps);
        return [bar] { bar->step(); };
    };
}

void Stats::phase(std::string name) {
    if (options_.verbose) say("{} ...", name);
    phases_.emplace_back(std::move(name), Clock::now());
}

void Stats::finish(const Geometry& geometry) {
    if (!options_.stats) return;
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    say("triangles: {}", geometry.triangles.size());
    say("tree: {} nodes", geometry.bare_tree().nodes.size() + geometry.bare_tree().leaf_count());
    say("peak memory: {:.1f} MB", double(usage.ru_maxrss) / 1024);
    phases_.emplace_back("", Clock::now());
    for (std::size_t k = 0; k + 1 < phases_.size(); ++k) {
        const std::chrono::duration<double> taken = phases_[k + 1].second - phases_[k].second;
        say("{:8.3f} s  {}", taken.count(), phases_[k].first);
    }
}

}  // namespace hitmiss
