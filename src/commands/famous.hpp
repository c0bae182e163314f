#pragma once
// Rays and triangles from public threads, scenes/famous-rays.txt.

#include "commands/options.hpp"
#include "judge/reproducer.hpp"

namespace hitmiss {

struct FamousRay {
    std::string name, about;  ///< about: the comments that tell where it is from
    Reproducer reproducer;
};

/// The rays of such a file. Throws Error{Exit::bad_input} with `file:line:`.
std::vector<FamousRay> read_famous_rays(const std::string& text, const std::string& file);

/// Those that come with the program, from the folder of its scenes.
std::vector<FamousRay> famous_rays(const std::filesystem::path& scenes);

/// The one of that name. Throws Error{Exit::usage} that names near ones.
const FamousRay& find_famous(const std::vector<FamousRay>& rays, const std::string& name);

/// Their names, and what each is about.
Report list_famous(const std::vector<FamousRay>& rays, std::size_t width);

/// What every method answers, those that programs ship included, and what is exact: a row per
/// method.
Report answers_on(const FamousRay& ray, std::size_t width);

}  // namespace hitmiss
