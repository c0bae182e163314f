// Which files the mtllib lines of an OBJ file mean.

#include <algorithm>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "scene/obj_parts.hpp"

namespace hitmiss {
namespace {

namespace fs = std::filesystem;

/// Why a file may not be opened; empty if it may.
std::string_view objection(const fs::path& folder, const fs::path& name) {
    std::error_code failure;
    const auto home = fs::canonical(folder / ".", failure);
    const auto file = failure ? home : fs::weakly_canonical(home / name, failure);
    if (failure) return "cannot be found";
    if (std::ranges::mismatch(home, file).in1 != home.end())
        return "lies outside the folder of the OBJ file";
    if (!fs::exists(file, failure)) return "does not exist";
    if (!fs::is_regular_file(file, failure)) return "is not a regular file";
    return {};
}

std::string replaced(std::string text, std::string_view part, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += by.size())
        text.replace(at, part.size(), by);
    return text;
}

/// What a name may mean, the likeliest first.
std::vector<std::string> meanings(const std::string& name) {
    const std::string blanks = replaced(name, "\\ ", " "), path = replaced(blanks, "\\", "/");
    std::vector<std::string> all{name};
    if (path != name) all.insert(all.end(), {blanks, path, replaced(name, "\\", "/")});
    if (path.starts_with('/') || (path.size() > 2 && path[1] == ':'))
        all.push_back(path.substr(path.find_last_of("/:") + 1));
    return all;
}

std::optional<fs::path> find_file(const fs::path& folder, const std::string& name) {
    for (const auto& meaning : meanings(name)) {
        // Quicker than to say why not.
        std::error_code failure;
        if (fs::is_regular_file(folder / meaning, failure) && objection(folder, meaning).empty())
            return folder / meaning;
    }
    return {};
}

bool is_mtl(std::string_view name) {
    constexpr std::string_view ending = ".mtl";
    return name.size() > ending.size() &&
           std::ranges::equal(name.substr(name.size() - ending.size()), ending,
                              [](char c, char lower) { return (c | 0x20) == lower || c == lower; });
}

/// A word of a line, or several within quotes, which are not part of it.
struct Word {
    std::size_t begin, end;
    bool quoted;
};

std::vector<Word> words_of(const std::string& line) {
    std::vector<Word> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != line.npos;) {
        const bool quoted = line[at] == '"';
        const std::size_t begin = at + quoted;
        const std::size_t end =
            std::min(line.find_first_of(quoted ? "\"" : " \t", begin), line.size());
        words.push_back({begin, end, quoted});
        at = std::min(end + quoted, line.size());
    }
    return words;
}

/// The names on a line, one after the other.
class NamedFiles {
public:
    NamedFiles(const fs::path& folder, const std::string& line)
        : folder_(folder), line_(line), words_(words_of(line)) {}

    /// The next name and its file, if there are any. The longest name that exists is taken: it may
    /// contain blanks. One that does not exist reaches to its ending, .mtl, or to a word that names
    /// a file.
    std::optional<std::pair<std::string, std::optional<fs::path>>> next() {
        if (next_ >= words_.size()) return {};
        const std::size_t first = std::exchange(next_, next_ + 1);
        const std::size_t end = std::min(words_.size(), first + most_words);
        if (words_[first].quoted)
            return {{name(first, first), find_file(folder_, name(first, first))}};
        for (std::size_t last = end; last-- > first;)
            if (auto file = length(first, last) > most_bytes
                                ? std::nullopt
                                : find_file(folder_, name(first, last)))
                return next_ = last + 1, std::pair{name(first, last), std::move(file)};
        const auto comment = [&](std::size_t k) { return line_[words_[k].begin] == '#'; };
        if (comment(first)) return next_ = words_.size(), std::nullopt;
        for (; next_ < end && !is_mtl(name(next_ - 1, next_ - 1)) && !words_[next_].quoted; ++next_)
            if (comment(next_) || find_file(folder_, name(next_, next_))) break;
        return {{name(first, next_ - 1), std::nullopt}};
    }

private:
    static constexpr std::size_t most_words = 64, most_bytes = 4096;  ///< of a name

    std::size_t length(std::size_t first, std::size_t last) const {
        return words_[last].end - words_[first].begin;
    }

    std::string name(std::size_t first, std::size_t last) const {
        return line_.substr(words_[first].begin, length(first, last));
    }

    const fs::path& folder_;
    const std::string& line_;
    std::vector<Word> words_;
    std::size_t next_ = 0;
};

}  // namespace

MaterialFiles find_material_files(const fs::path& obj,
                                  const std::vector<MaterialLibrary>& libraries) {
    const auto folder = obj.parent_path();
    MaterialFiles files;
    std::set<std::string> seen;
    const auto warn = [&](std::size_t line, const std::string& message) {
        files.warnings.push_back(fmt::format("{}:{}: {}", obj.string(), line, message));
    };
    for (const auto& [line, text] : libraries) {
        if (!seen.insert('"' + text).second) continue;  // the same line again
        NamedFiles names(folder, text);
        while (const auto next = names.next()) {
            const auto& [name, file] = *next;
            if (!seen.insert(file ? file->string() : name).second) continue;
            if (files.found.size() + files.warnings.size() >= max_libraries) {
                warn(line, fmt::format("more than {} material files; the others are not opened",
                                       max_libraries));
                return files;
            }
            if (file)
                files.found.push_back(*file);
            else
                warn(line, fmt::format("material file {} {}; not opened", quote(name, 255),
                                       objection(folder, name)));
        }
    }
    return files;
}

}  // namespace hitmiss
