#pragma once
// Ctrl-C and its kin: the program ends at once and leaves no half-written file.

#include <mutex>

namespace hitmiss {

/// From now on SIGINT, SIGTERM and SIGHUP end the program with the exit code of shells, 128 plus
/// the signal's number, after removing the file named by remove_on_interrupt(). A signal that the
/// caller ignores stays ignored. To be called once, before there are other threads.
void exit_on_interrupt();

/// While it lives no signal ends the program: for steps that make or move the temporary file and
/// then say so. A signal that comes takes effect right after.
[[nodiscard]] std::unique_lock<std::mutex> hold_interrupts();

/// Names the file to remove; null means none. The name must live until the next call, and the
/// caller must hold interrupts.
void remove_on_interrupt(const char* path);

}  // namespace hitmiss
