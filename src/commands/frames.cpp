#include "commands/frames.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "commands/options.hpp"
#include "methods/catalogue.hpp"

namespace hitmiss {

void write_frames(const std::filesystem::path& folder, const MethodSpec& method, Variant variant,
                  const std::vector<Picture>& frames) {
    std::string stem = fmt::format("{}-{}", to_string(method), to_string(variant));
    std::replace_if(
        stem.begin(), stem.end(), [](char c) { return c == ':' || c == '=' || c == ','; }, '-');
    for (std::size_t k = 0; k < frames.size(); ++k)
        write_picture(folder / fmt::format("{}-{:03}.png", stem, k), frames[k]);
}

double shortest(float value) {
    return *parse_number<double>(fmt::format("{}", value));
}

}  // namespace hitmiss
