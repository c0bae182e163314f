// Material files, and names of materials and of files, that people reported as trouble to other
// programs: the colours of two squares, and what is said.

#include "obj_files.hpp"

namespace hitmiss {
namespace {

const std::string two_squares =
    "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 3 0 0\nv 5 0 0\nv 5 2 0\nv 3 2 0\n";
const std::string rgb =
    "newmtl red\nKd 0.9 0.1 0.1\nnewmtl green\nKd 0.1 0.8 0.2\nnewmtl blue\nKd 0.1 0.2 0.9\n";
const Vec<float> red(0.9f, 0.1f, 0.1f), green(0.1f, 0.8f, 0.2f), blue(0.1f, 0.2f, 0.9f), grey(0.8f),
    yellow(0.9f, 0.9f, 0.1f), black(0);

class MaterialCases : public ObjFiles {
protected:
    /// Expects these colours of the left and of the right square, and warnings that say each of the
    /// texts, in this order, after the name of the folder.
    void expect(const std::string& obj, Vec<float> left, Vec<float> right,
                const std::vector<std::string>& said = {}) const {
        SCOPED_TRACE(obj);
        Mesh mesh;
        ASSERT_NO_THROW(mesh = load_obj(write(obj)));
        EXPECT_EQ(mesh.material_of(0).kd, left);
        EXPECT_EQ(mesh.material_of(mesh.triangles.size() - 1).kd, right);
        ASSERT_EQ(mesh.warnings.size(), said.size()) << warnings(mesh);
        for (std::size_t k = 0; k < said.size(); ++k)
            EXPECT_TRUE(mesh.warnings[k].starts_with((folder_ / said[k]).string()))
                << mesh.warnings[k];
    }

