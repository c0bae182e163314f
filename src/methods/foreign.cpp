#include "methods/catalogue.hpp"

namespace hitmiss {
namespace {

Method as_it_is(const Method& method, const Surroundings&) {
    return method;
}

constexpr Parameter of_answers[]{{"cull",
                                  double(Cull::none),
                                  {},
                                  cull_names,
                                  "back: that triangles seen from behind are missed is no leak"}};
constexpr Text words_of_answers[]{
    {"file", &Method::file, "NPY or CSV: t and triangle of each ray, or t alone"},
    {"name", &Method::title, "what tables and pictures call it"}};

/// Answers that another program gave.
constexpr Entry answers{{.name = "answers",
                         .source = "a file that another program wrote; see hitmiss rays",
                         .idea = "what the file says",
                         .kind = Kind::answer_file,
                         .open = "precision: float if each t is one"},
                        of_answers,
                        nullptr,
                        as_it_is,
                        words_of_answers};

constexpr std::array<std::string_view, 2> modes{"fast", "robust"};
constexpr std::array<std::string_view, 4> sizes{"1", "8", "16", "stream"};
constexpr Parameter of_embree[]{
    {"mode", 0, {}, modes, "robust: with the flag for watertight traversal"},
    {"packet", 0, {}, sizes, "rays to a call; stream: 256"}};

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
