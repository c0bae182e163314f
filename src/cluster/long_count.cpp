#include "cluster/long_count.hpp"

#include <omp.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <thread>

#include "base/loop_error.hpp"
#include "cluster/ledger.hpp"

namespace hitmiss {
namespace {

using namespace std::chrono_literals;

// Messages. From a rank: a number, which is that of chunks it wants to have; or a finished chunk,
// first and count, followed by its sum, for which it gets another chunk. To a rank: a chunk; or,
// behind `over`, all sums.
constexpr std::uint64_t over = ~std::uint64_t{0};
/// How long nobody looks for messages. Each rank holds chunks in stock meanwhile.
constexpr auto nap = 4ms;

/// Does chunks on all threads until there are none left or one fails.
void work(const LongCount& count, const std::function<std::optional<Chunk>()>& next,
          const std::function<void(const Chunk&, const Numbers&)>& finish) {
    LoopError error;
    std::atomic<bool> failed = false;
#pragma omp parallel
    error.guard([&] {
        try {
            while (!failed) {
                const auto chunk = next();
                if (!chunk) break;
                Numbers sum = count.none;
                for (std::size_t k = 0; k < chunk->count; ++k)
                    count.add(sum, count.unit(chunk->first + k));
                finish(*chunk, sum);
            }
        } catch (...) {
            failed = true;
            throw;
        }
    });
    error.rethrow();
}

/// Rank 0's side: hands out chunks and takes what they came to, on a thread of its own.
class Coordinator {
public:
    Coordinator(Ledger& ledger, int size, std::size_t threads,
                std::function<void(std::size_t)> told)
        : ledger_(ledger),
          ranks_(size),
          threads_(threads),
          told_(std::move(told)),
          thread_([this](const std::stop_token& stop) {
              error_.guard([&] {
                  try {
                      serve(stop);
                  } catch (...) {
                      failed_ = true;
                      throw;
                  }
              });
          }) {}

    std::size_t threads() const { return threads_; }
    bool failed() const { return failed_; }
    /// Until all chunks are finished.
    void wait() {
        thread_.join();
        error_.rethrow();
    }

private:
    void serve(const std::stop_token& stop) {
        int joined = 1;
        while (!stop.stop_requested() && (joined < ranks_ || ledger_.left() > 0)) {
            const auto message = receive();
            if (!message) {
                std::this_thread::sleep_for(nap);
                continue;
            }
            const Numbers& words = message->words;
            std::uint64_t wanted = 1;
            if (words.size() == 1) {
                wanted = words[0], threads_ += wanted, ++joined;
            } else {
                const Chunk chunk{words[0], words[1]};
                ledger_.finish(chunk, Numbers(words.begin() + 2, words.end()));
                told_(chunk.count);
            }
            for (; wanted > 0; --wanted)
                if (const auto chunk = ledger_.next(threads_))
                    send(message->from, Numbers{chunk->first, chunk->count});
        }
        if (stop.stop_requested()) return;
        Numbers all{over};
        for (const Numbers& sum : ledger_.sums()) all.insert(all.end(), sum.begin(), sum.end());
        for (int rank = 1; rank < ranks_; ++rank) send(rank, all);
    }

    Ledger& ledger_;
    const int ranks_;
    std::atomic<std::size_t> threads_;
    const std::function<void(std::size_t)> told_;
    std::atomic<bool> failed_ = false;
    LoopError error_;
    std::jthread thread_;
};

/// The other ranks' side: keeps chunks in stock and sends what they came to.
class Client {
public:
    explicit Client(std::size_t threads)
        : thread_([this, threads](const std::stop_token& stop) {
              error_.guard([&] { serve(stop, threads); });
          }) {}

    std::optional<Chunk> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !stock_.empty() || over_; });
        if (stock_.empty()) return {};
        const Chunk chunk = stock_.front();
        stock_.pop_front();
        return chunk;
    }
    void finish(const Chunk& chunk, const Numbers& sum) {
        Numbers words{chunk.first, chunk.count};
        words.insert(words.end(), sum.begin(), sum.end());
        const std::scoped_lock lock(mutex_);
        finished_.push_back(std::move(words));
        ready_.notify_one();
    }
    /// After the last chunk: the sums, one after another.
    Numbers wait() {
        thread_.join();
        error_.rethrow();
        return std::move(all_);
    }

private:
    void serve(const std::stop_token& stop, std::size_t threads) {
        send(0, Numbers{2 * threads});
        while (!stop.stop_requested() && !over_) {
            std::deque<Numbers> finished;
            {
                std::unique_lock lock(mutex_);
                ready_.wait_for(lock, nap, [&] { return !finished_.empty(); });
                finished.swap(finished_);
            }
            for (const Numbers& words : finished) send(0, words);
            while (auto message = receive()) {
                const std::scoped_lock lock(mutex_);
                if (message->words[0] == over)
                    over_ = true, all_.assign(message->words.begin() + 1, message->words.end());
                else
                    stock_.push_back({message->words[0], message->words[1]});
                changed_.notify_all();
            }
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_, ready_;
    std::deque<Chunk> stock_;
    std::deque<Numbers> finished_;
    std::atomic<bool> over_ = false;
    Numbers all_;
    LoopError error_;
    std::jthread thread_;
};

}  // namespace

std::vector<Numbers> run(const LongCount& count, const Checkpoint& checkpoint,
                         const Watched& watch) {
    const auto [rank, size] = ranks();
    const auto threads = std::size_t(omp_get_max_threads());
    if (rank > 0) {
        Client client(threads);
        work(
            count, [&] { return client.next(); },
            [&](const Chunk& chunk, const Numbers& sum) { client.finish(chunk, sum); });
        const Numbers all = client.wait();
        const auto each = std::ptrdiff_t(count.none.size());
        std::vector<Numbers> sums;
        for (auto first = all.begin(); first != all.end(); first += each)
            sums.emplace_back(first, first + each);
        return sums;
    }
    Ledger ledger(count, checkpoint);
    const auto step = watch(ledger.left());
    const auto tell = [&](std::size_t units) {
        for (; units > 0; --units) step();
    };
    std::optional<Coordinator> coordinator;
    if (size > 1) coordinator.emplace(ledger, size, threads, tell);
    const auto next = [&]() -> std::optional<Chunk> {
        if (!coordinator) return ledger.next(threads);
        if (coordinator->failed()) return {};
        return ledger.next(coordinator->threads());
    };
    work(count, next, [&](const Chunk& chunk, const Numbers& sum) {
        ledger.finish(chunk, sum);
        tell(chunk.count);
    });
    if (coordinator) coordinator->wait();
    ledger.save();
    return ledger.sums();
}

}  // namespace hitmiss
