#pragma once
// Asks the page's engine as the page does.

#include "found.hpp"
#include "json_testing.hpp"
#include "program.hpp"

namespace hitmiss {

class LabRequests : public Program {
protected:
    void SetUp() override {
        if (std::string_view(HITMISS_LAB_REQUESTS).empty()) GTEST_SKIP() << "the page is a wing";
        std::filesystem::create_directory_symlink(HITMISS_SCENES, folder_ / "scenes");
    }

    /// The answers to requests, each  NAME {arguments}, of one run of the program.
    std::vector<Json> ask(const std::vector<std::string>& requests) const {
        std::string lines;
        for (const auto& request : requests) lines += request + '\n';
        write("requests.txt", lines);
        const auto said = run("--version >version.txt; " HITMISS_LAB_REQUESTS " <requests.txt");
        EXPECT_EQ(said.exit, 0) << said.err;
        std::vector<Json> answers;
        for (std::size_t at = 0, end; (end = said.out.find("\n\n", at)) != said.out.npos;
             at = end + 2)
            answers.push_back(parse_json(said.out.substr(at, end - at)));
        EXPECT_EQ(answers.size(), requests.size());
        answers.resize(requests.size());
        return answers;
    }

    /// What a command of the page prints as JSON.
    Json shell(std::string command) const {
        for (std::size_t at = 0; (at = command.find("hitmiss ", at)) != command.npos; at += 1)
            if (at == 0 || command.compare(at - 2, 2, "| ") == 0)
                command.replace(at, 7, HITMISS_PROGRAM), at += std::size(HITMISS_PROGRAM);
        return parse_json(run("--version >version.txt; " + command + " --format json").out);
    }
};

/// The values of a request about a scene from a camera, after NAME.
inline std::string view(const std::string& scene, const std::string& camera,
                        const std::string& more) {
    return " {\"scene\":\"" + scene + "\"," + camera + "," + more + "}";
}
inline const std::string own_camera = R"("turn":0,"tilt":0,"zoom":1,"width":24,"height":24)",
                         turned = R"("turn":30,"tilt":-10,"zoom":1.5,"width":40,"height":30)";

}  // namespace hitmiss
