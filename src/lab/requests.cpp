// Requests by name, with their arguments as JSON: what the page's entry and the tests' share.

#include "base/error.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

const Handler& handler(std::string_view name) {
    for (const auto& requests :
         {catalogue_requests(), compare_requests(), triangle_requests(), demo_requests()})
        for (const Handler& one : requests)
            if (one.name == name) return one;
    throw Error(Exit::bug, "no request '{}'", name);
}

}  // namespace

const Value& Arguments::at(std::string_view key) const {
    const auto found = values_.find(std::string(key));
    if (found == values_.end()) throw Error(Exit::bug, "a request without '{}'", key);
    return found->second;
}

Response respond(Lab& lab, std::string_view name, const std::string& arguments) {
    const Value values = Value::parse(arguments);
    return handler(name).respond(lab, Arguments(values.get_ref<const Object&>()));
}

}  // namespace hitmiss::lab
