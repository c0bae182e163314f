#include "commands/progress.hpp"

#include <sys/resource.h>

namespace hitmiss {
namespace {

void to_terminal(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

std::string duration_text(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
    return seconds < 6000 ? fmt::format("{:.0f} min", std::ceil(seconds / 60))
                          : fmt::format("{:.0f} h", std::ceil(seconds / 3600));
}

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
    constexpr std::size_t width = 30;
    const std::string bar =
        fmt::format("[{:-<{}}] {:3} %, {} left", std::string(done_ * width / steps_, '#'), width,
                    done_ * 100 / steps_, duration_text(left));
    // Blanks overwrite the end of a longer bar.
    to_terminal(fmt::format("\r{:{}}", bar, drawn_));
    drawn_ = std::max(drawn_, bar.size());
}

Watch watch_on(const Output& output) {
    return [watched = output.watched](std::size_t steps) {
        const auto bar = std::make_shared<Progress>(steps, watched);
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
    say("tree: {} nodes", geometry.tree->nodes.size());
    say("peak memory: {:.1f} MB", double(usage.ru_maxrss) / 1024);
    phases_.emplace_back("", Clock::now());
    for (std::size_t k = 0; k + 1 < phases_.size(); ++k) {
        const std::chrono::duration<double> taken = phases_[k + 1].second - phases_[k].second;
        say("{:8.3f} s  {}", taken.count(), phases_[k].first);
    }
}

}  // namespace hitmiss
