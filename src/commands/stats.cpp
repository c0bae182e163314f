#include "commands/stats.hpp"

#include <sys/resource.h>

#include "base/console.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

/// Most memory that the program has held, in MB.
double peak_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_maxrss) / 1024;
}

}  // namespace

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
