// Rays that people reported as trouble to other programs: where the exact answer lies, and that the
// tree answers as brute force does.

#include <cmath>
#include <limits>

#include "program.hpp"

namespace hitmiss {
namespace {

constexpr double miss = std::numeric_limits<double>::infinity();

TEST_F(Program, MeetsReportedRaysWhereItShould) {
    const struct {
        std::string name, obj, rays;
        std::vector<double> t;
    } cases[]{
        {"just above a steep triangle",
         "v 90 -150 1077\nv 90 -120 1109\nv 120 -150 1076\nf 1 2 3\n",
         "90,-150,1077.1,-0.0,0.99503726,0.099503726\n90,-150,1077.1,0.0,0.99503726,0.099503726\n",
         {0.10393884162426377, 0.10393884162426377}},
        {"starts on a triangle or in its plane",
         "v 60 -30 1182\nv 60 0 1206\nv 90 -30 1174\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 4 5 6\n",
         "60,0,1206,-0.70710677,0,0.70710677\n0.25,0.25,0,0,0,1\n0.5,0.5,0,0,0,-1\n0,0,0,1,1,0\n-1,"
         "0.5,0,1,0,0\n-1,0,0,1,0,0\n0.25,0.25,0,1,2,0\n-1,2,0,1,0,0\n",
         {miss, miss, miss, miss, miss, miss, miss, miss}},
        {"the diagonal of a square",
         "v -5 -5 0\nv 5 -5 0\nv 5 5 0\nv -5 -5 0\nv 5 5 0\nv -5 5 0\nf 1 2 3\nf 4 5 6\n",
         "0,0,10,0.30458447,0.30458447,-0.9024725\n0,0,10,0.33,0.33,-1\n0,0,1,0,0,-1\n0.1,0.1,7,0."
         "123,0.123,-0.77\n",
         {11.08067004811781, 10.0, 1.0, 9.09090909090909}},
        {"a plane at a denormal x",
         "v 5.693442e-39 -5000 5000\nv 5.693442e-39 5000 5000\nv 5.693442e-39 5000 -5000\nf 1 2 "
         "3\n",
         "-5000,-5000,5000,0.70710677,0.70710677,0.0\n-5000,0,5000,1,0,0\n-5000,0,5000,1,0,-0.0\n-"
         "5000,0,1e-39,1,0,0\n",
         {7071.06792, 5000, 5000, 5000}},
        {"a fan, met along its axes and with -0",
         "v -1 0 0\nv 0 1 0\nv 0 0 0\nv 0 1 0\nv 1 0 0\nv 0 0 0\nv 1 0 0\nv 0 -1 0\nv 0 0 0\nv 0 "
         "-1 0\nv -1 0 0\nv 0 0 0\nf 1 2 3\nf 4 5 6\nf 7 8 9\nf 10 11 12\n",
         "0,0,1,0,0,-1\n1e-05,1e-05,1.00001,0,0,-1\n0,0,1,-0.0,-0.0,-1\n1,0,1,0,0,-1\n0,1,1,0,-0.0,"
         "-1\n0.5,0.5,1,-0.0,0,-1\n0.5,0,1,0,0,-1\n-1,0,5,0,0,-1\n",
         {1, 1.00001, 1, 1, 1, 1, 1, 5}},
        {"two parallel triangles",
         "v 1 -1 1\nv 1 1 1\nv -1 1 1\nv 1 -1 2.1\nv 1 1 2.1\nv -1 1 2.1\nf 1 2 3\nf 4 5 6\n",
         "0.25,0.25,0,0,0,1\n0.25,0.25,0,0,-0.0,1\n0.25,0.25,0,-0.0,-0.0,1\n0.25,0.25,3,0,-0.0,-"
         "1\n1,1,0,0,0,1\n1,-1,0,-0.0,0,1\n1,0,0,0,0,1\n",
         {1, 1, 1, 0.9, 1, 1, 1}},
        {"both faces of a cube",
         "v 1.6 1.6 1.6\nv 14.4 1.6 1.6\nv 1.6 14.4 1.6\nv 14.4 14.4 1.6\nv 1.6 1.6 14.4\nv 14.4 "
         "1.6 14.4\nv 1.6 14.4 14.4\nv 14.4 14.4 14.4\nf 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 "
         "6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n",
         "1,8,11.5,14,0,0\n1,8,4.5,14,0,0\n1,8,8,14,0,0\n1,1.6,8,14,0,0\n1,14.4,14.4,14,0,0\n1.6,8,"
         "8,1,0,0\n15,8,8,-14,-0.0,0\n8,8,8,-1,0,0\n",
         {0.0428571429, 0.0428571429, 0.0428571429, 0.0428571429, 0.0428571429, 12.8, 0.0428571429,
          6.4}},
        {"origins farther and farther away",
         "v 0.25 0.5 0.125\nv 1.75 0.75 0.5\nv 0.5 1.5 1.25\nf 1 2 3\n",
         "0.7896943729212372,0.17480433966103148,1.2941307263188082,0.04363896041209618,0."
         "7418623270056351,-0.6691307263188081\n0.39694372921237153,-6.501956603389685,7."
         "316307263188081,0.04363896041209618,0.7418623270056351,-0.6691307263188081\n-3."
         "530562707876285,-73.26956603389684,67.53807263188081,0.04363896041209618,0."
         "7418623270056351,-0.6691307263188081\n-42.805627078762846,-740.9456603389685,669."
         "7557263188081,0.04363896041209618,0.7418623270056351,-0.6691307263188081\n-435."
         "5562707876285,-7417.7066033896845,6691.932263188081,0.04363896041209618,0."
         "7418623270056351,-0.6691307263188081\n-4363.0627078762855,-74185.31603389684,66913."
         "69763188082,0.04363896041209618,0.7418623270056351,-0.6691307263188081\n-43638."
         "127078762845,-741861.4103389685,669131.3513188082,0.04363896041209618,0.7418623270056351,"
         "-0.6691307263188081\n",
         {1, 10, 100, 1000, 10000, 100000, 1e+06}},
        {"a thin triangle far out",
         "v 2832.862 200 -641.5822\nv 2834.611 200.0066 -643.3685\nv 2834.289 200 -640.1809\nf 1 2 "
         "3\n",
         "2834,210,-641.5,0,-1,0\n2833.9206,205,-641.7105,0,-1,0\n2834.611,300,-643.3685,0,-1,"
         "0\n2700,200.003,-642,1,0,0\n2833.5,190,-641.9,0,1,0\n",
         {9.998047901, 4.997797876, 99.99339294, 134.0599736, 10.00178056}},
        {"a wall a thousand wide",
         "v -500 -500 50\nv 500 -500 50\nv 500 500 50\nv -500 -500 50\nv 500 500 50\nv -500 500 "
         "50\nf 1 2 3\nf 4 5 6\n",
         "-480,0,0,0,-0.02,1\n-420,0,0,0,-0.02,1\n-360,0,0,0,-0.02,1\n-300,0,0,0,-0.02,1\n-240,0,0,"
         "0,-0.02,1\n-180,0,0,0,-0.02,1\n-120,0,0,0,-0.02,1\n-60,0,0,0,-0.02,1\n0,0,0,0,-0.02,"
         "1\n60,0,0,0,-0.02,1\n120,0,0,0,-0.02,1\n180,0,0,0,-0.02,1\n240,0,0,0,-0.02,1\n300,0,0,0,-"
         "0.02,1\n360,0,0,0,-0.02,1\n420,0,0,0,-0.02,1\n480,0,0,0,-0.02,1\n",
         {50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50}},
        {"triangles behind",
         "v -1 -1 5\nv 1 -1 5\nv 0 1 5\nv -1 -1 -5\nv 1 -1 -5\nv 0 1 -5\nf 1 2 3\nf 4 5 6\n",
         "0,0,0,0,0,1\n0,0,0,0,0,-1\n0,0,6,0,0,1\n0,0,-6,0,0,-1\n0,0,6,0,0,-1\n",
         {5, 5, miss, miss, 1}},
        {"a far block",
         "v 100928 99222 3541\nv 101194 99222 3541\nv 100928 99508 3541\nv 101194 99508 3541\nv "
         "100928 99222 3644\nv 101194 99222 3644\nv 100928 99508 3644\nv 101194 99508 3644\nf 1 3 "
         "4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 "
         "4 8\nf 2 8 6\n",
         "101061,99365,9000,0,0,-1\n100928,99222,9000,0,0,-1\n100928.5,99222.5,9000,0,0,-1\n101061,"
         "99365,3590,1,0,0\n101061,90000,3592.5,0,1,0\n",
         {5356, 5356, 5356, 133, 9222}},
    };
    for (const auto& [name, obj, rays, t] : cases) {
        SCOPED_TRACE(name);
        write("m.obj", obj), write("r.csv", "ox,oy,oz,dx,dy,dz\n" + rays);
        const auto exact = run("compare m.obj --rays r.csv -m exact --answers a.csv");
        ASSERT_EQ(exact.exit, 0) << exact.err;
        std::istringstream answers(read_all(folder_ / "a.csv"));
        std::string line;
        std::getline(answers, line);
        for (const double expected : t) {
            ASSERT_TRUE(std::getline(answers, line));
            const double found = std::strtod(line.c_str(), nullptr);
            // Infinity where nothing is hit.
            EXPECT_TRUE(found == expected || std::abs(found - expected) <= 1e-6 * expected) << line;
        }
        for (const char* method : {"moller-trumbore", "watertight", "baldwin-weber"}) {
            std::string tree;
            for (const char* how : {"", " --one-ray", " --brute-force"}) {
                const auto outcome = run("compare m.obj --rays r.csv --answers a.csv -m " +
                                         std::string(method) + how);
                ASSERT_EQ(outcome.exit, 0) << outcome.err;
                const std::string found = read_all(folder_ / "a.csv");
                EXPECT_EQ(found, tree.empty() ? found : tree) << method << how;
                tree = found;
            }
        }
    }
    write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), write("r.csv", "0,0,0,0,0,0\n");
    const auto zero = run("compare m.obj --rays r.csv -m exact");
    EXPECT_EQ(zero.exit, 3);
    EXPECT_NE(zero.err.find("r.csv: row 0 (counted from 0) has the direction 0"), std::string::npos)
        << zero.err;
    const auto down = run("compare m.obj -m exact --eye 0,9,0 --look-at 0,0,0");
    EXPECT_EQ(down.exit, 2);
    EXPECT_NE(down.err.find("--up 0,0,1 would be right"), std::string::npos) << down.err;
}

}  // namespace
}  // namespace hitmiss