    static std::string using_materials(const std::string& libraries, const std::string& left,
                                       const std::string& right) {
        return libraries + two_squares + "usemtl " + left + "\nf 1 2 3 4\nusemtl " + right +
               "\nf 5 6 7 8\n";
    }
};

TEST_F(MaterialCases, AFaultyFileCostsAWarningAndColours) {
    const std::string line = "paint.mtl:2: ", default_colour = "; the default colour is used";
    const struct {
        std::string kd;
        Vec<float> colour;
        std::vector<std::string> said = {};
    } cases[]{
        {"Kd xyz 0.4 0.3 0.2",
         grey,
         {line + "'Kd xyz' is not supported; write r g b" + default_colour}},
        {"Kd spectral file.rfl 1", grey, {line + "'Kd spectral' is not supported"}},
        {"Kd 0.4", Vec<float>(0.4f)},
        {"Kd 0.2 0.7 0.3 1.0", {0.2f, 0.7f, 0.3f}},
        {"Kd 0.4 0.4",
         grey,
         {line + "'Kd' has 2 numbers; it needs r g b, or one for a grey" + default_colour}},
        {"Kd", grey, {line + "'Kd' has 0 numbers"}},
        {"Kd nan 0 0", grey, {line + "'nan' is not a finite number"}},
        {"Kd 0 0 1.#QNAN", grey, {line + "'1.#QNAN' is not a finite number"}},
        {"Kd 1e-400 1e-60 0", black},
        {"Kd 0,9 0,1 0,1",
         grey,
         {line + "'0,9' is not a number; write the decimal point as '.'" + default_colour}},
        {"Kd 2.0 0.5 0.25", {1, 0.5f, 0.25f}, {line + "a Kd outside [0, 1] was clamped"}},
        {"Kd 0.9 0.1 0.1 # a red", red},
        {"\tKd\t0.9\t0.1\t0.1\t", red},
        {"Kd 0.9 0.1 0.1\nTr 1.000000", red},
        {"Kd 0 0 0", black},
        {"map_Kd wood.jpg", grey},
        {"Kd 0.00 0.00 0.00\nmap_Kd -s 1 1 1 wood tile.jpg",
         black,
         {"paint.mtl:1: 'paint' is black and has a texture; textures are not read"}},
        {"map_Kd wood.jpg\nKd 0", black, {"paint.mtl:1: 'paint' is black"}},
        {"Kd x\nnewmtl other\nKd 1 2\nnewmtl more\nKd 0,5 0 0",
         grey,
         {line + "'x' is not a number; write it like -1.5 or 2e-3" + default_colour +
          "; materials like this: 3"}},
        {"Kd 1 0 0\nKd x",
         {1, 0, 0},
         {"paint.mtl:3: 'x' is not a number; write it like -1.5 or 2e-3; another Kd of the "
          "material is used"}},
        {"Kd x\nKd 1 0 0", {1, 0, 0}, {line + "'x' is not a number; write it like"}},
        {"kd 1 0 0", grey, {line + "'kd' is ignored; 'Kd' would be right"}},
        {"KD 1 0 0\nKd 0", black, {line + "'KD' is ignored; 'Kd' would be right"}},
        {std::string("Kd 1 0 0\0", 9), grey, {"paint.mtl:2: NUL byte", "mesh.obj"}},
    };
    for (const auto& [kd, colour, said] : cases) {
        const bool text = kd.find('\0') == kd.npos;
        write("newmtl paint\n" + kd + "\nnewmtl green\nKd 0.1 0.8 0.2\n", "paint.mtl");
        expect(using_materials("mtllib paint.mtl\n", "paint", "green"), colour, text ? green : grey,
               text ? said : std::vector{said[0]});
    }
    write("\xFF\xFEn\0e\0w\0", "paint.mtl");
    expect(using_materials("mtllib paint.mtl\n", "paint", "green"), grey, grey,
           {"paint.mtl: is UTF-16 text; save it as ASCII or UTF-8; the default colours are used"});
    write("\xEF\xBB\xBFnewmtl paint\r\nKd 0.9 0.1 0.1\r\n\r\nnewmtl green\r\nKd 0.1 0.8 0.2\r\n",
          "paint.mtl");
    expect("\xEF\xBB\xBF" + using_materials("mtllib paint.mtl\r\n", "paint\r", "green\r"), red,
           green);
}

TEST_F(MaterialCases, NamesMatchWholeBeforeTheyAreCutAtAComment) {
    write(
        "newmtl Wood # 1\nKd 0.9 0.1 0.1\nnewmtl Wood # 2\nKd 0.1 0.8 0.2\nnewmtl Material #25\nKd "
        "0.1 0.2 0.9\n"
        "newmtl #ff8800\nKd 0.9 0.9 0.1\nnewmtl oak # a comment\nKd 0.9 0.1 0.1\n",
        "a.mtl");
    write(
        "newmtl Lib\\Wood\\Dark oak\nKd 0.9 0.1 0.1\nnewmtl Stone\\\nKd 0.1 0.8 0.2\nnewmtl "
        "tail\nKd 0.1 0.2 "
        "0.9\nnewmtl   dirt:dirt_49  \nKd 0.9 0.1 0.1\n  newmtl \"two words\"  \nKd 0.1 0.8 0.2\n",
        "b.mtl");
    write("# \xE4\xF6\xFC\nnewmtl rot\nKd 0.9 0.1 0.1\nnewmtl gr\xFCn\nKd 0.1 0.8 0.2\n", "c.mtl");
    const std::string all = "mtllib a.mtl b.mtl c.mtl\n";
    expect(using_materials(all, "Wood # 1", "Wood # 2"), red, green);
    expect(using_materials(all, "Wood # 2 # the second", "Material #25 #26"), green, blue);
    expect(using_materials(all, "#ff8800", "oak"), yellow, red);
    expect(using_materials(all, "rot # another", "# no name"), red, grey);
    expect(using_materials(all, "oak", "Wood # 3"), red, grey,
           {"mesh.obj: no material 'Wood # 3' in a material file; the default is used"});
    expect(using_materials(all, "Lib\\Wood\\Dark oak", "tail"), red, blue);
    expect(using_materials(all, " dirt:dirt_49\t", "\"two words\"  "), red, green);
    expect(using_materials(all, "gr\xFCn", "rot"), green, red);
    expect(using_materials(all, "rot", ""), red, grey);
    expect("usemtl rot\n" + all + two_squares + "f 1 2 3 4\nusemtl gr\xFCn\nf 5 6 7 8\n", red,
           green);
    expect(all + two_squares + "usemtl rot\nf 1 2 3 4\nusemtl\nf 5 6 7 8\n", red, grey);
}

TEST_F(MaterialCases, FilesAreFoundAsTheirNamesWereMeant) {
    write(rgb, "rgb.mtl");
    write(rgb, "my paint.mtl");
    write("newmtl yellow\nKd 0.9 0.9 0.1\nnewmtl red\nKd 0 0 0\n", "other.mtl");
    fs::create_directory(folder_ / "sub");
    write(rgb, "sub/inner.mtl");
    const auto missing = [](const std::string& name) {
        return "mesh.obj:1: material file '" + name + "' does not exist; not opened";
    };
    for (const char* name :
         {".\\rgb.mtl", "./rgb.mtl", "sub\\inner.mtl", "./sub/inner.mtl",
          "C:\\Users\\someone\\Desktop\\rgb.mtl", "C:/Users/someone/rgb.mtl",
          "\\\\server\\share\\rgb.mtl", "/home/someone/rgb.mtl", "my paint.mtl ", "my\\ paint.mtl",
          "\"my paint.mtl\"", "C:\\Users\\some one\\my paint.mtl", "rgb.mtl # comment",
          "rgb.mtl rgb.mtl other.mtl", "other.mtl my paint.mtl rgb.mtl",
          "my\\ paint.mtl other.mtl"}) {
        const bool other_first = std::string_view(name).starts_with("other");
        expect(using_materials(fmt::format("mtllib {}\n", name), "red", "green"),
               other_first ? black : red, green);
    }
    expect(using_materials("mtllib my paint.mtl other.mtl\n", "red", "yellow"), red, yellow);
    // Blanks are escaped in a path of Windows, too.
    fs::create_directory(folder_ / "sub dir");
    fs::create_directory(folder_ / "sub dir/in");
    write(rgb, "sub dir/in/in ner.mtl");
    expect(using_materials("mtllib sub\\ dir\\in\\in\\ ner.mtl\n", "red", "green"), red, green);
    // Which is not there does not take a file with it.
    expect(using_materials("mtllib gone.txt rgb.mtl\n", "red", "green"), red, green,
           {missing("gone.txt")});
    expect(using_materials("mtllib gone rgb.mtl other.mtl\n", "green", "yellow"), green, yellow,
           {missing("gone")});
    // Which is not there is said once, by its whole name.
    expect(using_materials("mtllib your paint.mtl\n", "red", "green"), grey, grey,
           {missing("your paint.mtl")});
    expect(
        using_materials("mtllib your paint.mtl rgb.mtl no.mtl # x\nmtllib no.mtl\n", "red", "none"),
        red, grey, {missing("your paint.mtl"), missing("no.mtl")});
    expect(using_materials("mtllib C:\\Users\\someone\\a rather long folder\\none.mtl\n", "red",
                           "green"),
           grey, grey, {missing("C:\\Users\\someone\\a rather long folder\\none.mtl")});
    expect(using_materials("mtllib RGB.MTL\n", "red", "green"), grey, grey, {missing("RGB.MTL")});
    // Absolute paths of another machine, each by its last part, which may be one of two words.
    const std::string several = "mtllib C:\\Users\\a b\\rgb.mtl D:\\c d\\other.mtl\n";
    expect(using_materials(several, "green", "yellow"), green, yellow);
    expect(using_materials("mtllib /home/a/rgb.mtl /home/b/other.mtl\n", "green", "yellow"), green,
           yellow);
    write("newmtl green\nKd 0 0 0\n", "paint.mtl");
    expect(using_materials("mtllib /no/my paint.mtl /no/other.mtl\n", "green", "yellow"), green,
           yellow);
    expect(using_materials("mtllib C:/no/none.mtl /no/rgb.mtl\n", "red", "green"), red, green,
           {missing("C:/no/none.mtl")});
    std::string many;
    for (int k = 0; k < 181; ++k) many += "mtllib rgb.mtl\n";
    expect(using_materials(many, "red", "green"), red, green);
}

TEST_F(MaterialCases, TheFirstFileThatHasANameWins) {
    write(rgb, "rgb.mtl");
    write("newmtl green\nKd 0.5 0.5 0\nnewmtl yellow\nKd 0.9 0.9 0.1\n", "other.mtl");
    expect(using_materials("mtllib rgb.mtl other.mtl\n", "green", "yellow"), green, yellow);
    expect(using_materials("mtllib other.mtl rgb.mtl\n", "green", "red"), {0.5f, 0.5f, 0}, red);
    expect(using_materials("mtllib rgb.mtl\nmtllib other.mtl\n", "green", "yellow"), green, yellow);
    // In one file, too.
    write(
        "newmtl green\nKd 0.1 0.8 0.2\nnewmtl green\nKd 0.9 0.1 0.1\nnewmtl yellow\n"
        "Kd 0.9 0.9 0.1\n",
        "twice.mtl");
    expect(using_materials("mtllib twice.mtl\n", "green", "yellow"), green, yellow);
}

TEST_F(MaterialCases, EachFaceHasTheLastNameBeforeIt) {
    write(rgb, "rgb.mtl");
    const auto path =
        write("mtllib rgb.mtl\n" + two_squares +
              "o first\nusemtl red\nf 1 2 3\nusemtl red\nf 1 3 4\ng second\no second\nf 5 6 7\n"
              "usemtl green\nf 5 7 8\n");
    const Mesh mesh = load_obj(path);
    std::vector<Vec<float>> colours;
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k)
        colours.push_back(mesh.material_of(k).kd);
    EXPECT_EQ(colours, (std::vector{red, red, red, green}));
}

}  // namespace
}  // namespace hitmiss
