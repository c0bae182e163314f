#include "commands/explanation.hpp"

#include "judge/reproducer.hpp"

namespace hitmiss {
namespace {

List hex_json(const Vec<float>& v) {
    return {to_hex(v.x), to_hex(v.y), to_hex(v.z)};
}

Object noted_json(const NotedValue& noted) {
    return {{"name", noted.name.empty() ? Value() : noted.name},
            {"value", noted.value},
            {"hex", to_hex(noted.value)}};
}

Object method_json(const Method& method, Object more) {
    Object json{{"method", method.name()},
                {"spec", to_string(method)},
                {"precision", method.precision_text()},
                {"arithmetic", method.arithmetic_text()},
                {"variant", method.has_kernel() ? Value(to_string(method.variant())) : Value()}};
    append(json, std::move(more));
    return json;
}

/// A row of CSV: something that a method says, of a triangle or of the scene (null).
Object csv_row(const Value& triangle, const Method& method, std::string_view exact,
               const std::string& name, const std::string& value, const std::string& hex = "") {
    return {{"triangle", triangle}, {"method", to_string(method)},
            {"name", name},         {"value", value},
            {"hex", hex},           {"exact", exact}};
}

/// What a method computes on a triangle, as JSON and as rows of CSV.
Object computation_json(const Explanation& explanation, std::size_t m,
                        const Explanation::OneTriangle& about, Rows& csv) {
    const auto& [notes, verdict] = about.computations[m];
    const Method& method = explanation.methods[m].method;
    const std::string sentence = verdict_sentence(explanation, m, about);
    const auto add = [&](const std::string& name, const std::string& value,
                         const std::string& hex = "") {
        csv.push_back(csv_row(about.index, method, exact_text(about.exact), name, value, hex));
    };
    Rows values, comparisons;
    for (const auto& noted : notes.values) {
        values.push_back(noted_json(noted));
        add(noted.name, decimal(noted.value, method.precision()), to_hex(noted.value));
    }
    for (const Decision& decision : notes.decisions) {
        comparisons.push_back({{"left", noted_json(decision.left)},
                               {"op", decision.op},
                               {"right", noted_json(decision.right)},
                               {"holds", decision.holds}});
        add("comparison", decision_text(decision, method.precision()));
    }
    add("verdict", verdict.hit() ? "hit" : "miss");
    if (!sentence.empty()) add("why", sentence);
    return method_json(method, {{"values", values},
                                {"comparisons", comparisons},
                                {"inside", verdict.accepted},
                                {"hit", verdict.hit()},
                                {"t", verdict.accepted ? verdict.t : Value()},
                                {"why", sentence}});
}

}  // namespace

Report report_on(const Explanation& explanation, const Geometry& geometry, bool in_colour) {
    Rows csv, triangles, methods;
    for (const auto& about : explanation.triangles) {
        Rows computations;
        for (std::size_t m = 0; m < explanation.methods.size(); ++m)
            if (explanation.methods[m].method.has_kernel())
                computations.push_back(computation_json(explanation, m, about, csv));
        const auto& tri = geometry.triangles[about.index];
        triangles.push_back({{"triangle", about.index},
                             {"a", hex_json(tri.a)},
                             {"b", hex_json(tri.b)},
                             {"c", hex_json(tri.c)},
                             {"exact_hit", about.exact.hit},
                             {"exact_position", to_string(about.exact.position)},
                             {"methods", computations}});
    }
    for (std::size_t m = 0; m < explanation.methods.size(); ++m) {
        const auto& answered = explanation.methods[m];
        const Hit& hit = answered.told;
        const std::string sentence = outcome_sentence(explanation, m, geometry);
        if (!sentence.empty())
            csv.push_back(csv_row(Value(), answered.method, to_string(answered.outcome), "outcome",
                                  sentence));
        const bool known = hit && hit.triangle != unknown_triangle;
        methods.push_back(
            method_json(answered.method, {{"outcome", to_string(answered.outcome)},
                                          {"judgement", answered.judgement()},
                                          {"triangle", known ? hit.triangle : Value()},
                                          {"t", hit.t},
                                          {"exact_t", answered.answer.t},
                                          {"exact_triangles", answered.answer.triangles},
                                          {"why", sentence}}));
        if (const auto& along = answered.along) {
            append(methods.back(),
                   {{"hits", along->hits},
                    {"crossings", along->starts_on_surface ? Value() : along->crossings}});
            csv.push_back(
                csv_row(Value(), answered.method, "", "whole ray", along_sentence(answered)));
        }
    }
    const auto& E = explanation.answer.triangles;
    const Object json{{"version", 2},
                      {"o", hex_json(explanation.ray.o)},
                      {"d", hex_json(explanation.ray.d)},
                      {"exact_t", explanation.answer.t},
                      {"exact_triangles", List(E.begin(), E.end())},
                      {"triangles", triangles},
                      {"methods", methods}};
    return {json, csv, text_of(explanation, geometry, in_colour)};
}

}  // namespace hitmiss
