#include "cluster/ledger.hpp"

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/output_file.hpp"
#include "base/report.hpp"
#include "base/utf8.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

constexpr std::size_t most_of_chunk = 64, chunks_of_thread = 8;
/// About so long a thread works on a chunk, which is lost where the program is killed.
constexpr double seconds_of_chunk = 1;
constexpr std::string_view head = "hitmiss checkpoint 8, hitmiss " HITMISS_VERSION "\n";

/// The last line: the checksum of all before it.
std::string last_line(std::string_view text) {
    return fmt::format("end {:08x}\n", libdeflate_crc32(0, text.data(), text.size()));
}

/// The first parts in which two questions differ: what stands between separators.
std::pair<std::string_view, std::string_view> first_difference(std::string_view one,
                                                               std::string_view other) {
    const auto next = [](std::string_view& rest) {
        const auto end = std::min({rest.find("; "), rest.find(", "), rest.size()});
        const auto part = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 2, rest.size()));
        return part.empty() ? "nothing more" : part;
    };
    for (;;) {
        const auto part = next(one), of_other = next(other);
        if (part != of_other || (one.empty() && other.empty())) return {part, of_other};
    }
}

}  // namespace

Ledger::Ledger(const LongCount& count, Checkpoint checkpoint, std::size_t threads)
    : count_(count),
      checkpoint_(std::move(checkpoint)),
      threads_(threads),
      sums_(count.sums, count.none),
      unfinished_(units()) {
    std::error_code error;
    const auto kind = std::filesystem::status(checkpoint_.file, error).type();
    if (!checkpoint_.file.empty() && kind != std::filesystem::file_type::not_found) {
        std::ifstream file(checkpoint_.file, std::ios::binary);
        if (!file || kind != std::filesystem::file_type::regular)
            throw bad_input(checkpoint_.file, 0, "is not a readable file; give another one");
        read({std::istreambuf_iterator<char>(file), {}});
    }
    saved_ = unfinished_ + 1, at_begin_ = unfinished_;
    // Write errors should show before hours are spent.
    save();
}

void Ledger::add_threads(std::size_t threads) {
    const std::scoped_lock lock(mutex_);
    threads_ += threads;
}

std::optional<Chunk> Ledger::next() {
    const std::scoped_lock lock(mutex_);
    // Skip the units that an earlier run finished.
    if (const auto done = finished_.find(next_); done != finished_.end()) next_ = done->upper();
    if (next_ == units()) return {};
    const auto after = finished_.lower_bound(Range(next_, units()));
    const std::size_t end = after == finished_.end() ? units() : after->lower();
    const std::size_t of_sum = (next_ / count_.units_of_sum + 1) * count_.units_of_sum - next_;
    const std::size_t fair = unfinished_ / (chunks_of_thread * threads_);
    const std::chrono::duration<double> elapsed = Clock::now() - begin_;
    const double by_a_thread = double(at_begin_ - unfinished_) / double(threads_);
    const double quick =
        std::min(double(most_of_chunk), seconds_of_chunk * by_a_thread / elapsed.count());
    const std::size_t size = std::min(
        {end - next_, of_sum, std::max(std::min(fair, std::size_t(quick)), std::size_t(1))});
    return Chunk{std::exchange(next_, next_ + size), size};
}

void Ledger::finish(const Chunk& chunk, const Numbers& sum) {
    const std::scoped_lock lock(mutex_);
    count_.add(sums_[chunk.first / count_.units_of_sum], sum);
    finished_ += Range(chunk.first, chunk.first + chunk.count);
    unfinished_ -= chunk.count;
    if (Clock::now() >= next_save_) write();
}

void Ledger::save() {
    const std::scoped_lock lock(mutex_);
    write();
}

void Ledger::write() {
    if (checkpoint_.file.empty() || saved_ == unfinished_) return;
    List finished;
    for (const Range& done : finished_) finished.push_back({done.lower(), done.upper()});
    const Value kept = Object{{"question", as_utf8(count_.question)},
                              {"units", shape()},
                              {"finished", finished},
                              {"sums", sums_}};
    const std::string text = fmt::format("{}{}\n", head, kept.dump());
    write_file(checkpoint_.file, text + last_line(text));
    saved_ = unfinished_;
    next_save_ = Clock::now() + std::chrono::duration<double>(checkpoint_.seconds);
}

void Ledger::read(const std::string& text) {
    const auto error = [&](std::size_t line, const std::string& what) {
        return bad_input(checkpoint_.file, line, "{}; without this file the count begins anew",
                         what);
    };
    if (!text.starts_with(head))
        throw error(1, text.starts_with(head.substr(0, head.find_first_of("0123456789")))
                           ? "a checkpoint of another version"
                           : "is not a checkpoint");
    const auto end = text.rfind("end ");
    if (end == text.npos || text.substr(end) != last_line(text.substr(0, end)))
        throw error(0, "a checkpoint that is damaged or cut off");
    try {
        const Value kept = Value::parse(text.substr(head.size(), end - head.size()));
        const auto question = kept.at("question").get<std::string>();
        if (const auto own = as_utf8(count_.question); question != own) {
            const auto [theirs, ours] = first_difference(question, own);
            throw error(2, fmt::format("a checkpoint of another count: {}; this one has {}",
                                       printable(theirs), printable(ours)));
        }
        if (kept.at("units") != shape()) throw error(2, "of other units");
        std::size_t last = 0;
        for (const Value& done : kept.at("finished")) {
            const auto [from, to] = done.get<std::pair<std::size_t, std::size_t>>();
            if (from < last || from >= to || to > units()) throw error(2, "ranges of units ascend");
            finished_ += Range(from, to);
            unfinished_ -= to - from, last = to;
        }
        kept.at("sums").get_to(sums_);
    } catch (const Value::exception&) {
        throw error(2, "what it keeps is not of a count");
    }
    const auto fits = [&](const Numbers& sum) { return sum.size() == count_.none.size(); };
    if (sums_.size() != count_.sums || !std::ranges::all_of(sums_, fits))
        throw error(2, "a sum of another size");
}

}  // namespace hitmiss
