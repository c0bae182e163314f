// A method's hits as one number: tests compare the page's with the program's.

#include <fmt/format.h>

#include <bit>

#include "lab/binding.hpp"

namespace hitmiss::lab {
namespace {

/// Every method in each variant, precision and arithmetic; in large scenes without the tests that
/// programs ship, because a halo of constant width may hold all triangles there.
std::vector<Method> hashed_methods(const Scene& scene) {
    std::vector<Method> methods;
    for (const auto arithmetic : {Arithmetic::separate, Arithmetic::fused})
        for (const Method& method : all_methods(arithmetic))
            if (!method.entry->info.shipped || scene.mesh.triangles.size() < 5000)
                methods.push_back(method);
    return methods;
}

/// The triangles and the bits of t of all pixels in the order of rows, by FNV-1a (Fowler, Noll and
/// Vo, 1991) in 64 bits.
std::uint64_t hash_of_hits(const Round& round) {
    std::vector<Hit> hits(round.source.count);
    judge_all(round, [&](const JudgedBatch& judged) {
        for (std::size_t k = 0; k < judged.batch.numbers.size(); ++k)
            hits[judged.batch.numbers[k]] = judged.columns[0].hits[k];
    });
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto add = [&](std::uint64_t bits, int bytes) {
        for (int k = 0; k < bytes; ++k) hash = (hash ^ (bits >> 8 * k & 0xff)) * 0x100000001b3;
    };
    for (const Hit& hit : hits) add(hit.triangle, 4), add(std::bit_cast<std::uint64_t>(hit.t), 8);
    return hash;
}

}  // namespace

/// For every method in each variant, precision and arithmetic, a hash of its hits.
Response hits(Lab& lab, const Arguments& asked) {
    Stage& stage = shot_of(lab, asked);
    Object hashes;
    for (const Method& method : hashed_methods(stage.scene))
        hashes.push_back(
            {to_string(method), fmt::format("{:016x}", hash_of_hits(stage.round(method)))});
    return {hashes};
}

}  // namespace hitmiss::lab
