// Answers the page's requests without a browser: on stdin a line each, NAME {arguments as JSON}; on
// stdout each response as JSON, with its arrays as hashes, and an empty line.

#include <fmt/core.h>

#include <iostream>

#include "lab/binding.hpp"

namespace {

using namespace hitmiss;

/// FNV-1a (Fowler, Noll and Vo, 1991) in 64 bits.
std::string hash_of(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return fmt::format("{:016x}", hash);
}

Object answer(lab::Lab& lab, const std::string& name, const std::string& arguments) {
    try {
        const lab::Response response = lab::respond(lab, name, arguments);
        Object hashes;
        for (const auto& [array, bytes] : response.arrays)
            hashes.push_back({array, hash_of(bytes)});
        return {{"values", response.values}, {"arrays", hashes}};
    } catch (const std::exception& error) {
        return {{"error", error.what()}};
    }
}

}  // namespace

int main() {
    lab::Lab lab;
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t space = line.find(" {");
        fmt::print("{}\n\n", as_json(answer(lab, line.substr(0, space), line.substr(space + 1))));
    }
}
