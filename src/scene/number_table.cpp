#include "scene/number_table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/error.hpp"
#include "base/inputs.hpp"
#include "base/limits.hpp"
#include "base/temporary_file.hpp"
#include "base/words.hpp"
#include "scene/mesh_file.hpp"

namespace hitmiss {

struct NumberType {
    std::string_view name;
    NumberKind numbers;
    std::size_t bytes;
    void (*widen)(const char* stored, std::span<double> numbers);
};

namespace {

template <typename Stored>
void widen(const char* stored, std::span<double> numbers) {
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        Stored number;
        std::memcpy(&number, stored + k * sizeof(Stored), sizeof(Stored));
        numbers[k] = double(number);
    }
}
template <typename Stored>
constexpr NumberType stored_as(std::string_view name, NumberKind numbers) {
    return {name, numbers, sizeof(Stored), widen<Stored>};
}
constexpr std::string_view float_name = "'<f4'";
constexpr NumberType number_types[]{
    stored_as<double>("'<f8'", NumberKind::real),
    stored_as<float>(float_name, NumberKind::real),
    stored_as<std::uint8_t>("'|b1'", NumberKind::yes_or_no),
    stored_as<std::uint8_t>("'|u1'", NumberKind::yes_or_no),
    stored_as<std::int8_t>("'|i1'", NumberKind::counts),
    stored_as<std::uint16_t>("'<u2'", NumberKind::counts),
    stored_as<std::int16_t>("'<i2'", NumberKind::counts),
    stored_as<std::uint32_t>("'<u4'", NumberKind::counts),
    stored_as<std::int32_t>("'<i4'", NumberKind::counts),
    stored_as<std::uint64_t>("'<u8'", NumberKind::counts),
    stored_as<std::int64_t>("'<i8'", NumberKind::counts),
};

static_assert(std::endian::native == std::endian::little, "NPY files are read as they are");

/// What follows 'key': in the header, a dictionary of Python's, up to an end character.
std::string_view value_of(std::string_view header, std::string_view key,
                          std::string_view ends = ",}") {
    const auto at = header.find(fmt::format("'{}':", key));
    if (at == header.npos) return {};
    const auto rest = header.substr(at + key.size() + 3);
    return trimmed(rest.substr(0, std::min(rest.find_first_of(ends), rest.size())));
}

/// The rows and columns of "(n, 3, 3" or "(n," or "(n".
std::optional<std::pair<std::size_t, std::size_t>> read_shape(std::string_view text) {
    if (!text.starts_with('(')) return {};
    auto words = split(text.substr(1), ',');
    if (trimmed(words.back()).empty()) words.pop_back();
    std::optional<std::pair<std::size_t, std::size_t>> shape;
    for (const auto word : words) {
        const auto size = parse_number<std::uint64_t>(trimmed(word));
        if (!size || double(*size) > max_table_rows) return {};
        if (!shape)
            shape = {*size, 1};
        else if ((shape->second *= *size) > max_table_columns)
            return {};
    }
    return shape;
}

}  // namespace

NumberTable::NumberTable(const std::string& path, Wanted wanted)
    : path_(path), type_(number_types) {
    // Before it is opened: a FIFO waits for its other end.
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (exists(status) && !is_regular_file(status))
        throw bad_input(path, 0, "is not a plain file; an .npy or .csv file would be right");
    if (status.type() == std::filesystem::file_type::not_found)
        throw bad_input(
            path, 0, "{}",
            path == "-" ? "rays and answers are read from files; -o rays.npy writes one"
                        : fmt::format("does not exist; {}check the spelling, or whether the "
                                      "program that writes it succeeded",
                                      did_you_mean_file(
                                          path, std::array<std::string_view, 2>{".npy", ".csv"})));
    inputs.add(path);
    std::FILE* const opened = std::fopen(path.c_str(), "re");
    if (!opened)
        throw bad_input(path, 0, "cannot be opened: {}", std::generic_category().message(errno));
    file_ = {opened, std::fclose};
    std::array<char, npy_start.size()> start{};
    const auto read = std::fread(start.data(), 1, start.size(), file_.get());
    std::rewind(file_.get());
    is_text_ = is_csv(path) && std::string_view(start.data(), read) != npy_start;
    if (is_text_ && wanted == Wanted::floats)
        type_ = std::ranges::find(number_types, float_name, &NumberType::name);
    if (is_text_)
        read_csv(wanted == Wanted::floats);
    else
        read_npy_header(wanted == Wanted::doubles_or_integers,
                        std::filesystem::file_size(path, error));
    check_size();
}

