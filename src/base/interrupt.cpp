#include "base/interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <thread>

namespace hitmiss {
namespace {

// State of the process, as signals are. Nothing here has a destructor, so that a signal that comes
// while the program ends finds it intact.
constinit std::mutex mutex;
constinit const char* unfinished = nullptr;

}  // namespace

void exit_on_interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        // As in a shell's background job or under nohup.
        if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_IGN)
            sigaddset(&signals, number);
    }
    // Threads made later, those of OpenMP too, inherit the mask: only the thread below ever sees
    // the signals, as an ordinary return value, and may take a lock, which no handler may.
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread([signals] {
        int number = 0;
        sigwait(&signals, &number);
        const std::scoped_lock lock(mutex);
        if (unfinished != nullptr) ::unlink(unfinished);
        // No destructors, no flushing: other threads are still at work.
        ::_exit(128 + number);
    }).detach();
}

std::unique_lock<std::mutex> hold_interrupts() {
    return std::unique_lock(mutex);
}

void remove_on_interrupt(const char* path) {
    unfinished = path;
}

}  // namespace hitmiss
