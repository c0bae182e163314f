#include "commands/confusion_row.hpp"

namespace hitmiss {

Object method_cells(const Method& method) {
    return {{"method", method.name()},
            {"epsilon", method.epsilon()},
            {"precision", to_string(method.precision)},
            {"variant", to_string(method.variant)}};
}

Object confusion_row(const Method& method, const Confusion& count) {
    Object row = method_cells(method);
    append(row, {{"hits", count.hits},
                 {"leaks", count.leaks},
                 {"leaks_background", count.leaks_background},
                 {"false_hits", count.false_hits},
                 {"wrong_triangle", count.wrong_triangle},
                 {"culled", count.culled},
                 {"nan", count.nan}});
    return row;
}

}  // namespace hitmiss