NumberTable::NumberTable(const std::string& path, std::string_view bytes, FileSize size)
    : path_(path), file_(temporary_file()), type_(number_types) {
    check_room(file_ && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size());
    std::rewind(file_.get());
    read_npy_header(false, size);
    check_size();
}

void NumberTable::check_size() const {
    if (rows_ == 0) throw bad_input(path_, 0, "has no row; one or more would be right");
    if (columns_ == 0) throw bad_input(path_, 0, "has no column; one or more would be right");
}

void NumberTable::check_room(bool has_room) const {
    if (!has_room) throw bad_input(path_, 0, no_temporary_file());
}

bool NumberTable::single() const {
    return type_->name == float_name;
}

NumberKind NumberTable::numbers() const {
    return type_->numbers;
}

std::uintmax_t NumberTable::bytes() const {
    return begin_ + rows_ * columns_ * type_->bytes;
}

void NumberTable::read_npy_header(bool integers_too, FileSize size) {
    const auto next = [&](std::size_t count) {  // fewer at the file's end
        std::string bytes(count, '\0');
        bytes.resize(std::fread(bytes.data(), 1, count, file_.get()));
        return bytes;
    };
    const std::string start = next(npy_magic.size() + 2);
    if (!start.starts_with(npy_start))
        throw bad_input(
            path_, 0, "is not an NPY file; {}",
            start.starts_with("PK")
                ? "numpy.savez packs several arrays, numpy.save one, which would be right"
                : "what numpy.save writes would be right, or .csv");
    if (start.size() < npy_magic.size() + 2 || !start.starts_with(npy_magic))
        throw bad_input(path_, 0, "is not of NPY version 1.0, which would be right");
    const std::size_t length = std::uint8_t(start[8]) + 256u * std::uint8_t(start[9]);
    const std::string header = next(length);
    if (header.size() < length) throw bad_input(path_, 0, "is cut off in its header");
    begin_ = start.size() + length;

    const auto type = value_of(header, "descr");
    type_ = std::ranges::find(number_types, type, &NumberType::name);
    if (type_ == std::end(number_types) || (type_->numbers != NumberKind::real && !integers_too))
        throw bad_input(path_, 0,
                        "holds {}; '<f4' or '<f8', little-endian floats{}, would be right",
                        type.starts_with('[') ? "records" : printable(type),
                        integers_too ? ", or an integer type" : "");
    if (value_of(header, "fortran_order") != "False")
        throw bad_input(path_, 0,
                        "is not in C order; numpy.ascontiguousarray gives what would be right");
    const auto text = value_of(header, "shape", ")");
    const auto shape = read_shape(text);
    if (!shape)
        throw bad_input(path_, 0,
                        "has the shape {}); a row for each ray or triangle, of at most {} numbers, "
                        "would be right",
                        printable(text), max_table_columns);
    std::tie(rows_, columns_) = *shape;
    if (size ? *size != bytes() : bytes() > max_mesh_bytes)
        throw bad_input(path_, 0, "announces {} x {} numbers, {} bytes, but {}", rows_, columns_,
                        bytes() - begin_,
                        size ? fmt::format("holds {} bytes", *size - begin_)
                             : fmt::format("at most {} bytes are read", max_mesh_bytes));
}

void NumberTable::read_bytes(std::size_t offset, void* to, std::size_t size) const {
    for (std::size_t done = 0; done < size;) {
        const ssize_t count = ::pread(::fileno(file_.get()), static_cast<char*>(to) + done,
                                      size - done, off_t(offset + done));
        if (count < 0)
            throw bad_input(path_, 0, "cannot be read: {}", std::generic_category().message(errno));
        if (count == 0) throw bad_input(path_, 0, "was cut off while it was read");
        done += std::size_t(count);
    }
}

std::vector<double> NumberTable::read(std::size_t first, std::size_t rows) const {
    std::vector<double> numbers(rows * columns_);
    std::string stored(numbers.size() * type_->bytes, '\0');
    read_bytes(begin_ + first * columns_ * type_->bytes, stored.data(), stored.size());
    type_->widen(stored.data(), numbers);
    return numbers;
}

std::vector<Vec<float>> NumberTable::vectors(std::size_t first, std::size_t rows) const {
    std::vector<Vec<float>> vectors(rows * columns_ / 3);
    if (single()) {
        // Floats are stored as vectors are.
        read_bytes(begin_ + first * columns_ * sizeof(float), vectors.data(),
                   vectors.size() * sizeof(Vec<float>));
        return vectors;
    }
    const auto numbers = read(first, rows);
    for (std::size_t k = 0; k < 3 * vectors.size(); ++k)
        vectors[k / 3][int(k % 3)] = float(numbers[k]);
    return vectors;
}

bool is_csv(const std::filesystem::path& path) {
    return lower_ending(path) == ".csv";
}

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
