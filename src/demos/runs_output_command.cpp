#include <fmt/format.h>

#include <algorithm>

#include "commands/progress.hpp"
#include "demos/runs_output.hpp"
#include "demos/walker.hpp"

namespace hitmiss {

std::vector<std::vector<Picture>> pictures_of(
    std::size_t runs, std::size_t frames,
    const std::function<Picture(std::size_t run, std::size_t frame)>& picture,
    const Output& output) {
    const auto step = watch_on(output)(runs * frames);
    std::vector<std::vector<Picture>> pictures(runs);
    for (std::size_t r = 0; r < runs; ++r)
        for (std::size_t k = 0; k < frames; ++k, step()) pictures[r].push_back(picture(r, k));
    return pictures;
}

void write_frames(const Output& output, const std::string& folder, const Method& method,
                  Variant variant, std::span<const Picture> frames) {
    const auto path = [&](std::size_t k) -> std::filesystem::path {
        return fmt::format("{}/{}-{}-{:03}.png", folder, file_stem(method), to_string(variant), k);
    };
    for (std::size_t k = 0; k < frames.size(); ++k) output.write(path(k), png(frames[k]));
    note_older(output, "frame", "run", frames.size(), path);
}

std::string report_of_runs(const TableOptions& table, const Object& json, const Rows& rows,
                           const std::vector<std::string_view>& keys, const Output& output) {
    const Rows all = for_people(rows);
    std::vector<TitledRows> tables;
    if (table.wide) tables.push_back({"", all});
    for (auto first = all.begin(); !table.wide && first != all.end();) {
        const auto &method = first->at("method"), &variant = first->at("variant");
        tables.push_back(
            {fmt::format("{}, {}", cell_text(method, true), cell_text(variant, true)), {}});
        Rows& shown = tables.back().rows;
        for (;
             first != all.end() && first->at("method") == method && first->at("variant") == variant;
             ++first) {
            shown.emplace_back();
            for (const auto& member : *first)
                if (std::ranges::find(keys, member.first) != keys.end())
                    shown.back().push_back(member);
        }
    }
    const std::string text = tables_text(tables, table.width(output.width));
    return to_string({json, rows, text, tables}, table, output.width);
}

}  // namespace hitmiss
