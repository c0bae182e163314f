// The page's entry to the program: one function, JSON in and out.

#include "lab/binding.hpp"

#include <emscripten.h>

namespace hitmiss::lab {
namespace {

/// An array as the page finds it in memory.
Object place_of(const std::pair<std::string, std::vector<std::uint8_t>>& array) {
    return {{"name", array.first},
            {"address", reinterpret_cast<std::uintptr_t>(array.second.data())},
            {"size", array.second.size()}};
}

struct Worker {
    Lab lab;
    Response response;  ///< its arrays stay until the next request
    std::string text;

    void respond(const std::string& name, const std::string& arguments) {
        response = {};
        response = lab::respond(lab, name, arguments);
        List arrays;
        for (const auto& array : response.arrays) arrays.push_back(place_of(array));
        text = as_json(Object{{"values", response.values}, {"arrays", arrays}});
    }
};

}  // namespace
}  // namespace hitmiss::lab

/// Answers a request: {"values": ..., "arrays": [{name, address, size}]} or {"error": line}. All of
/// it is there until the next request.
extern "C" EMSCRIPTEN_KEEPALIVE const char* hitmiss_request(const char* name,
                                                            const char* arguments) {
    using namespace hitmiss;
    static lab::Worker worker;
    const auto failed = [](const std::string& line) {
        worker.text = as_json(Object{{"error", line}});
    };
    try {
        worker.respond(name, arguments);
    } catch (const std::bad_alloc&) {
        worker.lab = {};
        failed("not enough memory; a smaller image or mesh needs less");
    } catch (const std::exception& error) {
        failed(error.what());
    }
    return worker.text.c_str();
}
