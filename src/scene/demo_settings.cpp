#include <charconv>

#include "scene/scene.hpp"
#include "scene/toml_reader.hpp"

namespace hitmiss {
namespace {

char upper(char c) {
    return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
}

Error too_many(std::string_view what) {
    return {Exit::usage, "too many {}; up to {} would be right", what, most_moves};
}

constexpr Range distance{0, coordinate.hi, false, "scene units"};
constexpr Range path_length{0, coordinate.hi, true, "scene units"};

}  // namespace

std::string parse_path(std::string_view text) {
    constexpr std::string_view moves = "FBLR";
    std::string path;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at != end; ++at) {
        if (*at == ' ') continue;
        std::uint16_t count = 1;
        const auto [stop, failure] = std::from_chars(at, end, count);
        at = stop;
        const char move = at == end ? ' ' : upper(*at);
        if (moves.find(move) == moves.npos)
            throw Error(Exit::usage,
                        "'{}' is not a path; write moves F, B, L, R, each with or without a "
                        "count, such as \"3F L F\"",
                        text);
        if (failure == std::errc::result_out_of_range || path.size() + count > most_moves)
            throw too_many("moves");
        path.append(count, move);
    }
    return path;
}

std::string parse_keys(std::string_view text) {
    constexpr std::string_view keys = "WSADEQ";
    std::string pressed;
    for (const char c : text) {
        if (c == ' ') continue;
        if (keys.find(upper(c)) == keys.npos)
            throw Error(Exit::usage,
                        "'{}' contains '{}'; the keys are W and S (x), A and D (y), E and Q (z)",
                        text, c);
        pressed += upper(c);
    }
    if (pressed.size() > most_moves) throw too_many("keys");
    return pressed;
}

Placement read_placement(const TomlReader& reader) {
    constexpr Range factor{0, coordinate.hi, true};
    Placement placement;
    placement.scale = reader.has_array("scale") ? reader.vector("scale", factor, placement.scale)
                                                : Vec<double>(reader.number("scale", factor, 1));
    placement.rotate = reader.vector("rotate", {-360, 360, false, "degrees"}, placement.rotate);
    placement.translate = reader.vector("translate", coordinate, placement.translate);
    return placement;
}

Motion read_motion(const TomlReader& reader) {
    reader.only({"scale", "rotate", "translate", "spin", "drift"});
    Motion motion;
    motion.start = read_placement(reader);
    motion.spin = reader.vector("spin", {-360, 360, false, "degrees"}, motion.spin);
    motion.drift = reader.vector("drift", {-1e6, 1e6, false, "scene units"}, motion.drift);
    return motion;
}

WalkSettings read_walk(const TomlReader& reader) {
    reader.only({"position", "facing", "step", "turn", "path", "near", "vertical_fov"});
    WalkSettings walk;
    walk.position = Vec<float>(reader.vector("position", coordinate));
    walk.facing = reader.vector("facing", {-1e6, 1e6}, walk.facing);
    if (glm::length(Vec<double>(walk.facing.x, 0, walk.facing.z)) <
            1e-6 * glm::length(walk.facing) ||
        glm::length(walk.facing) < 1e-100)
        throw reader.error(
            "facing", "facing is straight up or down, or has no length; [0, 0, -1] would be right");
    walk.step = reader.number("step", path_length);
    walk.turn = reader.number("turn", {-360, 360, false, "degrees"}, 90);
    const std::string path = reader.text("path");
    walk.path = reader.at("path", [&] { return parse_path(path); });
    walk.near = reader.number("near", distance, 0.01);
    walk.vertical_fov = reader.number("vertical_fov", {0, 180, true, "degrees"}, 60);
    return walk;
}

ProbeSettings read_probe(const TomlReader& reader) {
    reader.only({"point", "step", "tolerance", "keys"});
    ProbeSettings probe;
    probe.point = Vec<float>(reader.vector("point", coordinate));
    probe.step = reader.number("step", path_length, 0.1);
    probe.tolerance = reader.number("tolerance", distance, probe.step / 2);
    const std::string keys = reader.has("keys") ? reader.text("keys") : "";
    probe.keys = reader.at("keys", [&] { return parse_keys(keys); });
    return probe;
}

}  // namespace hitmiss
