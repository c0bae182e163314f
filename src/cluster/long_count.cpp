#include "base/long_count.hpp"

#include <omp.h>

#include <thread>

#include "cluster/ledger.hpp"
#include "cluster/ranks.hpp"

namespace hitmiss {
namespace {

using namespace std::chrono_literals;

// Messages. From a rank: one number, how many chunks it wants; or a finished chunk, first and
// count, followed by its sum, and the rank gets another chunk. To a rank: a chunk; or `over`
// followed by all sums.
constexpr std::uint64_t over = ~std::uint64_t{0};
/// Time between two looks for messages. Each rank has spare chunks meanwhile.
constexpr auto nap = 4ms;

/// Does chunks on all threads until there are none left or something fails.
void work(const LongCount& count, LoopError& error,
          const std::function<std::optional<Chunk>()>& next,
          const std::function<void(const Chunk&, const Numbers&)>& finish) {
#pragma omp parallel
    error.guard([&] {
        while (!error) {
            const auto chunk = next();
            if (!chunk) break;
            error.guard(
                [&] {
                    Numbers sum = count.none;
                    for (std::size_t k = 0; k < chunk->count; ++k)
                        count.add(sum, count.unit(chunk->first + k));
                    finish(*chunk, sum);
                },
                chunk->first);
        }
    });
}

/// Rank 0's side, on a thread of its own: hands out chunks and takes their sums.
void lead(Ledger& ledger, int ranks, const LoopError& error,
          const std::function<void(std::size_t units)>& finished) {
    int joined = 1;
    while (joined < ranks || ledger.unfinished() > 0) {
        if (error) return;
        const auto message = receive();
        if (!message) {
            std::this_thread::sleep_for(nap);
            continue;
        }
        const Numbers& words = message->words;
        std::uint64_t wanted = 1;
        if (words.size() == 1) {
            wanted = words[0], ++joined;
            ledger.add_threads(wanted);
        } else {
            const Chunk chunk{words[0], words[1]};
            ledger.finish(chunk, Numbers(words.begin() + 2, words.end()));
            finished(chunk.count);
        }
        for (; wanted > 0; --wanted)
            if (const auto chunk = ledger.next())
                send(message->from, Numbers{chunk->first, chunk->count});
    }
    Numbers all{over};
    for (const Numbers& sum : ledger.sums()) all.insert(all.end(), sum.begin(), sum.end());
    for (int rank = 1; rank < ranks; ++rank) send(rank, all);
}

/// The other ranks' side: takes chunks from rank 0, which sends two for each thread before the
/// first is done, and sends it their sums.
std::vector<Numbers> run_client(const LongCount& count) {
    LoopError error;
    std::mutex mutex;
    std::optional<Numbers> all;  // sums, one after another, once it is over
    send(0, Numbers{2 * std::uint64_t(omp_get_max_threads())});
    const auto next = [&]() -> std::optional<Chunk> {
        for (; !error; std::this_thread::sleep_for(nap)) {
            const std::scoped_lock lock(mutex);
            if (all) break;
            const auto message = receive();
            if (!message) continue;
            const Numbers& words = message->words;
            if (words[0] != over) return Chunk{words[0], words[1]};
            all.emplace(words.begin() + 1, words.end());
            break;
        }
        return {};
    };
    work(count, error, next, [&](const Chunk& chunk, const Numbers& sum) {
        Numbers words{chunk.first, chunk.count};
        words.insert(words.end(), sum.begin(), sum.end());
        const std::scoped_lock lock(mutex);
        send(0, words);
    });
    error.rethrow();
    const auto each = std::ptrdiff_t(count.none.size());
    std::vector<Numbers> sums;
    for (auto first = all->begin(); first != all->end(); first += each)
        sums.emplace_back(first, first + each);
    return sums;
}

}  // namespace

std::vector<Numbers> run(const LongCount& count, const Checkpoint& checkpoint, const Watch& watch) {
    const auto [rank, size] = ranks();
    if (rank > 0) return run_client(count);
    Ledger ledger(count, checkpoint, std::size_t(omp_get_max_threads()));
    const auto step = watch(ledger.unfinished());
    const auto finished = [&](std::size_t units) {
        for (; units > 0; --units) step();
    };
    LoopError error;
    std::jthread coordinator;
    if (size > 1)
        coordinator = std::jthread(
            [&, ranks = size] { error.guard([&] { lead(ledger, ranks, error, finished); }); });
    work(
        count, error, [&] { return ledger.next(); },
        [&](const Chunk& chunk, const Numbers& sum) {
            ledger.finish(chunk, sum);
            finished(chunk.count);
        });
    if (coordinator.joinable()) coordinator.join();
    error.rethrow();
    ledger.save();
    return ledger.sums();
}

}  // namespace hitmiss
