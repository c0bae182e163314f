#include "scene/table_mesh.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "scene/mesh_file.hpp"

namespace hitmiss {
namespace {

void check_table(const NumberTable& table) {
    if (table.columns() != 9)
        throw bad_input(table.path(), 0, "has {} numbers a row; nine, a, b and c, would be right",
                        table.columns());
    if (table.rows() > max_triangles) throw too_many_triangles(table.path());
    table.check_names({"ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz"});
}

}  // namespace

Announced check_table_mesh(const std::string& file, std::string_view start, FileSize size) {
    const NumberTable table(file, start, size);
    check_table(table);
    return {table.bytes()};
}

Mesh read_table_mesh(const NumberTable& table) {
    check_table(table);
    const std::string& file = table.path();
    SplitFaces faces;
    faces.triangles.reserve(table.rows());
    std::size_t rounded = 0;
    for_each_row(table, [&](std::size_t row, const double* numbers) {
        const auto corner = [numbers](std::size_t k) {
            return Vec<float>(Vec<double>(numbers[k], numbers[k + 1], numbers[k + 2]));
        };
        faces.add(std::array{corner(0), corner(3), corner(6)});
        if (!is_finite(faces.triangles.back()))
            throw bad_input(file, 0,
                            "row {} (counted from 0): a coordinate is not a finite number in the "
                            "range of a float",
                            row);
        rounded +=
            std::any_of(numbers, numbers + 9, [](double x) { return x != double(float(x)); });
        return true;
    });
    Mesh mesh;
    if (rounded > 0)
        mesh.warnings.push_back(fmt::format(
            "{}: triangles with doubles that are rounded to floats: {}", file, rounded));
    if (table.rounded_row())
        mesh.warnings.push_back(
            fmt::format("{}: row {} (counted from 0) has a number that is rounded to a float", file,
                        *table.rounded_row()));
    return mesh_of_faces(file, std::move(faces), std::move(mesh));
}

}  // namespace hitmiss
