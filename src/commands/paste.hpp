#pragma once
// Commands that are printed to be pasted into a shell.

#include "commands/options.hpp"
#include "judge/tally.hpp"

namespace hitmiss {

/// A ray on which a method errs, and the options that say which one: " --pixel 3,4".
struct ToExplain {
    Method method;
    std::string ray;
    std::optional<Method> alike = {};  ///< a method that gives the same answers, to be seen beside
};

/// The scene's file as an argument for a shell, also where its name begins like an option's.
std::string file_word(const std::string& file);

/// " --name value", fit for a shell; empty without a value.
std::string option_text(std::string_view name, const std::string& value);
/// --triangles, which is for files of answers only.
std::string order_text(const Method& method, const std::string& triangles);

/// PROGRAM explain FILE ..., for one ray.
std::string explain_command(const SceneOptions& options, const std::string& file,
                            const ToExplain& ray, const Output& output);

/// Such commands, a line each below a heading; empty without any.
std::string to_see_why(const std::vector<std::string>& commands);

/// A command for each, PROGRAM explain SCENE ..., a line each below a heading; empty if the table
/// is not text. A mesh that came by a pipe is written to FOLDER/stdin.obj first, so that the
/// commands find it again. Without such rays, if `where` says where there are no errors, a command
/// that aims rays where the scene's methods may fail, or that writes such rays for files of
/// answers. Empty where none of them takes such rays, or the mesh came by a pipe.
std::string explain_text(const SceneOptions& options, const TableOptions& table, const Scene& scene,
                         const std::vector<ToExplain>& rays, const std::filesystem::path& folder,
                         const Output& output, std::string_view where = "");

/// The first ray on which a method errs: one that leaks before others. The ray's number is 0 and
/// more; nothing if it never errs.
std::optional<std::uint64_t> first_error(const Tally& tally);

}  // namespace hitmiss
