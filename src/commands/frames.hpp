#pragma once
#include <filesystem>
#include <vector>

#include "figure/picture.hpp"
#include "methods/method.hpp"

namespace hitmiss {

/// Writes folder/METHOD-VARIANT-000.png, -001.png, ...
void write_frames(const std::filesystem::path& folder, const MethodSpec& method, Variant variant,
                  const std::vector<Picture>& frames);

/// The shortest decimal number that reads back as this float, for tables.
double shortest(float value);

}  // namespace hitmiss
