// What a drawing must know about its letters. The page's are the browser's, so that these are the
// measures of a common typeface: the program's own would make the page half as large again.

#include "base/words.hpp"
#include "draw/text.hpp"

namespace hitmiss {

double text_width(std::string_view text, double size) {
    return 0.6 * size * double(character_count(text));
}

double capital_height(double size) {
    return 0.73 * size;
}

LineMetrics line_metrics(double size) {
    return {0.93 * size, 0.24 * size};
}

}  // namespace hitmiss
