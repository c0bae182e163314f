#pragma once
// The processes of one job under mpirun. Without the wing cluster/ or without MPI there is one.

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

}  // namespace hitmiss
