// A table in the formats of other programs: Markdown, LaTeX, CSV.

#include <fmt/format.h>

#include <algorithm>

#include "base/report.hpp"

namespace hitmiss {
namespace {

/// The text with each of these characters replaced.
std::string replaced(std::string_view text,
                     std::initializer_list<std::pair<char, std::string_view>> by) {
    std::string all;
    for (const char c : text) {
        const auto* const found =
            std::ranges::find(by, c, &std::pair<char, std::string_view>::first);
        all += found == by.end() ? std::string(1, c) : std::string(found->second);
    }
    return all;
}

std::string latex_text(std::string_view text) {
    return replaced(text, {{'\\', "\\textbackslash{}"},
                           {'&', "\\&"},
                           {'%', "\\%"},
                           {'$', "\\$"},
                           {'#', "\\#"},
                           {'_', "\\_"},
                           {'{', "\\{"},
                           {'}', "\\}"},
                           {'~', "\\textasciitilde{}"},
                           {'^', "\\textasciicircum{}"},
                           {'<', "\\textless{}"},
                           {'>', "\\textgreater{}"},
                           {'|', "\\textbar{}"}});
}

}  // namespace

std::string markdown_text(std::string_view text) {
    std::string all;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const bool tag = text[k] == '<' && !text.substr(k + 1).starts_with(' ');
        if (tag || text[k] == '|') all += '\\';
        all += text[k] == '\n' ? ' ' : text[k];
    }
    return all;
}

bool holds_words(const Rows& rows, const std::string& key) {
    return std::ranges::any_of(rows, [&](const Object& row) {
        return row.at(key).is_string() && !row.at(key).get<std::string>().starts_with("< ");
    });
}

std::string csv_cell(const std::string& cell) {
    if (cell.find_first_of(",\"\n\r") == cell.npos) return cell;
    return '"' + replaced(cell, {{'"', "\"\""}}) + '"';
}

std::string as_markdown(const Rows& rows) {
    if (rows.empty()) return {};
    std::string head = "|", rule = "|", body;
    for (const auto& [key, unused] : rows[0]) {
        head += ' ' + markdown_text(key) + " |";
        rule += holds_words(rows, key) ? " --- |" : " ---: |";
    }
    for (const Object& row : rows) {
        body += '|';
        for (const auto& [unused, value] : row)
            body += ' ' + markdown_text(cell_text(value, true)) + " |";
        body += '\n';
    }
    return head + '\n' + rule + '\n' + body;
}

std::string as_latex(const Rows& rows) {
    if (rows.empty()) return {};
    std::string columns, head, body;
    for (const auto& [key, unused] : rows[0]) {
        columns += holds_words(rows, key) ? 'l' : 'r';
        head += (head.empty() ? "" : " & ") + latex_text(replaced(key, {{'_', " "}}));
    }
    for (const Object& row : rows) {
        std::string line;
        for (const auto& [unused, value] : row) {
            const std::string cell = cell_text(value, true);
            const bool negative = value.is_number() && cell.starts_with('-');
            line += (&value == &row.begin()->second ? "" : " & ") +
                    (negative ? "$-$" + cell.substr(1) : latex_text(cell));
        }
        body += line + " \\\\\n";
    }
    return fmt::format(
        "\\begin{{tabular}}{{{}}}\n\\hline\n{} \\\\\n\\hline\n{}\\hline\n\\end{{tabular}}\n",
        columns, head, body);
}

std::string as_csv(const Rows& rows) {
    if (rows.empty()) return {};
    std::string csv;
    for (const auto& [key, unused] : rows[0]) csv += csv_cell(key) + ',';
    csv.back() = '\n';
    for (const Object& row : rows) {
        for (const auto& [unused, value] : row) csv += csv_cell(cell_text(value, false)) + ',';
        csv.back() = '\n';
    }
    return csv;
}

}  // namespace hitmiss
