// Requests by name, with their arguments as JSON: what the page's entry and the tests' share.

#include "base/error.hpp"
#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

constexpr std::pair<std::string_view, Request*> requests[]{{"about", about},
                                                           {"method", method},
                                                           {"scene", scene},
                                                           {"picture", picture},
                                                           {"render", render},
                                                           {"curve", curve},
                                                           {"explain", explain_pixel},
                                                           {"command", command},
                                                           {"hits", hits},
                                                           {"predicates", predicates},
                                                           {"acceptance", acceptance},
                                                           {"point", point},
                                                           {"demos", demos},
                                                           {"walk", walk_runs},
                                                           {"walk view", walk_view},
                                                           {"probe", probe_view},
                                                           {"crossings", crossings},
                                                           {"inside", inside},
                                                           {"spawn", spawn}};

}  // namespace

std::vector<Method> Arguments::methods() const {
    std::vector<Method> methods;
    for (const Value& text : values.at("methods"))
        methods.push_back(parse_method(text.get<std::string>()));
    return methods;
}

Response respond(Lab& lab, std::string_view name, const std::string& arguments) {
    for (const auto& [known, request] : requests)
        if (known == name) return request(lab, {Value::parse(arguments)});
    throw Error(Exit::bug, "no request '{}'", name);
}

Response response_of(const Picture& picture, Object more) {
    std::vector<std::uint8_t> pixels;
    pixels.reserve(4 * picture.pixels.size());
    for (const auto& [r, g, b] : picture.pixels) pixels.insert(pixels.end(), {r, g, b, 255});
    Object values{{"width", picture.width}, {"height", picture.height}};
    append(values, std::move(more));
    return {std::move(values), {{"pixels", std::move(pixels)}}};
}

}  // namespace hitmiss::lab
