// Several scenes in one figure.

#include <gtest/gtest.h>

#include <set>

#include "base/words.hpp"
#include "built.hpp"
#include "draw/comparison_sheet.hpp"
#include "figure_testing.hpp"
#include "judge/judge.hpp"
#include "program.hpp"
#include "scene/scene.hpp"

namespace hitmiss {
namespace {

Comparison compared(const Scene& scene) {
    const Geometry geometry(scene.mesh.triangles, scene.camera.eye);
    return compare({picture_rays(scene.camera, scene.width, scene.height),
                    make_answerers(scene.methods, geometry, Traversal::one_ray),
                    make_reference(scene.reference, geometry), geometry},
                   scene.width, scene.height);
}

Scene small_scene(const std::string& name, int width, int height) {
    Scene scene = load_scene(HITMISS_SCENES "/" + name + ".toml");
    scene.width = width, scene.height = height;
    scene.methods = {parse_method("moller-trumbore:epsilon=1e-6,cull=back"),
                     parse_method("moller-trumbore:epsilon=0,cull=back")};
    return scene;
}

// The tiny sphere is lost at 1e-6 and the cube is not; at 0 neither is. So there is one row of
// maps, and pictures of both sizes stand in columns of their own.
TEST(Plate, HasAColumnForEachSceneAndMapsWhereAMethodErrs) {
    const Scene tiny = small_scene("icosphere-tiny", 40, 40), cube = small_scene("cube", 30, 40);
    const Comparison first = compared(tiny), second = compared(cube);
    const std::uint64_t leaks = first.columns[0].tally.outcomes.leaks;
    ASSERT_GT(leaks, 500u);
    ASSERT_EQ(second.columns[0].tally.outcomes.errors() + first.columns[1].tally.outcomes.errors(),
              0u);
    for (const double width_mm : {84.0, 160.0}) {
        const Drawing plate =
            draw_plate("A title", "", {{tiny, first}, {cube, second}}, {width_mm, 150, 8.6, 1e4})
                .front();
        expect_readable(plate);
        std::multiset<int> widths;
        std::set<int> columns;
        for (const auto& element : plate.elements)
            if (const auto* raster = std::get_if<Raster>(&element)) {
                widths.insert(raster->picture.width);
                columns.insert(raster->x + raster->factor * raster->picture.width / 2);
            }
        EXPECT_EQ(widths, (std::multiset<int>{30, 30, 30, 40, 40, 40}));
        EXPECT_LE(columns.size(), 4u) << "centres of two columns, within a dot";
        std::multiset<std::string> texts;
        for (const TextBox& box : text_boxes(plate)) texts.insert(box.words->text);
        for (const char* text :
             {"icosphere tiny", "cube", "1,280 triangles", "12 triangles", "errors", "leaks"})
            EXPECT_EQ(texts.count(text), 1u) << text;
        EXPECT_EQ(texts.count(with_separators(leaks)), 1u);
        EXPECT_EQ(texts.count("false hits"), 0u) << "nobody makes any";
    }
}

using PlateCommand = Program;
TEST_F(PlateCommand, TheTableIsTheSameWithAFigure) {
    const std::string compare = "compare " + scene("cube") + ' ' + scene("icosphere") +
                                " --size 48x48 -m angle-sum:0.5 -m angle-sum:1e-6 -m same-side "
                                "-m angle-sum:0.01 --format csv";
    const auto table = run(compare), drawn = run(compare + " --max-height-mm 1000 -o plate.svg");
    ASSERT_EQ(drawn.exit, 0) << drawn.err;
    EXPECT_EQ(drawn.out, table.out);
    EXPECT_EQ(files(), std::vector<std::string>{"plate.svg"});
    // The title says which of the scenes it is about, as a heading, whatever the file's name.
    const std::string figure = read_all(folder_ / "plate.svg");
    EXPECT_NE(figure.find("<title>Cube: At ε = 0.5 the angle sum is wrong at "), figure.npos)
        << figure.substr(0, 300);
    const auto differing = run("compare " + scene("cube") + ' ' + scene("grid") + " -o a.svg");
    EXPECT_EQ(differing.exit, 2);
    EXPECT_NE(differing.err.find("the same methods on all; choose them with --method"),
              std::string::npos);
    if (!built("compare --checkpoint")) return;
    const auto long_one = run(compare + " -o a.svg --checkpoint c");
    EXPECT_EQ(long_one.exit, 2);
    EXPECT_NE(long_one.err.find("--checkpoint is for the table alone"), std::string::npos);
}

}  // namespace
}  // namespace hitmiss
