// The only file that uses MPI.

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "base/error.hpp"
#include "base/launcher.hpp"
#include "cluster/ranks.hpp"

namespace hitmiss {
namespace {

/// Sends standard output and error nowhere, or back to where they went.
void be_quiet(bool quiet) {
    static const std::array loud{::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3),
                                 ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)};
    const int nowhere = quiet ? ::open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    ::dup2(quiet ? nowhere : loud[0], STDOUT_FILENO);
    ::dup2(quiet ? nowhere : loud[1], STDERR_FILENO);
    if (quiet) ::close(nowhere);
}

}  // namespace

Ranks join_ranks() {
    // Without mpirun, starting MPI would cost time for nothing.
    if (!launched_rank()) return {};
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    if (provided < MPI_THREAD_SERIALIZED)
        throw Error(Exit::usage,
                    "this MPI lets only main()'s thread send messages; use one with "
                    "MPI_THREAD_SERIALIZED");
    const Ranks joined = ranks();
    if (joined.rank > 0) be_quiet(true);
    return joined;
}

Ranks ranks() {
    Ranks result;
    int joined = 0;
    MPI_Initialized(&joined);
    if (joined == 0) return result;
    MPI_Comm_rank(MPI_COMM_WORLD, &result.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &result.size);
    return result;
}

void leave_ranks() {
    int joined = 0;
    MPI_Initialized(&joined);
    if (joined != 0) MPI_Finalize();
}

void abort_ranks(int exit, const std::string& message) {
    if (ranks().rank > 0) {
        // An error of all ranks is reported by rank 0, which then ends the others.
        std::this_thread::sleep_for(std::chrono::seconds(2));
        be_quiet(false);
    }
    if (!message.empty()) say("{}", message);
    if (ranks().size > 1) MPI_Abort(MPI_COMM_WORLD, exit);
}

void send(int to, std::span<const std::uint64_t> words) {
    MPI_Send(words.data(), int(words.size()), MPI_UINT64_T, to, 0, MPI_COMM_WORLD);
}

std::optional<Message> receive() {
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &status);
    if (arrived == 0) return {};
    int size = 0;
    MPI_Get_count(&status, MPI_UINT64_T, &size);
    Message message{status.MPI_SOURCE, Numbers(std::size_t(size))};
    MPI_Recv(message.words.data(), size, MPI_UINT64_T, message.from, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
}

}  // namespace hitmiss
