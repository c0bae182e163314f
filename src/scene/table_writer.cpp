#include "scene/table_writer.hpp"

#include <fmt/format.h>

#include "scene/number_table.hpp"

namespace hitmiss {

template <typename Real>
AppendRows<Real> table_writer(const Append& file, bool csv, Names names, std::size_t rows,
                              std::string_view shape) {
    if (csv) {
        file(fmt::format("{}\n", fmt::join(names, ",")));
        return [file, columns = names.size()](std::span<const Real> numbers) {
            std::string text;
            for (std::size_t k = 0; k < numbers.size(); ++k)
                fmt::format_to(std::back_inserter(text), "{}{}", numbers[k],
                               k % columns == columns - 1 ? '\n' : ',');
            file(text);
        };
    }
    std::string header =
        fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                    sizeof(Real), rows, shape);
    // As numpy does: the data begin at a multiple of 64.
    header.resize((npy_magic.size() + 2 + header.size() + 1 + 63) / 64 * 64 - npy_magic.size() - 3,
                  ' ');
    header += '\n';
    file(std::string(npy_magic) + char(header.size() & 0xff) + char(header.size() >> 8) + header);
    return [file](std::span<const Real> numbers) {
        file({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
    };
}

template AppendRows<float> table_writer(const Append&, bool, Names, std::size_t, std::string_view);
template AppendRows<double> table_writer(const Append&, bool, Names, std::size_t, std::string_view);

}  // namespace hitmiss
