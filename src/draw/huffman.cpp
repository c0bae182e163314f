#include "draw/huffman.hpp"

#include <algorithm>

namespace hitmiss {
namespace {

/// Lengths by Huffman's method with two queues, sorted leaves and inner nodes as they arise.
void set_lengths(std::span<const std::uint32_t> counts, std::vector<PrefixCode>& codes) {
    struct Node {
        std::uint32_t count;
        std::size_t parent = 0;
    };
    std::vector<std::size_t> symbols;  // by rising count
    for (std::size_t s = 0; s < counts.size(); ++s)
        if (counts[s] > 0) symbols.push_back(s);
    std::stable_sort(symbols.begin(), symbols.end(),
                     [&](std::size_t a, std::size_t b) { return counts[a] < counts[b]; });
    if (symbols.size() == 1) codes[symbols[0]].length = 1;
    if (symbols.size() < 2) return;
    std::vector<Node> nodes;
    for (const std::size_t s : symbols) nodes.push_back({counts[s]});
    std::size_t leaf = 0, inner = symbols.size();
    const auto next = [&] {
        const bool takes_leaf = leaf < symbols.size() &&
                                (inner == nodes.size() || nodes[leaf].count <= nodes[inner].count);
        return takes_leaf ? leaf++ : inner++;
    };
    while (nodes.size() < 2 * symbols.size() - 1) {
        const std::size_t first = next(), second = next();
        nodes[first].parent = nodes[second].parent = nodes.size();
        nodes.push_back({nodes[first].count + nodes[second].count});
    }
    std::vector<int> depth(nodes.size());
    for (std::size_t k = nodes.size() - 1; k-- > 0;) depth[k] = depth[nodes[k].parent] + 1;
    for (std::size_t k = 0; k < symbols.size(); ++k) codes[symbols[k]].length = depth[k];
}

std::uint32_t reversed(std::uint32_t bits, int length) {
    std::uint32_t result = 0;
    for (int k = 0; k < length; ++k) result = result << 1 | (bits >> k & 1u);
    return result;
}

}  // namespace

std::vector<PrefixCode> prefix_codes(std::span<const std::uint32_t> counts, int longest) {
    std::vector<PrefixCode> codes(counts.size());
    std::vector<std::uint32_t> flatter(counts.begin(), counts.end());
    const auto is_too_long = [&](const PrefixCode& code) { return code.length > longest; };
    for (set_lengths(flatter, codes); std::ranges::any_of(codes, is_too_long);
         set_lengths(flatter, codes))
        for (std::uint32_t& count : flatter) count = (count + 1) / 2;
    // Codes of one length are consecutive numbers, in the order of the symbols.
    std::uint32_t code = 0;
    for (int length = 1; length <= longest; ++length, code <<= 1)
        for (PrefixCode& one : codes)
            if (one.length == length) one.bits = reversed(code++, length);
    return codes;
}

}  // namespace hitmiss
