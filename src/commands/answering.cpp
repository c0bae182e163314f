#include "commands/answering.hpp"

#include "wings.hpp"

namespace hitmiss {

std::vector<Tracer> make_tracers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how) {
    auto tracers = Tracer::all(methods, geometry, how);
    for (std::size_t m = 0; m < methods.size() && how != Traversal::brute_force; ++m)
        if (!tracers[m].bounded())
            say("note: {} may accept points anywhere, so every ray meets all {} triangles",
                to_string(methods[m]), with_separators(geometry.triangles.size()));
    return tracers;
}

void add_triangles(Command& command, std::string& triangles) {
    command.option(
        "--triangles", triangles,
        "a mesh file (.obj, .stl, .ply, .npy or .csv) that has the scene's triangles in another "
        "order, by which files of answers number them");
}

AnswerPlace answer_place(std::size_t rays, const Geometry& geometry, const std::string& triangles,
                         const std::vector<Method>& methods) {
    AnswerPlace place{rays, geometry.triangles.size(), {}};
    if (!triangles.empty() &&
        std::ranges::find(methods, Kind::answer_file, &Method::kind) == methods.end())
        throw Error(Exit::usage,
                    "--triangles is for files of answers, as -m answers:file=hits.npy");
    if (!triangles.empty()) place.order = triangle_order(triangles, geometry.triangles);
    return place;
}

Answerer make_foreign_answerer(Method& method, const Geometry& geometry, const AnswerPlace& place) {
    return method.kind() == Kind::peer ? peer_answers(method, geometry)
                                       : open_answers(method, place);
}

std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     const AnswerPlace& place,
                                     const std::function<Answerer(const Method&)>& own) {
    std::vector<Answerer> answerers;
    for (Method& method : methods)
        answerers.push_back(method.has_kernel() ? own(method)
                                                : make_foreign_answerer(method, geometry, place));
    return answerers;
}

std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     Traversal how, const AnswerPlace& place) {
    std::vector<Method> own;
    std::ranges::copy_if(methods, std::back_inserter(own), &Method::has_kernel);
    const auto tracers = make_tracers(own, geometry, how);
    auto next = tracers.begin();
    return make_answerers(methods, geometry, place, [&](const Method& method) {
        return make_answerer(method, *next++, geometry);
    });
}

}  // namespace hitmiss
