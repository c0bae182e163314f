#include "draw/deflate.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "draw/huffman.hpp"
#include "draw/small_png.hpp"

namespace hitmiss {
namespace {

constexpr int least_match = 3, longest_match = 258, window = 1 << 15;
/// How many earlier places are compared, a quarter of them to improve on a good match. A match of
/// three bytes farther away than `far` costs more than these.
constexpr int most_tried = 4096, good_match = 32, far = 4096;
constexpr std::size_t symbols_per_block = 1 << 14;

/// A byte (distance 0), or a repetition of `value` bytes from that far back.
struct Symbol {
    int value, distance = 0;
};

/// The earlier places with the same three bytes, chained from the last one.
class Matcher {
public:
    explicit Matcher(std::string_view bytes_) : bytes(bytes_) {}

    /// The longest repetition at that place that is longer than another and worth more than its
    /// bytes; a distance of 0 if there is none.
    Symbol longest_at(int place, int other = least_match - 1) const {
        const int most = std::min(longest_match, int(bytes.size()) - place);
        const int tries = other < good_match ? most_tried : most_tried / 4;
        Symbol best{other};
        if (most <= other) return best;
        int tried = 0;
        for (int from = last[hash(place)]; from > place - window && from >= 0 && tried < tries;
             from = before[std::size_t(from % window)], ++tried) {
            // Its last two bytes tell most of those that are not longer.
            if (!same(from + best.value, place + best.value) ||
                !same(from + best.value - 1, place + best.value - 1))
                continue;
            const int length = in_common(from, place, most);
            if (length > best.value) best = {length, place - from};
            if (length == most) break;
        }
        return best.value == least_match && best.distance > far ? Symbol{other} : best;
    }

    void keep(int place) {
        if (place + least_match > int(bytes.size())) return;
        int& newest = last[hash(place)];
        before[std::size_t(place % window)] = newest;
        newest = place;
    }

private:
    bool same(int a, int b) const { return bytes[at(a)] == bytes[at(b)]; }
    /// How many bytes are the same from both places on, at most so many.
    int in_common(int a, int b, int most) const {
        int length = 0;
        while (length + 8 <= most &&
               std::memcmp(&bytes[at(a + length)], &bytes[at(b + length)], 8) == 0)
            length += 8;
        while (length < most && same(a + length, b + length)) ++length;
        return length;
    }
    static std::size_t at(int place) { return std::size_t(place); }
    std::size_t hash(int place) const {
        const auto byte = [&](int k) { return std::uint32_t(std::uint8_t(bytes[at(place + k)])); };
        return (byte(0) << 10 ^ byte(1) << 5 ^ byte(2)) % window;
    }

    std::string_view bytes;
    std::vector<int> last = std::vector<int>(window, -1), before = last;
};

/// Bits from the lowest one of each byte on.
struct Bits {
    std::string bytes = {};
    std::uint64_t pending = 0;
    int count = 0;

    void add(std::uint32_t bits, int length) {
        pending |= std::uint64_t(bits) << count;
        for (count += length; count >= 8; count -= 8, pending >>= 8) bytes += char(pending & 255);
    }
    void add(const PrefixCode& code) { add(code.bits, code.length); }
    void fill_byte() {
        if (count > 0) add(0, 8 - count);
    }
};

/// Ranges of values that share a symbol: where each begins; the next symbol has a bit more every
/// so often (RFC 1951, 3.2.5).
template <std::size_t N>
struct Ranges {
    std::array<int, N> first = {}, extra = {};

