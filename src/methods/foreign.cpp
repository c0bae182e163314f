#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

Method as_it_is(const Method& method, const Surroundings&) {
    return method;
}

constexpr Parameter of_answers[]{
    {.key = "cull",
     .choices = cull_names,
     .meaning = "back: that triangles seen from behind are missed is no leak"},
    {.key = "file",
     .meaning = "NPY or CSV: t and triangle of each ray, or t alone",
     .text = &Method::file},
    {.key = "name", .meaning = "what tables and pictures call it", .text = &Method::title},
    precision_parameter(Precision::single)};

/// Answers that another program gave.
constexpr Entry answers{{.name = "answers",
                         .source = "a file that another program wrote; see hitmiss rays",
                         .idea = "what the file says",
                         .kind = Kind::answer_file,
                         .open = "precision: float if each t is one"},
                        of_answers,
                        nullptr,
                        as_it_is};

constexpr std::array<std::string_view, 2> modes{"fast", "robust"};
constexpr std::array<std::string_view, 4> sizes{"1", "8", "16", "stream"};
constexpr Parameter of_embree[]{
    {.key = "mode", .choices = modes, .meaning = "robust: with the flag for watertight traversal"},
    {.key = "packet", .choices = sizes, .meaning = "rays to a call; stream: 256"}};

constexpr Entry embree{
    {.name = "embree",
     .source = "Wald et al., Embree: A Kernel Framework for Efficient CPU Ray Tracing (2014)",
     .idea = "Embree's own traversal and test, where it was found at the build",
     .kind = Kind::peer},
    of_embree,
    nullptr,
    as_it_is};

}  // namespace

Catalogue foreign_methods() {
    static constexpr std::array all{&answers, &embree};
    return all;
}

}  // namespace hitmiss
