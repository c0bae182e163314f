// Linked to programs that are built with -finstrument-functions, to learn which functions a test
// enters: the addresses of those that ran are appended, at the end, to the file that
// HITMISS_ENTERED names.

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

extern "C" const char __executable_start, etext;  // of the program's code, by the linker

namespace {

bool entered[64 << 20];  // for each byte of code

const struct AtExit {
    ~AtExit() {
        const char* file = std::getenv("HITMISS_ENTERED");
        if (!file) return;
        std::string text = std::filesystem::read_symlink("/proc/self/exe").filename();
        for (std::size_t at = 0; at < std::size_t(&etext - &__executable_start); ++at)
            if (entered[at]) text += ' ' + std::to_string(std::size_t(&__executable_start + at));
        std::ofstream(file, std::ios::app) << text + '\n';
    }
} at_exit;

}  // namespace

extern "C" void __cyg_profile_func_enter(void* function, void*) {
    entered[static_cast<const char*>(function) - &__executable_start] = true;
}
extern "C" void __cyg_profile_func_exit(void*, void*) {}
