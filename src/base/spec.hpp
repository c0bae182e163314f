#pragma once
// What users write for a method or a mesh: NAME[:setting=value,...].

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmiss {

/// A spec NAME[:setting=value,...], split. A bare value has an empty setting.
struct Spec {
    std::string name;
    std::vector<std::pair<std::string, std::string>> settings;
};

/// Splits a spec. Throws Error{Exit::usage}.
Spec parse_spec(std::string_view text);

}  // namespace hitmiss
