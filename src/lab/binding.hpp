#pragma once
// What the page asks of the program: requests by name, with named values in and out.

#include <cmath>
#include <span>

#include "base/report.hpp"
#include "draw/picture.hpp"
#include "lab/stage.hpp"

namespace hitmiss::lab {

/// The named values of a request. What is missing or of another kind is the page's bug and throws.
class Arguments {
public:
    explicit Arguments(Object values) : values_(std::move(values)) {}

    bool has(std::string_view key) const { return values_.count(std::string(key)) > 0; }
    std::string text(std::string_view key) const { return at(key).get<std::string>(); }
    double number(std::string_view key) const { return at(key).get<double>(); }
    int integer(std::string_view key) const { return int(number(key)); }
    std::vector<std::string> texts(std::string_view key) const {
        return at(key).get<std::vector<std::string>>();
    }

private:
    const Value& at(std::string_view key) const;
    Object values_;
};

/// Named values, and arrays of bytes beside them.
struct Response {
    Object values = {};
    std::vector<std::pair<std::string, std::vector<std::uint8_t>>> arrays = {};
};

/// What a worker keeps between requests.
struct Lab {
    std::unique_ptr<Stage> stage = {};  ///< of the scene asked for last
};

struct Handler {
    std::string_view name;
    Response (*respond)(Lab& lab, const Arguments& asked);
};

/// Each file's requests.
std::span<const Handler> catalogue_requests(), compare_requests(), triangle_requests(),
    demo_requests();

/// Answers the request `name`, whose arguments are a JSON object. Throws Error.
Response respond(Lab& lab, std::string_view name, const std::string& arguments);

/// How far the numbers next to 2 pi are apart: what an angle sum cannot tell.
template <typename Real>
double step_at_full_turn() {
    const Real full = 2 * pi<Real>;
    return double(std::nextafter(full, 2 * full) - full);
}

/// A colour as a style sheet has it.
std::string css(Rgb colour);
/// What a canvas takes.
std::vector<std::uint8_t> rgba(const Picture& picture);

/// The scene, camera and size that a request names by `scene`, `turn`, `tilt`, `zoom`, `width` and
/// `height`.
Shot& shot_of(Lab& lab, const Arguments& asked);

}  // namespace hitmiss::lab
