#include "words.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "error.hpp"
#include "text.hpp"

namespace hitmiss {

Spec parse_spec(std::string_view text, std::string_view bare_key) {
    const auto colon = text.find(':');
    Spec spec{std::string(text.substr(0, colon)), {}};
    if (colon == text.npos) return spec;
    auto rest = text.substr(colon + 1);
    for (bool more = true; more;) {
        const auto comma = rest.find(',');
        const auto item = rest.substr(0, comma);
        const auto equals = item.find('=');
        if (equals != item.npos && equals > 0 && equals + 1 < item.size())
            spec.settings.emplace_back(item.substr(0, equals), item.substr(equals + 1));
        else if (equals == item.npos && !item.empty() && !bare_key.empty())
            spec.settings.emplace_back(bare_key, item);
        else
            throw Error(Exit::usage,
                        fmt::format("'{}' in '{}' is no setting; write NAME:key=value,key=value",
                                    item, text));
        more = comma != rest.npos;
        if (more) rest.remove_prefix(comma + 1);
    }
    return spec;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
    const auto match = nearest(word, candidates);
    const bool near = edit_distance(word, match) <= std::max<std::size_t>(2, word.size() / 2);
    return near ? fmt::format("did you mean '{}'? ", match) : std::string();
}

}  // namespace hitmiss
