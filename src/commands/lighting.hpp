#pragma once
// What the command line says about a lamp, and which methods can light a picture or leave a
// surface.

#include "commands/options.hpp"
#include "judge/spawning.hpp"

namespace hitmiss {

struct LightOptions {
    std::string light;  ///< x,y,z as typed; empty: no lamp
    std::optional<Leaving> rule;
    std::vector<std::string> epsilons;  ///< as typed
};
void add_light(Command& command, LightOptions& options, const std::string& help);

/// Throws Error{Exit::usage} for a method that cannot answer rays that start on the surface.
void check_leaves(std::span<const Method> methods);

/// Throws Error{Exit::usage} if there is no lamp, but an option for one.
void check_unlit(const LightOptions& options);

/// Says why a picture shows nothing: no ray of it meets the mesh, whatever the tests say, or, if
/// `turned_away`, no side that is seen is turned to the lamp.
void say_why_dark(const Scene& scene, const Geometry& geometry, bool turned_away);

/// A lamp for each epsilon, or one if the rule has none. Without rule and epsilon, `all` gets three
/// epsilons that suit the scene's size, else the rule is NVIDIA's. Throws Error{Exit::usage}, and
/// Error{Exit::bad_input} where the mesh has no area.
std::vector<Lamp> read_lamps(const LightOptions& options, bool all, const std::string& scene,
                             const Geometry& geometry);

/// The lamp of a picture by each of these methods; nothing without --light. Throws as the others.
std::optional<Lamp> read_lamp(const LightOptions& options, const std::string& scene,
                              const Geometry& geometry, std::span<const Method> methods);

}  // namespace hitmiss
