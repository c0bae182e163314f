// Compressed bytes against zlib, which unpacks them and compresses beside.

#include "draw/deflate.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "draw/huffman.hpp"

namespace hitmiss {
namespace {

std::string unpacked(const std::string& stream, std::size_t size) {
    std::string bytes(size + 1, '\0');
    uLongf length = uLong(bytes.size());
    EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length,
                         reinterpret_cast<const Bytef*>(stream.data()), uLong(stream.size())),
              Z_OK);
    bytes.resize(length);
    return bytes;
}

std::size_t size_by_zlib(const std::string& bytes) {
    uLongf length = compressBound(uLong(bytes.size()));
    std::string stream(length, '\0');
    EXPECT_EQ(compress2(reinterpret_cast<Bytef*>(stream.data()), &length,
                        reinterpret_cast<const Bytef*>(bytes.data()), uLong(bytes.size()),
                        Z_BEST_COMPRESSION),
              Z_OK);
    return length;
}

/// Words of random letters, runs and repetitions from near and far.
std::string made(std::size_t size, unsigned letters, unsigned seed) {
    std::mt19937 random(seed);
    std::string bytes;
    while (bytes.size() < size) switch (random() % 4) {
            case 0:
                bytes.append(random() % 700, char(random() % letters));
                break;
            case 1:
                if (!bytes.empty()) {
                    const std::size_t from = random() % bytes.size();
                    const std::string again = bytes.substr(from, random() % 400);
                    bytes += again;
                }
                break;
            default:
                for (unsigned k = random() % 40; k > 0; --k) bytes += char(random() % letters);
        }
    bytes.resize(size);
    return bytes;
}

TEST(Deflate, IsUnpackedByZlibToTheSameBytes) {
    for (const std::size_t size : {0, 1, 2, 3, 4, 258, 259, 1000, 32'767, 32'768, 32'769, 400'000})
        for (const unsigned letters : {1u, 2u, 30u, 256u}) {
            const auto bytes = made(size, letters, unsigned(size) + letters);
            EXPECT_EQ(unpacked(deflated(bytes), size), bytes) << size << " of " << letters;
        }
}

TEST(Deflate, FindsAMatchAtTheWindowsFarEnd) {
    std::string bytes = "a far repetition";
    for (unsigned k = 0; bytes.size() < 32'767; ++k) bytes += char(k * 2654435761u >> 24);
    EXPECT_EQ(unpacked(deflated(bytes + bytes), 2 * bytes.size()), bytes + bytes);
    EXPECT_LT(deflated(bytes + bytes).size(), deflated(bytes).size() + 1000);
}

TEST(Deflate, IsAboutAsSmallAsZlibsBestLevel) {
    for (const unsigned letters : {2u, 30u, 256u}) {
        const auto bytes = made(1'000'000, letters, letters);
        EXPECT_LT(double(deflated(bytes).size()), 1.02 * double(size_by_zlib(bytes))) << letters;
    }
}

// Counts as the Fibonacci numbers make the deepest trees.
TEST(PrefixCodes, OfLimitedLengthAreStillComplete) {
    for (const int longest : {7, 15}) {
        std::vector<std::uint32_t> counts{1, 1};
        while (counts.size() < (longest == 7 ? 19u : 40u))
            counts.push_back(counts[counts.size() - 2] + counts.back());
        double used = 0;
        for (const auto& [bits, length] : prefix_codes(counts, longest)) {
            EXPECT_GE(length, 1);
            EXPECT_LE(length, longest);
            used += std::ldexp(1.0, -length);
        }
        EXPECT_EQ(used, 1);
    }
}

}  // namespace
}  // namespace hitmiss
