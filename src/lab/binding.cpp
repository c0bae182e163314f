// The page's entry to the program: one function, JSON in and out.

#include "lab/binding.hpp"

#include <emscripten.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"

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

/// An array as the page finds it in memory.
Object place_of(const std::pair<std::string, std::vector<std::uint8_t>>& array) {
    return {{"name", array.first},
            {"address", reinterpret_cast<std::uintptr_t>(array.second.data())},
            {"size", array.second.size()}};
}

struct Worker {
    Lab lab;
    Response response;  ///< its arrays stay until the next request
    std::string text;

    void respond(const std::string& name, const std::string& arguments) {
        response = {};
        const Json json = Json::parse(arguments);
        const Value value = value_of(json);
        response = handler(name).respond(lab, Arguments(std::get<Object>(value.held)));
        List arrays;
        for (const auto& array : response.arrays) arrays.push_back(place_of(array));
        text = as_json(Object{{"values", response.values}, {"arrays", arrays}});
    }
};

}  // namespace

const Value* Arguments::find(std::string_view key) const {
    for (const Member& member : values_)
        if (member.key == key) return &member.value;
    return nullptr;
}

namespace {
template <typename T>
const T& held(const Value* value, std::string_view key) {
    const T* const found = value == nullptr ? nullptr : std::get_if<T>(&value->held);
    if (found == nullptr) throw Error(Exit::bug, "a request without '{}'", key);
    return *found;
}
}  // namespace

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

}  // namespace hitmiss::lab

/// Answers a request: {"values": ..., "arrays": [{name, address, size}]} or {"error": line}. All of
/// it is there until the next request.
extern "C" EMSCRIPTEN_KEEPALIVE const char* hitmiss_request(const char* name,
                                                            const char* arguments) {
    using namespace hitmiss;
    static lab::Worker worker;
    const auto failed = [](const std::string& line) {
        worker.text = as_json(Object{{"error", line}});
    };
    try {
        worker.respond(name, arguments);
    } catch (const std::bad_alloc&) {
        worker.lab = {};
        failed("not enough memory; a smaller image or mesh needs less");
    } catch (const std::exception& error) {
        failed(error.what());
    }
    return worker.text.c_str();
}