    constexpr Ranges(int least, std::size_t plain, std::size_t per_extra) {
        for (std::size_t k = 0; k < N; ++k) {
            first[k] = k == 0 ? least : first[k - 1] + (1 << extra[k - 1]);
            extra[k] = k < plain ? 0 : int((k - plain) / per_extra);
        }
    }
    int of(int value) const {
        return int(std::upper_bound(first.begin(), first.end(), value) - first.begin()) - 1;
    }
};
/// The longest match has a symbol of its own.
constexpr Ranges<28> lengths(least_match, 4, 4);
constexpr Ranges<30> distances(1, 2, 2);
constexpr int end_of_block = 256, first_length = 257, own_length = 285;

int length_symbol(int length) {
    return length == longest_match ? own_length : first_length + lengths.of(length);
}

/// A length of a code, or a run: 16 repeats the length before, 17 and 18 are zeros.
struct Run {
    int symbol, count = 1;
};

std::vector<Run> runs_of(std::span<const int> all) {
    std::vector<Run> runs;
    for (std::size_t k = 0; k < all.size();) {
        std::size_t run = 1;
        while (k + run < all.size() && all[k + run] == all[k]) ++run;
        const bool zeros = all[k] == 0;
        if (!zeros) runs.push_back({all[k++]}), --run;
        while (run >= 3) {
            const int part = int(std::min<std::size_t>(run, zeros ? 138 : 6));
            runs.push_back({!zeros ? 16 : part < 11 ? 17 : 18, part});
            run -= std::size_t(part), k += std::size_t(part);
        }
        for (; run > 0; --run, ++k) runs.push_back({all[k]});
    }
    return runs;
}

/// The two codes of a block, themselves compressed (RFC 1951, 3.2.7).
void add_codes(Bits& bits, std::span<const PrefixCode> literals,
               std::span<const PrefixCode> offsets) {
    std::vector<int> all;
    for (const auto codes : {literals, offsets})
        for (const PrefixCode& code : codes) all.push_back(code.length);
    const auto runs = runs_of(all);
    std::array<std::uint32_t, 19> counts{};
    for (const auto& [symbol, run] : runs) ++counts[std::size_t(symbol)];
    const auto codes = prefix_codes(counts, 7);
    constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15};
    std::size_t sent = order.size();
    while (sent > 4 && codes[order[sent - 1]].length == 0) --sent;
    bits.add(std::uint32_t(literals.size() - 257), 5);
    bits.add(std::uint32_t(offsets.size() - 1), 5);
    bits.add(std::uint32_t(sent - 4), 4);
    for (std::size_t k = 0; k < sent; ++k) bits.add(std::uint32_t(codes[order[k]].length), 3);
    for (const auto& [symbol, run] : runs) {
        bits.add(codes[std::size_t(symbol)]);
        if (symbol >= 16)
            bits.add(std::uint32_t(run - (symbol == 18 ? 11 : 3)), symbol == 16   ? 2
                                                                   : symbol == 17 ? 3
                                                                                  : 7);
    }
}

void add_block(Bits& bits, std::span<const Symbol> symbols, bool last) {
    std::array<std::uint32_t, 286> literal_counts{};
    std::array<std::uint32_t, 30> offset_counts{};
    literal_counts[end_of_block] = 1;
    for (const auto& [value, distance] : symbols) {
        ++literal_counts[std::size_t(distance ? length_symbol(value) : value)];
        if (distance) ++offset_counts[std::size_t(distances.of(distance))];
    }
    const auto literals = prefix_codes(literal_counts, 15),
               offsets = prefix_codes(offset_counts, 15);
    bits.add(last, 1), bits.add(2, 2);
    add_codes(bits, literals, offsets);
    for (const auto& [value, distance] : symbols) {
        bits.add(literals[std::size_t(distance ? length_symbol(value) : value)]);
        if (!distance) continue;
        if (const auto k = std::size_t(lengths.of(value)); value != longest_match)
            bits.add(std::uint32_t(value - lengths.first[k]), lengths.extra[k]);
        const auto k = std::size_t(distances.of(distance));
        bits.add(offsets[k]);
        bits.add(std::uint32_t(distance - distances.first[k]), distances.extra[k]);
    }
    bits.add(literals[end_of_block]);
}

std::uint32_t stream_checksum(std::string_view bytes) {
    constexpr std::size_t without_overflow = 5552;
    std::uint32_t low = 1, high = 0;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), without_overflow))) {
        for (const char byte : bytes.substr(0, without_overflow)) {
            low += std::uint8_t(byte);
            high += low;
        }
        low %= 65521, high %= 65521;
    }
    return high << 16 | low;
}

}  // namespace

std::string deflated(std::string_view bytes) {
    Matcher matcher(bytes);
    Bits bits{"\x78\xDA"};
    std::vector<Symbol> symbols;
    std::optional<Symbol> here;  // at `place`, if it is known
    const int size = int(bytes.size());
    for (int place = 0; place < size;) {
        if (symbols.size() >= symbols_per_block) add_block(bits, symbols, false), symbols.clear();
        const Symbol match = here ? *here : matcher.longest_at(place);
        matcher.keep(place);
        // A byte alone if the next place has a longer repetition.
        const Symbol next =
            match.value < longest_match && place + 1 < size
                ? matcher.longest_at(place + 1, std::max(match.value, least_match - 1))
                : Symbol{0};
        if (match.value < least_match || next.value > match.value) {
            symbols.push_back({std::uint8_t(bytes[std::size_t(place++)])});
            here = next;
            continue;
        }
        symbols.push_back(match);
        for (const int end = place + match.value; ++place < end;) matcher.keep(place);
        here.reset();
    }
    add_block(bits, symbols, true);
    bits.fill_byte();
    return bits.bytes + big_endian(stream_checksum(bytes));
}

}  // namespace hitmiss
