#include "judge/number_table.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/words.hpp"

namespace hitmiss {
namespace {

static_assert(std::endian::native == std::endian::little, "NPY files are read as they are");

constexpr std::string_view magic{"\x93NUMPY\x01\x00", 8};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// What follows 'key': in the header, a dictionary of Python's, up to an end character.
std::string_view value_of(std::string_view header, std::string_view key,
                          std::string_view ends = ",}") {
    const auto at = header.find(fmt::format("'{}':", key));
    if (at == header.npos) return {};
    const auto rest = header.substr(at + key.size() + 3);
    return trimmed(rest.substr(0, std::min(rest.find_first_of(ends), rest.size())));
}

struct Shape {
    std::size_t rows, columns;
};
/// Of "(n, 3, 3" or "(n," or "(n".
std::optional<Shape> read_shape(std::string_view text) {
    if (!text.starts_with('(')) return {};
    text.remove_prefix(1);
    std::optional<Shape> shape;
    while (!trimmed(text).empty()) {
        const auto comma = std::min(text.find(','), text.size());
        const auto size = parse_number<std::uint64_t>(trimmed(text.substr(0, comma)));
        text.remove_prefix(std::min(comma + 1, text.size()));
        if (!size || double(*size) > max_table_rows) return {};
        if (!shape)
            shape = Shape{*size, 1};
        else if ((shape->columns *= *size) > max_table_columns)
            return {};
    }
    return shape;
}

}  // namespace

/// Of an open file.
class NumberTable::Descriptor {
public:
    Descriptor(int number, std::string path) : number_(number), path_(std::move(path)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { ::close(number_); }

    int number() const { return number_; }
    std::size_t size() const {
        struct stat status {};
        ::fstat(number_, &status);
        return std::size_t(status.st_size);
    }
    /// Bytes from `offset` on.
    void read(std::size_t offset, char* bytes, std::size_t size) const {
        while (size > 0) {
            const ssize_t count = ::pread(number_, bytes, size, off_t(offset));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0)
                throw bad_input(path_, 0, "cannot be read: {}",
                                std::generic_category().message(errno));
            if (count == 0) throw bad_input(path_, 0, "was cut off while it was read");
            offset += std::size_t(count), bytes += count, size -= std::size_t(count);
        }
    }

private:
    int number_;
    std::string path_;
};

std::optional<double> parse_any_number(std::string_view word) {
    const bool negative = word.starts_with('-');
    if (negative || word.starts_with('+')) word.remove_prefix(1);
    if (word.starts_with('-')) return {};
    auto format = std::chars_format::general;
    if (word.starts_with("0x") || word.starts_with("0X"))
        format = std::chars_format::hex, word.remove_prefix(2);
    double size = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, size, format);
    if (error != std::errc{} || stop != end || std::signbit(size)) return {};
    return negative ? -size : size;
}

NumberTable::NumberTable(const std::string& path) : path_(path) {
    // Without waiting for a FIFO's other end.
    const int number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (number < 0)
        throw bad_input(path, 0, "cannot be opened: {}", std::generic_category().message(errno));
    file_ = std::make_shared<const Descriptor>(number, path);
    struct stat status {};
    if (::fstat(number, &status) != 0 || !S_ISREG(status.st_mode))
        throw bad_input(path, 0, "is no plain file; an .npy or .csv file would be right");
    is_csv(path) ? read_csv() : read_npy_header();
    if (rows_ == 0) throw bad_input(path, 0, "has no row; one for each ray would be right");
    if (columns_ == 0) throw bad_input(path, 0, "has no column; t or more would be right");
}

void NumberTable::read_npy_header() {
    const std::size_t size = file_->size();
    std::array<char, magic.size() + 2> start{};
    file_->read(0, start.data(), std::min(size, start.size()));
    const std::string_view bytes(start.data(), std::min(size, start.size()));
    if (bytes.substr(0, 6) != magic.substr(0, 6))
        throw bad_input(path_, 0, "is no NPY file; what numpy.save writes would be right, or .csv");
    if (bytes.size() < start.size() || bytes.substr(0, magic.size()) != magic)
        throw bad_input(path_, 0, "is not of NPY version 1.0, which would be right");
    const auto low = static_cast<unsigned char>(start[8]),
               high = static_cast<unsigned char>(start[9]);
    std::string header(std::size_t{low} + 256 * std::size_t{high}, '\0');
    begin_ = start.size() + header.size();
    if (size < begin_) throw bad_input(path_, 0, "is cut off in its header");
    file_->read(start.size(), header.data(), header.size());

    const auto type = value_of(header, "descr");
    if (type != "'<f4'" && type != "'<f8'")
        throw bad_input(path_, 0, "holds {}; '<f4' or '<f8', little-endian floats, would be right",
                        printable(type));
    number_bytes_ = type == "'<f4'" ? sizeof(float) : sizeof(double);
    if (value_of(header, "fortran_order") != "False")
        throw bad_input(path_, 0,
                        "is not in C order; numpy.ascontiguousarray gives what would be right");
    const auto text = value_of(header, "shape", ")");
    const auto shape = read_shape(text);
    if (!shape)
        throw bad_input(path_, 0, "has the shape {}); (rows, columns) would be right",
                        printable(text));
    rows_ = shape->rows, columns_ = shape->columns;
    if (size - begin_ != rows_ * columns_ * number_bytes_)
        throw bad_input(path_, 0, "announces {} x {} numbers, {} bytes, but holds {} bytes", rows_,
                        columns_, rows_ * columns_ * number_bytes_, size - begin_);
}

