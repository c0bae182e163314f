#include "json_testing.hpp"

namespace hitmiss {

Json parse_json(const std::string& text) {
    return Json::parse(text);
}

}  // namespace hitmiss

namespace nlohmann {

void PrintTo(const ordered_json& value, std::ostream* stream) {
    *stream << value;
}

}  // namespace nlohmann
