#include "commands/famous.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/limits.hpp"
#include "base/words.hpp"
#include "commands/explanation.hpp"
#include "judge/explain.hpp"
#include "scene/mesh_bytes.hpp"

namespace hitmiss {
namespace {

/// The comment's text if the line is one.
std::optional<std::string_view> comment_of(std::string_view line) {
    if (!line.starts_with('#')) return {};
    return line.substr(std::min(line.size(), std::size_t(2)));
}

/// Every method as it comes; those with presets also in double, fused, and by each preset.
std::vector<Method> methods_to_ask() {
    std::vector<Method> methods;
    for (const Entry* entry : catalogue()) {
        const Method plain(*entry);
        methods.push_back(plain);
        if (entry->presets.empty()) continue;
        methods.push_back(plain.with(precision_key, double(Precision::twice)));
        methods.push_back(plain.with(arithmetic_key, double(Arithmetic::fused)));
        for (const Preset& preset : entry->presets)
            methods.emplace_back(*entry).set(preset_key, preset.name);
    }
    return methods;
}

/// The triangles that the method hits, each by itself, as "0, 1".
std::string hit_text(const Method& method, const Reproducer& asked, const Geometry& geometry) {
    const Kernel kernel = method.kernel(geometry.surroundings());
    std::vector<std::size_t> hit;
    for (std::size_t k = 0; k < asked.triangles.size(); ++k)
        if (kernel.test(Ray<double>(asked.ray), asked.triangles[k]).hit()) hit.push_back(k);
    return hit.empty() ? "none" : fmt::format("{}", fmt::join(hit, ", "));
}

}  // namespace

std::vector<FamousRay> read_famous_rays(const std::string& text, const std::string& file) {
    std::vector<FamousRay> rays;
    std::vector<std::string> bodies;
    std::istringstream lines(text);
    std::size_t number = 0;
    bool about = false;  // whether comments still tell where the ray is from
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto comment = comment_of(line);
        if (line.starts_with("ray ")) {
            rays.push_back({line.substr(4), {}, {}});
            bodies.emplace_back(number, '\n');  // so that errors name the line of the file
            about = true;
        } else if (rays.empty()) {
            if (!comment && !line.empty())
                throw bad_input(file, number, "a line  ray NAME  would be right");
        } else {
            if (about && comment)
                rays.back().about +=
                    fmt::format("{}{}", rays.back().about.empty() ? "" : " ", *comment);
            about = about && comment;
            bodies.back() += line + '\n';
        }
    }
    for (std::size_t k = 0; k < rays.size(); ++k)
        rays[k].reproducer = read_reproducer(bodies[k], file);
    return rays;
}

std::vector<FamousRay> famous_rays(const std::filesystem::path& scenes) {
    const auto file = (scenes / "famous-rays.txt").string();
    const auto text = read_bytes(file, max_scene_bytes);
    return read_famous_rays({text.begin(), text.end()}, file);
}

const FamousRay& find_famous(const std::vector<FamousRay>& rays, const std::string& name) {
    const auto found = std::ranges::find(rays, name, &FamousRay::name);
    if (found != rays.end()) return *found;
    std::vector<std::string_view> names;
    for (const FamousRay& ray : rays) names.push_back(ray.name);
    throw Error(Exit::usage, "no famous ray '{}'; {}the rays are {}", name,
                did_you_mean(name, names), fmt::join(names, ", "));
}

Report list_famous(const std::vector<FamousRay>& rays, std::size_t width) {
    Report report;
    Rows rows;
    for (const auto& [name, about, reproducer] : rays) {
        report.text += fmt::format("{}\n{}", name, paragraph(about, width, 4));
        rows.push_back({{"name", name}, {"about", about}});
    }
    report.json = {{"version", 1}, {"rays", rows}};
    report.csv = std::move(rows);
    return report;
}

Report answers_on(const FamousRay& ray, std::size_t width) {
    const auto methods = methods_to_ask();
    const Reproducer& asked = ray.reproducer;
    const Geometry geometry(asked.triangles, Vec<double>(asked.ray.o));
    const Explanation explanation = explain(asked.ray, methods, geometry);
    const auto& E = explanation.answer.triangles;
    Rows rows, all;
    for (std::size_t m = 0; m < methods.size(); ++m) {
        const auto& answered = explanation.methods[m];
        const Object row{{"method", to_string(methods[m])},
                         {"hits", hit_text(methods[m], asked, geometry)},
                         {"t", answered.hit ? rounded(answered.hit.t, 9) : Value()},
                         {"outcome", to_string(answered.outcome)}};
        rows.push_back(row);
        all.push_back({{"ray", ray.name}});
        append(all.back(), row);
    }
    Report report;
    report.text = paragraph(ray.about, width);
    report.text += fmt::format("\no {}\nd {}\n", point_text(asked.ray.o), point_text(asked.ray.d));
    for (std::size_t k = 0; k < asked.triangles.size(); ++k) {
        const auto& [a, b, c] = asked.triangles[k];
        report.text += fmt::format("triangle {}: {}  {}  {}\n", k, point_text(a), point_text(b),
                                   point_text(c));
    }
    report.text += E.empty() ? "exact: no triangle is hit\n"
                             : fmt::format("exact: {} at t = {}\n", triangles_text(E),
                                           number_text(explanation.answer.t, 9));
    report.tables.push_back({"", rows});
    report.text += '\n' + tables_text(report.tables, width);
    report.csv = std::move(all);
    report.json = {{"version", 1},
                   {"name", ray.name},
                   {"about", ray.about},
                   {"exact_triangles", List(E.begin(), E.end())},
                   {"exact_t", E.empty() ? Value() : Value(explanation.answer.t)},
                   {"methods", rows}};
    return report;
}

}  // namespace hitmiss
