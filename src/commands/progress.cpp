#include "commands/progress.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

#include "base/error.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t bar_width = 40;

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

Progress::Progress(std::size_t steps) : steps_(steps), watched_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (drawn_) to_terminal('\r' + std::string(bar_width + 8, ' ') + '\r');
}

void Progress::step() {
    if (!watched_) return;
    const std::scoped_lock lock(mutex_);
    ++done_;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    drawn_ = true;
    const std::size_t full = done_ * bar_width / steps_;
    to_terminal(
        fmt::format("\r[{:-<{}}] {:3} %", std::string(full, '#'), bar_width, done_ * 100 / steps_));
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
