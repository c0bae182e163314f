#pragma once
// Methods held against a tracer: on how many rays they answer alike.

#include "judge/judge.hpp"

namespace hitmiss {

/// A method held against the tracer.
struct Alike {
    Method method;
    std::uint64_t same = 0;         ///< rays with the same triangle, or none, and nearly the same t
    std::uint64_t same_errors = 0;  ///< of the tracer's errors
    std::uint64_t errors = 0;       ///< of the method
    std::uint64_t same_hits = 0;    ///< of the tracer's
};

/// Whether both answer alike, as far as the tracer answers at all: it may say only whether it hits,
/// or t alone.
bool is_same(const Hit& one, const Hit& other, const Answerer& tracer);

/// The round with the tracer first, and methods after it.
Round beside(const Round& round, const Answerer& answerer, std::span<const Method> methods);

/// Holds methods against the tracer.
std::vector<Alike> held_against(const Round& round, const Answerer& answerer,
                                std::span<const Method> methods);

}  // namespace hitmiss
