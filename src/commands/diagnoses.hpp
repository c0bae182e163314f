#pragma once
// The diagnoses of files of answers, as text, Markdown and JSON: what the errors of a tracer have
// in common and what may cause them, in a few sentences (diagnosis_text.cpp).

#include <functional>

#include "base/report.hpp"
#include "judge/diagnosis.hpp"

namespace hitmiss {

/// The diagnoses of a command's methods: of each file of answers that errs.
class Diagnoses {
public:
    /// Adds the next method, which erred so often on the rays of the round. Says, of answers from a
    /// file, where errors() would differ by the other precision.
    void add(const Method& method, const OutcomeCounts& outcomes, const Round& round,
             const Answerer& answerer);

    /// The method that gives the same answers as method m, if there is one and no other cause.
    std::optional<Method> alike(std::size_t m) const;
    /// A leak of method m that shows what makes the difference to that method, if one is known.
    FirstRay example(std::size_t m) const;
    /// Each below its heading, in lines of that width.
    std::string text(std::size_t width) const;
    /// The same as a list of Markdown.
    std::string markdown() const;
    /// Adds them as a member; nothing if there are none.
    void append_to(Object& json) const;

private:
    std::vector<std::pair<Method, std::optional<Diagnosis>>> all_;
};

/// The middle of the magnitudes that a power of two ends.
double typical(const Magnitudes& magnitudes);

/// The comparisons with another sign between their sides, as a list.
std::string comparisons_text(const Strictness& strict, std::string_view last,
                             const std::function<std::string(const std::string& op)>& sign);

/// "38 of 1,000".
std::string of_all(std::uint64_t some, std::uint64_t all);

/// What answers to so many rays show, how they are to be read, and what is wrong then
/// (causes_text.cpp).
std::string reading_sentence(const OtherReading& reading, std::uint64_t rays);

/// Which hits it loses: by their t, or by their triangles, of so many errors (causes_text.cpp).
std::string bound_sentence(const BoundOfT& bound);
std::string fronts_sentence(const LostFronts& fronts, std::uint64_t errors);
std::string never_hit_sentence(const NeverHit& never, std::uint64_t errors);

/// A sentence or two on each cause, and on where the errors lie.
std::vector<std::string> sentences(const Diagnosis& diagnosis);

}  // namespace hitmiss