void NumberTable::read_csv() {
    // Its numbers go to a file without a name, so that its rows are found and memory stays flat.
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> text(
        ::fdopen(::dup(file_->number()), "r"), std::fclose),
        numbers(std::tmpfile(), std::fclose);
    if (!text || !numbers) throw bad_input(path_, 0, "no room for a temporary file");
    std::string line;
    std::size_t number = 0;
    const auto next_line = [&] {
        line.clear();
        int c = 0;
        while ((c = std::getc(text.get())) != EOF && c != '\n')
            if (line.push_back(char(c)); line.size() > max_csv_line)
                throw bad_input(path_, number + 1, "is longer than {} characters", max_csv_line);
        ++number;
        return c != EOF || !line.empty();
    };
    while (next_line()) {
        std::string_view rest = trimmed(line);
        if (rest.empty()) continue;
        std::size_t columns = 0;
        for (bool more = true; more; ++columns) {
            const auto comma = std::min(rest.find(','), rest.size());
            const auto word = trimmed(rest.substr(0, comma));
            const auto value = parse_any_number(word);
            if (!value && rows_ == 0 && columns == 0 && number == 1) break;  // names
            if (!value)
                throw bad_input(path_, number, "'{}' is no number; 0.75 or 0x1.8p-1 would be right",
                                printable(word));
            if (std::fwrite(&*value, sizeof *value, 1, numbers.get()) != 1)
                throw bad_input(path_, 0, "no room for a temporary file");
            more = comma < rest.size();
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
        if (columns == 0) continue;
        if (rows_ == 0) columns_ = columns;
        if (columns != columns_)
            throw bad_input(path_, number, "has {} numbers; {}, as above, would be right", columns,
                            columns_);
        ++rows_;
    }
    if (std::fflush(numbers.get()) != 0) throw bad_input(path_, 0, "no room for a temporary file");
    file_ = std::make_shared<const Descriptor>(::dup(::fileno(numbers.get())), path_);
}

template <typename Number>
void NumberTable::read_as(std::size_t first, std::span<double> numbers) const {
    std::vector<Number> stored(numbers.size());
    file_->read(begin_ + first * columns_ * sizeof(Number), reinterpret_cast<char*>(stored.data()),
                stored.size() * sizeof(Number));
    std::copy(stored.begin(), stored.end(), numbers.begin());
}

void NumberTable::read(std::size_t first, std::span<double> numbers) const {
    single() ? read_as<float>(first, numbers) : read_as<double>(first, numbers);
}

bool is_csv(const std::filesystem::path& path) {
    return path.extension() == ".csv";
}

template <typename Real>
TableWriter<Real>::TableWriter(const Append& file, bool csv,
                               std::span<const std::string_view> names, std::size_t rows,
                               const std::vector<std::size_t>& shape)
    : file_(file), csv_(csv), columns_(names.size()) {
    if (csv) {
        file_(fmt::format("{}\n", fmt::join(names, ",")));
        return;
    }
    std::string header =
        fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                    sizeof(Real), rows, fmt::join(shape, ", "));
    // As numpy does: the data begin at a multiple of 64.
    header.resize((magic.size() + 2 + header.size() + 1 + 63) / 64 * 64 - magic.size() - 3, ' ');
    header += '\n';
    file_(std::string(magic) + char(header.size() & 0xff) + char(header.size() >> 8) + header);
}

template <typename Real>
void TableWriter<Real>::append(std::span<const Real> numbers) {
    if (!csv_) return file_({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
    std::string text;
    for (std::size_t k = 0; k < numbers.size(); ++k)
        fmt::format_to(std::back_inserter(text), "{}{}", numbers[k],
                       k % columns_ == columns_ - 1 ? '\n' : ',');
    file_(text);
}

template class TableWriter<float>;
template class TableWriter<double>;

}  // namespace hitmiss
