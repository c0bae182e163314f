#include "commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace hitmiss {
namespace {

constexpr std::size_t bar_width = 40;

void to_terminal(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
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

}  // namespace hitmiss
