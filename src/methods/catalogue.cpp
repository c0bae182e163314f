#include "methods/catalogue.hpp"

#include <fmt/format.h>

#include "base/words.hpp"

namespace hitmiss {

// The list, read twice: as declarations, then as an array.
#define METHOD(name) extern const Entry name;
#include "methods/catalogue.def"
#undef METHOD

Catalogue catalogue() {
#define METHOD(name) &(name),
    static constexpr std::array all{
#include "methods/catalogue.def"
    };
#undef METHOD
    return all;
}

Catalogue foreign_methods() {
    static constexpr Parameter of_answers[]{
        {.key = "cull",
         .choices = cull_names,
         .meaning = "back: this tracer ignores triangles seen from behind"},
        {.key = "file",
         .meaning = "NPY or CSV: t and triangle of each ray, or t alone; a miss: t = inf "
                    "or triangle -1",
         .text = &Method::file},
        {.key = "name", .meaning = "what tables and pictures call it", .text = &Method::title},
        precision_parameter(Precision::single)};
    static constexpr std::array<std::string_view, 2> modes{"fast", "robust"};
    static constexpr std::array<std::string_view, 4> sizes{"1", "8", "16", "stream"};
    static constexpr Parameter of_embree[]{
        {.key = "mode",
         .choices = modes,
         .meaning = "robust: with the flag for watertight traversal"},
        {.key = "packet", .choices = sizes, .meaning = "rays to a call; stream: 256"},
        {.key = "isa",
         .choices = instruction_sets,
         .meaning = "instruction set; default: the largest that Embree and the machine have"}};
    static constexpr Entry answers{
        {.name = "answers",
         .source = "a file that another program wrote; see hitmiss rays",
         .idea = "what the file says",
         .kind = Kind::answer_file,
         .open = "precision: double if a t is not a float and float64 in NPY, "
                 "or in CSV of more than 9 digits; else float"},
        of_answers};
    static constexpr Entry embree{
        {.name = "embree",
         .source = "Wald et al., Embree: A Kernel Framework for Efficient CPU Ray Tracing (2014)",
         .idea = "Embree's own traversal and test, where it was found at the build",
         .kind = Kind::peer},
        of_embree};
    static constexpr std::array all{&answers, &embree};
    return all;
}

std::vector<Method> all_methods(Arithmetic arithmetic) {
    std::vector<Method> all;
    for (const Entry* entry : catalogue())
        for (std::size_t variant = 0; variant < variant_names.size(); ++variant) {
            if (!entry->info.has(Variant(variant))) continue;
            const Method method = Method(*entry).with(variant_key, double(variant));
            if (!entry->info.rounds()) {
                if (arithmetic == Arithmetic::separate) all.push_back(method);
                continue;
            }
            for (const auto precision : {Precision::single, Precision::twice}) {
                all.push_back(method.with(precision_key, double(precision)));
                if (arithmetic != Arithmetic::separate)
                    all.back() = all.back().with(arithmetic_key, double(arithmetic));
            }
        }
    return all;
}

bool holds(const Range& range, double number) {
    return range.open ? number > range.lo && number < range.hi
                      : number >= range.lo && number <= range.hi;
}

std::string describe(const Range& range) {
    const bool unbounded = range.hi == std::numeric_limits<double>::max();
    return fmt::format("{}{}, {}{}{}", range.open ? '(' : '[', number_text(range.lo, 6),
                       unbounded ? "inf" : number_text(range.hi, 6),
                       range.open || unbounded ? ')' : ']',
                       range.unit.empty() ? "" : fmt::format(" {}", range.unit));
}

std::vector<ParameterText> describe(const Entry& entry) {
    const Method plain(entry);
    std::vector<ParameterText> texts;
    for (std::size_t row = 0; row < entry.parameters.size(); ++row) {
        const auto& [key, fallback, allowed, choices, meaning, text] = entry.parameters[row];
        if (choices.size() == 1) continue;  // the only variant
        texts.push_back({key, plain.value_text(row),
                         text != nullptr   ? "text"
                         : choices.empty() ? describe(allowed)
                                           : fmt::format("{}", fmt::join(choices, " or ")),
                         fmt::format("{}{}", key == variant_key ? "corrected: " : "", meaning)});
    }
    return texts;
}

}  // namespace hitmiss
