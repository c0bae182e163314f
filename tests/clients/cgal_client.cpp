// A tracer that hitmiss does not know: CGAL's tree of boxes, in double throughout.
//
//     cgal_client mesh.npy rays.npy hits.csv

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include <fstream>
#include <ios>
#include <vector>

#include "load.hpp"

using Numbers = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Numbers::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Numbers, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Numbers, Primitive>>;

int main(int, char** argv) {
    const std::vector<float> vertices = load(argv[1]), rays = load(argv[2]);
    const auto point = [](const float* at) { return Numbers::Point_3(at[0], at[1], at[2]); };
    Triangles triangles;
    for (const float* at = vertices.data(); at != vertices.data() + vertices.size(); at += 9)
        triangles.emplace_back(point(at), point(at + 3), point(at + 6));
    const Tree tree(triangles.begin(), triangles.end());

    std::ofstream csv(argv[3]);
    csv << std::hexfloat << "t,triangle\n";
    for (std::size_t k = 0; k < rays.size(); k += 6) {
        const Numbers::Point_3 origin = point(&rays[k]);
        const Numbers::Vector_3 way = point(&rays[k + 3]) - CGAL::ORIGIN;
        const auto hit = tree.first_intersection(Numbers::Ray_3(origin, way));
        // It answers with a point, or with a segment of a triangle in whose plane the ray lies.
        const auto* at = hit ? boost::get<Numbers::Point_3>(&hit->first) : nullptr;
        if (at == nullptr)
            csv << "inf,-1\n";
        else
            csv << (*at - origin) * way / way.squared_length() << ','
                << hit->second - triangles.begin() << '\n';
    }
    return csv.good() ? 0 : 1;
}
