#include "commands/confusion_row.hpp"

#include "methods/catalogue.hpp"

namespace hitmiss {

nlohmann::ordered_json confusion_row(const MethodSpec& method, const Confusion& count) {
    using Json = nlohmann::ordered_json;
    const auto about = summary(method);
    return {{"method", about.info.name},
            {"epsilon", about.epsilon ? Json(*about.epsilon) : Json()},
            {"precision", to_string(about.precision)},
            {"variant", to_string(about.variant)},
            {"hits", count.hits},
            {"leaks", count.leaks},
            {"leaks_background", count.leaks_background},
            {"false_hits", count.false_hits},
            {"wrong_triangle", count.wrong_triangle},
            {"culled", count.culled},
            {"nan", count.nan}};
}

}  // namespace hitmiss
