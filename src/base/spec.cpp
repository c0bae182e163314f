#include "base/spec.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/words.hpp"

namespace hitmiss {

Spec parse_spec(std::string_view text) {
    // The first setting whose value is any text, spaces too, up to a comma.
    auto any_text = text.npos;
    for (const char before : {':', ','})
        for (const char* key : {"label=", "name=", "file="})
            if (const auto at = text.find(before + std::string(key)); at != text.npos)
                any_text = std::min(any_text, at + 1);
    const auto refuse_space = [&](std::string_view part) {
        for (const std::string_view key : {"label=", "name=", "file="})
            if (part.starts_with(key)) return;
        if (part.find(' ') == part.npos) return;
        if (std::size_t(part.data() - text.data()) > any_text)
            throw Error(Exit::usage, "'{}': a {} cannot contain a comma, and no space follows one",
                        text, text.substr(any_text, text.find('=', any_text) - any_text));
        std::string without(text.substr(0, any_text));
        std::erase(without, ' ');
        if (any_text != text.npos) without += text.substr(any_text);
        throw Error(Exit::usage, "'{}' contains a space; write '{}'", text, without);
    };
    const auto colon = text.find(':');
    Spec spec{std::string(text.substr(0, colon)), {}};
    // Several words in place of a name are refused by whoever knows the names.
    if (spec.name.find(',') != spec.name.npos) std::erase(spec.name, ' ');
    if (spec.name.starts_with(' ') || spec.name.ends_with(' ')) refuse_space(text.substr(0, colon));
    if (colon == text.npos) return spec;
    for (const auto item : split(text.substr(colon + 1), ',')) {
        refuse_space(item);
        const auto equals = item.find('=');
        if (item.empty() || equals == 0 || equals + 1 == item.size())
            throw Error(Exit::usage,
                        "'{}' in '{}' is not a setting; write NAME:setting=value,setting=value",
                        item, text);
        spec.settings.emplace_back(equals == item.npos ? "" : item.substr(0, equals),
                                   item.substr(equals + 1));
    }
    return spec;
}

}  // namespace hitmiss
