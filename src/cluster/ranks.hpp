#pragma once
// The processes of one job under mpirun, and messages between them. Compiled with MPI when CMake
// finds it; otherwise there is one rank.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmiss {

struct Ranks {
    int rank = 0, size = 1;
};

/// Joins the others that mpirun has started, if it has. To be called once, by main(). Throws
/// Error{Exit::usage} if there are others, but this program was built without MPI.
Ranks join_ranks();
/// Waits for the others. To be called at the end if all went well.
void leave_ranks();
/// Ends the processes of all ranks, where there are others, with this exit code; else returns.
void abort_ranks(int exit);

/// Which of them this one is.
Ranks ranks();

using Numbers = std::vector<std::uint64_t>;
struct Message {
    int from;
    Numbers words;
};
/// Messages of one sender arrive in the order sent. These two only from one thread at a time.
void send(int to, std::span<const std::uint64_t> words);
/// The next one that has arrived, if any.
std::optional<Message> receive();

}  // namespace hitmiss
