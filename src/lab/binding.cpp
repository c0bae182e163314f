// What the program needs in a browser: an entry point, and the library that Debian has compiled for
// its own processors only.

#define TINYOBJLOADER_IMPLEMENTATION
#include "lab/binding.hpp"

#include <emscripten.h>
#include <tiny_obj_loader.h>

/// Answers a request: {"values": ..., "arrays": [{name, address, size}]} or {"error": line}. Valid
/// until the next request.
extern "C" EMSCRIPTEN_KEEPALIVE const char* hitmiss_request(const char* name,
                                                            const char* arguments) {
    using namespace hitmiss;
    static lab::Lab lab;
    static lab::Response response;
    static std::string text;
    response = {};
    try {
        response = lab::respond(lab, name, arguments);
        List arrays;
        for (const auto& [array, bytes] : response.arrays)
            arrays.push_back({{"name", array},
                              {"address", reinterpret_cast<std::uintptr_t>(bytes.data())},
                              {"size", bytes.size()}});
        text = as_json(Object{{"values", response.values}, {"arrays", arrays}});
    } catch (const std::bad_alloc&) {
        lab = {};
        text = as_json(Object{{"error", "not enough memory; use a smaller image or mesh"}});
    } catch (const std::exception& error) {
        text = as_json(Object{{"error", error.what()}});
    }
    return text.c_str();
}
