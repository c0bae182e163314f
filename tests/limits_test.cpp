// The ends of the ranges that options and files accept: the largest and the least value is
// accepted, the next one is not.

#include "base/limits.hpp"

#include <fmt/format.h>

#include <cmath>

#include "built.hpp"
#include "commands/camera_options.hpp"
#include "commands/command_line.hpp"
#include "figure_testing.hpp"
#include "scene/number_table.hpp"
#include "scene_files.hpp"

namespace hitmiss {
namespace {

/// Whether the words are a command line; nothing is run. The command may have another option.
bool accepted(const std::string& command, const std::string& option, const std::string& value) {
    const std::size_t end = command.find(' ');
    std::vector<std::string> words{command.substr(0, end), "scene.toml", option, value};
    if (end != command.npos) words.push_back(command.substr(end + 1));
    if (command == "figures") words.erase(words.begin() + 1);
    try {
        return bool(parse_command_line(words));
    } catch (const Error& error) {
        EXPECT_EQ(error.exit, Exit::usage);
        EXPECT_NE(std::string(error.what()).find(option + ' ' + value), std::string::npos)
            << error.what();
        return false;
    }
}

TEST(Limits, OfOptionsAreTakenAndTheNextNumbersRefused) {
    const struct {
        const char *command, *option, *below, *least, *most, *above;
    } cases[]{
        {"sweep", "--from", "0", "1e-300", "1e300", "1.1e300"},
        {"sweep", "--to", "0", "1e-300", "1e300", "1.1e300"},
        {"sweep", "--per-decade", "0", "1", "20", "21"},
        {"bench", "--repeats", "0", "1", "1000", "1001"},
        {"advise", "--repeats", "0", "1", "1000", "1001"},
        {"render", "--samples", "0", "1", "16", "17"},
        {"render", "--threads", "0", "1", "1024", "1025"},
        {"explain --aim=edges", "--row", "-1", "0", "1000000000000", "1000000000001"},
        {"rays --aim=edges", "--rays", "0", "1", "1000000000000", "1000000000001"},
        {"rays --aim=edges", "--seed", "-1", "0", "1000000000000000", "1000000000000001"},
        {"compare", "--fail-over", "-1", "0", "1000000000000000", "1000000000000001"},
        {"leaks", "--rays", "0", "1", "1000000000000", "1000000000001"},
        {"leaks", "--seed", "-1", "0", "1000000000000000", "1000000000000001"},
        {"accept", "--triangle", "-1", "0", "1000000000000000", "1000000000000001"},
        {"accept", "--samples", "7", "8", "1024", "1025"},
        {"compare", "--width-mm", "19.9", "20", "1000", "1000.1"},
        {"compare", "--dpi", "35.9", "36", "2400", "2400.1"},
    };
    for (const auto& [command, option, below, least, most, above] : cases) {
        if (!built(command)) continue;
        EXPECT_FALSE(accepted(command, option, below)) << command << ' ' << option;
        EXPECT_TRUE(accepted(command, option, least)) << command << ' ' << option;
        EXPECT_TRUE(accepted(command, option, most)) << command << ' ' << option;
        EXPECT_FALSE(accepted(command, option, above)) << command << ' ' << option;
        EXPECT_FALSE(accepted(command, option, "nan")) << command << ' ' << option;
    }
}

TEST(Limits, OfTheImageCountSamples) {
    Scene scene = load_scene(HITMISS_SCENES "/cube.toml");
    const auto refused = [&](int width, int height) {
        return error_of([&] { resize(scene, width, height); }).exit == Exit::usage;
    };
    for (const auto& [samples, most] : {std::pair{1, 16384}, {4, 16384}, {5, 13107}, {16, 4096}}) {
        scene.samples = samples;
        resize(scene, most, 1), resize(scene, 1, most);
        EXPECT_EQ(scene.height, most);
        EXPECT_TRUE(refused(most + 1, 1) && refused(1, most + 1)) << samples;
    }
    EXPECT_TRUE(refused(0, 1) && refused(1, 0) && refused(-1, 1));
}

TEST(Limits, OfSceneFilesAreTaken) {
    const fs::path path = folder() / "scene.toml";
    const auto loads = [&](const std::string& text) {
        return error_of(write(path, text)) == "no error";
    };
    const auto padded = [&](std::size_t size) {
        return cube + std::string(size - cube.size(), '#');
    };
    EXPECT_TRUE(loads(padded(max_scene_bytes)));
    EXPECT_FALSE(loads(padded(max_scene_bytes + 1)));
    EXPECT_TRUE(loads(cube + '#' + std::string(max_dots, '.')));
    EXPECT_FALSE(loads(cube + '#' + std::string(max_dots + 1, '.')));
    std::string methods = cube;
    for (std::size_t k = 0; k < max_methods; ++k) methods += "[[method]]\nname = \"watertight\"\n";
    EXPECT_TRUE(loads(methods));
    EXPECT_FALSE(loads(methods + "[[method]]\nname = \"watertight\"\n"));

    // What an axis of the camera, a scale, an angle, a colour and a side take.
    const std::string camera = cube + "[camera]\nlook_at = [0, 0, 0]\neye = [0, 1, {}]\n";
    const std::string fov =
        cube + "[camera]\nlook_at = [0, 0, 0]\neye = [0, 0, 1]\nvertical_fov = {}\n";
    const struct {
        std::string text;
        const char *taken, *refused;
    } ends[]{
        {camera, "1e30", "1.0000001e30"},
        {camera, "-1e30", "-1.0000001e30"},
        {fov, "1e-9", "0"},
        {fov, "179.99999999999997", "180"},
        {cube + "scale = {}\n", "1e-300", "0"},
        {cube + "scale = {}\n", "9.99e29", "1e30"},
        {cube + "rotate = [0, {}, 0]\n", "360", "360.0001"},
        {cube + "rotate = [0, {}, 0]\n", "-360", "-360.0001"},
        {cube + "color = [0, {}, 0]\n", "1", "1.0000001"},
        {cube + "color = [1, {}, 1]\n", "0", "-1e-300"},
        {cube + "[image]\nwidth = {}\n", "1", "0"},
        {cube + "[image]\nheight = {}\n", "16384", "16385"},
        {cube + "[image]\nsamples = {}\n", "16", "17"},
        {cube + "[image]\nsamples = {}\n", "1", "0"},
        {cube + "[image]\nheight = 16384\nsamples = {}\n", "4", "5"},
    };
    for (const auto& [text, taken, refused] : ends) {
        EXPECT_TRUE(loads(fmt::format(fmt::runtime(text), taken))) << text << taken;
        EXPECT_FALSE(loads(fmt::format(fmt::runtime(text), refused))) << text << refused;
    }
}

TEST(Limits, OfCameraAndPathAreTaken) {
    const auto takes = [](const CameraOptions& options) {
        Scene scene = load_scene(HITMISS_SCENES "/cube.toml");
        try {
            apply(options, scene);
            return true;
        } catch (const Error& error) {
            EXPECT_EQ(error.exit, Exit::usage);
            return false;
        }
    };
    const struct {
        std::string CameraOptions::*option;
        const char *taken, *refused;
    } ends[]{
        {&CameraOptions::fov, "1e-9", "0"},
        {&CameraOptions::fov, "179.999", "180"},
        {&CameraOptions::zoom, "1e-9", "0"},
        {&CameraOptions::zoom, "999999", "1e6"},
        {&CameraOptions::eye, "0,1,1e30", "0,1,1.0000001e30"},
        {&CameraOptions::eye, "0,1,-1e30", "0,1,-1.0000001e30"},
    };
    for (const auto& [option, taken, refused] : ends) {
        CameraOptions options;
        options.*option = taken;
        EXPECT_TRUE(takes(options)) << taken;
        options.*option = refused;
        EXPECT_FALSE(takes(options)) << refused;
    }
    EXPECT_EQ(parse_path(fmt::format("{}F", most_moves)).size(), most_moves);
    EXPECT_EQ(parse_keys(std::string(most_moves, 'W')).size(), most_moves);
    for (const auto& too_many :
         {fmt::format("{}F", most_moves + 1), fmt::format("{}FF", most_moves)})
        EXPECT_EQ(error_of([&] { parse_path(too_many); }).exit, Exit::usage);
    EXPECT_EQ(error_of([&] { parse_keys(std::string(most_moves + 1, 'W')); }).exit, Exit::usage);
}

TEST(Limits, OfTablesAreTaken) {
    const fs::path path = folder() / "rays.csv";
    const std::string row = "1,2,3,4,5,6";
    const auto padded = [&](std::size_t size) {
        return write(path, row + std::string(size - row.size(), ' ') + '\n' + row).string();
    };
    EXPECT_EQ(NumberTable(padded(max_csv_line)).rows(), 2u);
    EXPECT_EQ(error_of([&] { NumberTable(padded(max_csv_line + 1)); }).exit, Exit::bad_input);
}

// Ranges are open or closed as the catalogue says.
TEST(Limits, OfMethodsSettingsAreThoseThatAreListed) {
    const double infinity = std::numeric_limits<double>::infinity();
    int tried = 0;
    for (const Entry* entry : catalogue())
        for (const auto& parameter : entry->parameters) {
            if (!parameter.choices.empty()) continue;
            const auto takes = [&](double value) {
                try {
                    make_method(std::string(entry->info.name),
                                {{std::string(parameter.key), fmt::format("{}", value)}});
                    return true;
                } catch (const Error& error) {
                    EXPECT_EQ(error.exit, Exit::usage);
                    return false;
                }
            };
            const auto& [lo, hi, open, unit] = parameter.allowed;
            EXPECT_EQ(takes(lo), !open) << entry->info.name << ' ' << parameter.key;
            EXPECT_EQ(takes(hi), !open) << entry->info.name << ' ' << parameter.key;
            EXPECT_TRUE(takes(std::nextafter(lo, infinity)) && takes(std::nextafter(hi, lo)));
            EXPECT_FALSE(takes(std::nextafter(lo, -infinity)));
            EXPECT_FALSE(takes(std::nextafter(hi, infinity)));
            EXPECT_FALSE(takes(infinity) || takes(std::nan("")));
            ++tried;
        }
    EXPECT_GT(tried, 3);
}

}  // namespace
}  // namespace hitmiss
