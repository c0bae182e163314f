#pragma once
// A comparison's verdict as a page of Markdown, to paste into another project's issue.

#include <string>
#include <vector>

#include "base/report.hpp"
#include "judge/confusion.hpp"

namespace hitmiss {

/// One answer that is wrong.
struct ReportCase {
    Method method;
    std::string title;  ///< what is wrong, and on which ray
    Ray<float> ray;
    Hit hit;
    Answer answer;
};

struct ReportPage {
    std::string title, command;
    std::string picture;  ///< beside the page; empty: none
    Rows rows;
    std::vector<ReportCase> cases;
};

/// Each case has its ray and its triangles, those of E first, max_explained at most, as hex floats
/// that  hitmiss explain -  reads.
std::string to_markdown(const ReportPage& page, const Geometry& geometry);

}  // namespace hitmiss
