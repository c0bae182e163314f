#include "commands/explanation_json.hpp"

#include "judge/reproducer.hpp"

namespace hitmiss {
namespace {

List hex(const Vec<float>& v) {
    return {to_hex(v.x), to_hex(v.y), to_hex(v.z)};
}

Object noted_json(const NotedValue& noted) {
    return {{"name", noted.name.empty() ? Value() : noted.name},
            {"value", noted.value},
            {"hex", to_hex(noted.value)}};
}

Object method_json(const Method& method) {
    return {{"method", method.name()},
            {"spec", to_string(method)},
            {"precision", method.arithmetic()},
            {"variant", method.has_kernel() ? Value(to_string(method.variant())) : Value()}};
}

Object json_of(const Explanation::OneTriangle& about, const Explanation& explanation,
               const Geometry& geometry) {
    Rows methods;
    for (std::size_t m = 0; m < explanation.methods.size(); ++m) {
        if (!explanation.methods[m].method.has_kernel()) continue;
        const auto& [notes, verdict] = about.computations[m];
        Rows values, comparisons;
        for (const auto& noted : notes.values) values.push_back(noted_json(noted));
        for (const auto& [left, op, right, holds] : notes.decisions)
            comparisons.push_back({{"left", noted_json(left)},
                                   {"op", op},
                                   {"right", noted_json(right)},
                                   {"holds", holds}});
        methods.push_back(method_json(explanation.methods[m].method));
        append(methods.back(), {{"values", values},
                                {"comparisons", comparisons},
                                {"inside", verdict.accepted},
                                {"hit", verdict.hit()},
                                {"t", verdict.accepted ? verdict.t : Value()}});
    }
    const auto& tri = geometry.triangles[about.index];
    return {{"triangle", about.index},
            {"a", hex(tri.a)},
            {"b", hex(tri.b)},
            {"c", hex(tri.c)},
            {"exact_hit", about.exact.hit},
            {"exact_position", to_string(about.exact.position)},
            {"methods", methods}};
}

}  // namespace

Object json_of(const Explanation& explanation, const Geometry& geometry) {
    Rows triangles, methods;
    for (const auto& about : explanation.triangles)
        triangles.push_back(json_of(about, explanation, geometry));
    for (const auto& answered : explanation.methods) {
        const Hit& hit = answered.hit;
        const bool known = hit && hit.triangle != unknown_triangle;
        methods.push_back(method_json(answered.method));
        append(methods.back(), {{"outcome", to_string(answered.outcome)},
                                {"judgement", answered.judgement()},
                                {"triangle", known ? hit.triangle : Value()},
                                {"t", hit.t}});
    }
    const auto& E = explanation.answer.triangles;
    return {{"version", 2},
            {"o", hex(explanation.ray.o)},
            {"d", hex(explanation.ray.d)},
            {"exact_t", explanation.answer.t},
            {"exact_triangles", List(E.begin(), E.end())},
            {"triangles", triangles},
            {"methods", methods}};
}

}  // namespace hitmiss
