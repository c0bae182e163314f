#pragma once
#include <nlohmann/json.hpp>

#include "truth/confusion.hpp"

namespace hitmiss {

/// A row of a table of counts: the method, what it was set to, its confusion.
nlohmann::ordered_json confusion_row(const MethodSpec& method, const Confusion& count);

}  // namespace hitmiss
