#pragma once
// What the street's own tests leave out if the program is built without wings.

#include <algorithm>
#include <string_view>

namespace hitmiss {

/// Whether this program has the command and the option of a line such as "walk scene.toml".
inline bool built([[maybe_unused]] std::string_view line) {
#ifdef HITMISS_WINGS
    return true;
#else
    constexpr std::string_view wings[]{"walk", "probe", "bench", "advise", "lab"};
    return std::ranges::find(wings, line.substr(0, line.find(' '))) == std::end(wings) &&
           line.find("--checkpoint") == line.npos;
#endif
}

}  // namespace hitmiss
