#pragma once
// The faces of the font.

namespace hitmiss {

enum class Face { regular, italic, medium };

}  // namespace hitmiss
