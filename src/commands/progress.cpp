#include "commands/progress.hpp"

#include <sys/resource.h>

#include <mutex>

namespace hitmiss {
namespace {

using Clock = std::chrono::steady_clock;

void to_terminal(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

struct Bar {
    const std::size_t steps;
    std::size_t done = 0, drawn = 0;  ///< `drawn`: characters of the bar that stands there
    Clock::time_point begin = Clock::now(), next = begin + std::chrono::seconds(1);
    std::mutex mutex;

    explicit Bar(std::size_t all) : steps(all) {}
    ~Bar() {
        if (drawn > 0) to_terminal(fmt::format("\r{:{}}\r", "", drawn));
    }

    void step() {
        const std::scoped_lock lock(mutex);
        ++done;
        const auto now = Clock::now();
        if (now < next) return;
        next = now + std::chrono::milliseconds(100);
        const std::chrono::duration<double> taken = now - begin;
        const double left = taken.count() * double(steps - done) / double(done);
        constexpr std::size_t width = 30;
        const std::string bar =
            fmt::format("[{:-<{}}] {:3} %, {} left", std::string(done * width / steps, '#'), width,
                        done * 100 / steps, duration_text(left));
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

Watch watch_on(const Output& output) {
    if (!output.watched) return unwatched;
    return [](std::size_t steps) { return [bar = std::make_shared<Bar>(steps)] { bar->step(); }; };
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
    say("tree: {} nodes", geometry.tree->nodes.size());
    say("peak memory: {:.1f} MB", double(usage.ru_maxrss) / 1024);
    phases_.emplace_back("", Clock::now());
    for (std::size_t k = 0; k + 1 < phases_.size(); ++k) {
        const std::chrono::duration<double> taken = phases_[k + 1].second - phases_[k].second;
        say("{:8.3f} s  {}", taken.count(), phases_[k].first);
    }
}

}  // namespace hitmiss
