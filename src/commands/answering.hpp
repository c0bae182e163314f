#pragma once
// Who answers rays: methods by their tracers, files, another tracer.

#include "commands/options.hpp"
#include "judge/answer_file.hpp"

namespace hitmiss {

/// --triangles: whose numbers files of answers use.
void add_triangles(Command& command, std::string& triangles);

/// What files of answers to so many rays are held against; `triangles` as the option says.
AnswerPlace answer_place(std::size_t rays, const Geometry& geometry, const std::string& triangles,
                         const std::vector<Method>& methods);

/// The answerer of a method that has no kernel. A file of answers sets its method's precision.
Answerer make_foreign_answerer(Method& method, const Geometry& geometry, const AnswerPlace& place);

/// The answerers of all methods: `own` makes those of methods with a kernel, in their order.
std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     const AnswerPlace& place,
                                     const std::function<Answerer(const Method&)>& own);

/// Tracers for all methods; says on stderr which of them no tree can help.
std::vector<Tracer> make_tracers(std::span<const Method> methods, const Geometry& geometry,
                                 Traversal how);

/// The answerers of all methods by such tracers.
std::vector<Answerer> make_answerers(std::vector<Method>& methods, const Geometry& geometry,
                                     Traversal how, const AnswerPlace& place);

}  // namespace hitmiss
