#pragma once
// What the street's own tests leave out if the program is built without wings.

#include <algorithm>
#include <string_view>

#include "wings.hpp"

namespace hitmiss {

/// Whether this program has the command and the option of a line such as "walk scene.toml".
inline bool built(std::string_view line) {
    constexpr std::string_view wings[]{"walk", "probe", "bench", "advise", "lab"};
    if (counts_can_resume()) return true;
    return std::ranges::find(wings, line.substr(0, line.find(' '))) == std::end(wings) &&
           line.find("--checkpoint") == line.npos;
}

}  // namespace hitmiss
