#pragma once
// Messages between the processes of one job. Compiled with MPI when CMake finds it; otherwise there
// is one process.

#include <optional>
#include <span>

#include "base/long_count.hpp"

namespace hitmiss {

struct Message {
    int from;
    Numbers words;
};
/// Messages of one sender arrive in the order sent. Call these two from one thread at a time.
void send(int to, std::span<const std::uint64_t> words);
/// The next one that has arrived, if any.
std::optional<Message> receive();

}  // namespace hitmiss
