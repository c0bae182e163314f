#include <fmt/format.h>

#include <array>
#include <bit>
#include <iterator>
#include <unordered_map>

#include "scene/make.hpp"

namespace hitmiss {
namespace {

using Bits = std::array<std::uint32_t, 3>;

Bits bits(const Vec<float>& p) {
    return std::bit_cast<Bits>(p);
}

struct HashBits {
    std::size_t operator()(const Bits& b) const {
        std::uint64_t h = 0;
        for (const std::uint32_t word : b) h = (std::rotl(h, 25) ^ word) * 0x9e3779b97f4a7c15u;
        return static_cast<std::size_t>(h ^ h >> 32);
    }
};

}  // namespace

std::string to_obj(const Mesh& mesh) {
    std::unordered_map<Bits, std::size_t, HashBits> numbers;
    numbers.reserve(mesh.triangles.size() / 2 + 3);
    std::string vertices, faces;
    const auto number = [&](const Vec<float>& p) {
        const auto [place, added] = numbers.try_emplace(bits(p), numbers.size() + 1);
        if (added) fmt::format_to(std::back_inserter(vertices), "v {} {} {}\n", p.x, p.y, p.z);
        return place->second;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        const std::size_t first = number(a), second = number(b), third = number(c);
        fmt::format_to(std::back_inserter(faces), "f {} {} {}\n", first, second, third);
    }
    return vertices + faces;
}

}  // namespace hitmiss
