#include "commands/progress.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t bar_width = 30;

void to_terminal(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Most memory that the program has held, in MB.
double peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_maxrss) / 1024;
}

}  // namespace

std::string duration_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
    return seconds < 6000 ? fmt::format("{:.0f} min", std::ceil(seconds / 60))
                          : fmt::format("{:.0f} h", std::ceil(seconds / 3600));
}

Progress::Progress(std::size_t steps, bool watched) : steps_(steps), watched_(watched) {}

void Progress::finish() {
    if (drawn_ > 0) to_terminal('\r' + std::string(drawn_, ' ') + '\r');
    drawn_ = 0;
}

void Progress::step() {
    if (!watched_) return;
    const std::scoped_lock lock(mutex_);
    ++done_;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    const std::chrono::duration<double> taken = now - begin_;
    const double left = taken.count() * double(steps_ - done_) / double(done_);
    const std::string bar =
        fmt::format("[{:-<{}}] {:3} %, {} left", std::string(done_ * bar_width / steps_, '#'),
                    bar_width, done_ * 100 / steps_, duration_text(left));
    // Blanks over what is left of a longer one.
    to_terminal(fmt::format("\r{:{}}", bar, drawn_));
    drawn_ = std::max(drawn_, bar.size());
}

Watch watch_on(const Output& output) {
    return [watched = output.watched](std::size_t steps) {
        const auto bar = std::make_shared<Progress>(steps, watched);
        return [bar] { bar->step(); };
    };
}

Stats::Stats(const SceneOptions& options) : verbose_(options.verbose), stats_(options.stats) {}

void Stats::phase(std::string name) {
    if (verbose_) say("{} ...", name);
    phases_.push_back({std::move(name), Clock::now()});
}

void Stats::finish(const Geometry& geometry) {
    if (!stats_) return;
    say("triangles: {}", geometry.triangles.size());
    say("tree: {} nodes", geometry.tree->nodes.size());
    say("peak memory: {:.1f} MB", peak_memory());
    const auto end = Clock::now();
    for (std::size_t k = 0; k < phases_.size(); ++k) {
        const auto until = k + 1 < phases_.size() ? phases_[k + 1].begin : end;
        say("{:8.3f} s  {}", std::chrono::duration<double>(until - phases_[k].begin).count(),
            phases_[k].name);
    }
}

}  // namespace hitmiss
