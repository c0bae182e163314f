#pragma once
// The diagnoses of a command's methods, as text, Markdown and JSON.

#include "base/report.hpp"
#include "judge/diagnosis.hpp"

namespace hitmiss {

/// The diagnoses of a command's methods: of each file of answers that errs.
class Diagnoses {
public:
    /// Adds the next method, which erred so often on the rays of the round.
    void add(const Method& method, const OutcomeCounts& outcomes, const Round& round,
             const Answerer& answerer);

    /// The method that gives the same answers as method m, if there is one.
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

}  // namespace hitmiss
