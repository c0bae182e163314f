#pragma once
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

// The numbers of an NPY file of float32.
inline std::vector<float> load(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto size = [&](int k) { return std::size_t(static_cast<unsigned char>(bytes.at(k))); };
    const std::string_view data = std::string_view(bytes).substr(10 + size(8) + 256 * size(9));
    std::vector<float> numbers(data.size() / sizeof(float));
    data.copy(reinterpret_cast<char*>(numbers.data()), data.size());
    return numbers;
}
