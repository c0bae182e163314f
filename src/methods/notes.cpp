#include "methods/notes.hpp"

namespace hitmiss {
namespace {

NotedValue stored(const NamedNumber& number) {
    return {std::string(number.name), number.value, number.meaning};
}

}  // namespace

void Notes::add_value(const NamedNumber& number) {
    values.push_back(stored(number));
}

void Notes::add_vector(std::string_view name, const Vec<double>& vector, Meaning meaning) {
    for (int k = 0; k < 3; ++k)
        values.push_back({std::string(name) + '.' + "xyz"[k], vector[k], meaning, true});
}

void Notes::add_decision(const NamedNumber& left, std::string_view op, const NamedNumber& right,
                         bool holds) {
    decisions.push_back({stored(left), op, stored(right), holds});
}

std::string_view Notes::name_of(std::string_view left, std::string_view op,
                                std::string_view right) {
    return names.emplace_back(std::string(left).append(op).append(right));
}

}  // namespace hitmiss
