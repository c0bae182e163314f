// Requests by name, with their arguments as JSON: what the page's entry and the tests' share.

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

using Json = nlohmann::ordered_json;

Value value_of(const Json& json) {
    switch (json.type()) {
        case Json::value_t::boolean:
            return json.get<bool>();
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return json.get<double>();
        case Json::value_t::string:
            return json.get<std::string>();
        case Json::value_t::array: {
            List list;
            for (const Json& item : json) list.push_back(value_of(item));
            return list;
        }
        case Json::value_t::object: {
            Object object;
            for (const auto& [key, item] : json.items()) object.push_back({key, value_of(item)});
            return object;
        }
        default:
            return {};
    }
}

const Handler& handler(std::string_view name) {
    for (const auto& requests :
         {catalogue_requests(), compare_requests(), triangle_requests(), demo_requests()})
        for (const Handler& one : requests)
            if (one.name == name) return one;
    throw Error(Exit::bug, "no request '{}'", name);
}

template <typename T>
const T& held(const Value* value, std::string_view key) {
    const T* const found = value == nullptr ? nullptr : std::get_if<T>(&value->held);
    if (found == nullptr) throw Error(Exit::bug, "a request without '{}'", key);
    return *found;
}

}  // namespace

const Value* Arguments::find(std::string_view key) const {
    for (const Member& member : values_)
        if (member.key == key) return &member.value;
    return nullptr;
}

const std::string& Arguments::text(std::string_view key) const {
    return held<std::string>(find(key), key);
}
double Arguments::number(std::string_view key) const {
    return held<double>(find(key), key);
}
std::vector<std::string> Arguments::texts(std::string_view key) const {
    std::vector<std::string> texts;
    for (const Value& value : held<List>(find(key), key))
        texts.push_back(held<std::string>(&value, key));
    return texts;
}

Response respond(Lab& lab, std::string_view name, const std::string& arguments) {
    const Value values = value_of(Json::parse(arguments));
    return handler(name).respond(lab, Arguments(std::get<Object>(values.held)));
}

}  // namespace hitmiss::lab
