#include "commands/help.hpp"

#include <fmt/format.h>

namespace hitmiss {
namespace {

#ifdef __clang__
constexpr auto compiler = __VERSION__;  // says Clang itself
#else
constexpr auto compiler = "g++ " __VERSION__;
#endif

/// In bits. All 64-bit machines of both kinds have 128.
std::string vector_widths() {
    std::string widths = "128";
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) widths += ", 256";
    if (__builtin_cpu_supports("avx512f")) widths += ", 512";
#endif
    return widths;
}

}  // namespace

std::string version_text() {
    return fmt::format("hitmiss {}\ncompiler: {}\nvector widths of this machine: {} bits",
                       HITMISS_VERSION, compiler, vector_widths());
}

}  // namespace hitmiss
