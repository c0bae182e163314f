// Which files the mtllib lines of an OBJ file mean.

#include <algorithm>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "base/words.hpp"
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

std::string replaced(std::string_view text, std::string_view part, std::string_view by) {
    std::string result;
    for (std::size_t at = 0; (at = text.find(part)) != text.npos;
         text.remove_prefix(at + part.size()))
        result.append(text.substr(0, at)).append(by);
    return result.append(text);
}

/// What a name may mean, the likeliest first: its path as it stands, or of another machine the last
/// part of one.
enum class ReadAs { path, last_part };
std::vector<std::string> meanings(const std::string& name, ReadAs meaning) {
    const std::string blanks = replaced(name, "\\ ", " "), path = replaced(blanks, "\\", "/");
    if (meaning == ReadAs::path) {
        if (path == name) return {name};
        return {name, blanks, path, replaced(name, "\\", "/")};
    }
    if (path.starts_with('/') || (path.size() > 2 && path[1] == ':'))
        return {path.substr(path.find_last_of("/:") + 1)};
    return {};
}

std::optional<fs::path> find_file(const fs::path& folder, const std::string& name, ReadAs meaning) {
    for (const auto& meant : meanings(name, meaning)) {
        // Quicker than to say why not.
        std::error_code failure;
        if (fs::is_regular_file(folder / meant, failure) && objection(folder, meant).empty())
            return folder / meant;
    }
    return {};
}

bool is_mtl(std::string_view name) {
    constexpr std::string_view ending = ".mtl";
    return name.size() > ending.size() && lowered(name).ends_with(ending);
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

    /// A name on the line, and its file if there is one.
    struct Named {
        std::string name;
        std::optional<fs::path> file;
    };

    /// The next name, if there is one. The longest that exists is taken: it may contain blanks. If
    /// none does, the last part of the shortest. A name that does not exist so reaches to its
    /// ending, .mtl, or to a word that names a file.
    std::optional<Named> next() {
        if (next_ >= words_.size()) return {};
        const std::size_t first = next_, end = std::min(words_.size(), first + most_words);
        const bool quoted = words_[first].quoted;
        const auto find = [&](std::size_t last, ReadAs meaning) -> std::optional<Named> {
            if (length(first, last) > most_bytes) return {};
            auto file = find_file(folder_, name(first, last), meaning);
            if (!file) return {};
            next_ = last + 1;
            return {{name(first, last), std::move(file)}};
        };
        for (std::size_t last = quoted ? first + 1 : end; last-- > first;)
            if (auto found = find(last, ReadAs::path)) return found;
        if (is_comment(first)) return next_ = words_.size(), std::nullopt;
        const auto may_go_on = [&](std::size_t last) {
            return !quoted && last + 1 < end && !is_mtl(name(last, last)) &&
                   !words_[last + 1].quoted && !is_comment(last + 1);
        };
        for (std::size_t last = first;; ++last) {
            if (auto found = find(last, ReadAs::last_part)) return found;
            if (!may_go_on(last)) break;
        }
        std::size_t last = first;
        while (may_go_on(last) && !is_file(last + 1)) ++last;
        next_ = last + 1;
        return {{name(first, last), {}}};
    }

private:
    static constexpr std::size_t most_words = 64, most_bytes = 4096;  ///< of a name

    bool is_comment(std::size_t k) const {
        return !words_[k].quoted && line_[words_[k].begin] == '#';
    }

    /// Whether the word alone names a file.
    bool is_file(std::size_t k) const {
        return find_file(folder_, name(k, k), ReadAs::path) ||
               find_file(folder_, name(k, k), ReadAs::last_part);
    }

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
