#pragma once
// Shared by the tests of SVG files: whether a file is XML, and SVG of the few elements that the
// program writes, and the texts in it.

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "draw/drawing.hpp"
#include "draw/text.hpp"

namespace hitmiss {

/// The texts of one of our SVG files.
inline Drawing texts_of(const std::string& svg) {
    Drawing drawing;
    std::sscanf(svg.c_str() + svg.find("viewBox="), "viewBox=\"0 0 %lf %lf\"", &drawing.width,
                &drawing.height);
    const std::string start = "<g aria-label=\"", place = "transform=\"translate(";
    for (auto at = svg.find(start); at != svg.npos; at = svg.find(start, at + 1)) {
        const auto label = at + start.size(), end = svg.find('>', at);
        const std::string tag = svg.substr(at, end - at);
        Words words{{}, svg.substr(label, svg.find('"', label) - label), 0};
        for (const auto& [entity, character] :
             {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&amp;", "&"}})
            words.text = std::regex_replace(words.text, std::regex(entity), character);
        words.upright = tag.find("rotate(-90)") != tag.npos;
        double scale = 0;
        std::sscanf(tag.c_str() + tag.find(place) + place.size(), "%lf %lf", &words.start.x,
                    &words.start.y);
        std::sscanf(tag.c_str() + tag.find(" scale("), " scale(%lf", &scale);
        words.size = scale / font_scale(1);
        const auto letter = svg.find("<use href=\"#", at);
        if (letter != svg.npos && letter < svg.find("</g>", at) && svg[letter + 12] == 'm')
            words.face = Face::medium;
        drawing.elements.emplace_back(words);
    }
    return drawing;
}

/// The contour of a path's data that begins at `at`, which moves to its end: a line, or a circle.
inline Contour contour_of(const std::string& data, std::size_t& at, bool& closed) {
    Contour contour;
    while (at < data.size()) {
        const char what = data[at];
        if (what == 'M' && !contour.points.empty()) break;
        const auto end = std::min(data.find_first_of("MLaz", at + 1), data.size());
        Point p(0);
        if (what == 'a' && contour.radius == 0) {
            std::sscanf(data.c_str() + at + 1, "%lf", &contour.radius);
            contour.points[0].x += contour.radius;
        } else if (std::sscanf(data.c_str() + at + 1, "%lf %lf", &p.x, &p.y) == 2 && what != 'a') {
            contour.points.push_back(p);
        }
        closed |= what == 'z';
        at = end;
    }
    return contour;
}

/// The same with its lines, areas and marks.
inline Drawing drawing_of(const std::string& svg) {
    Drawing drawing = texts_of(svg);
    const std::string start = "<path d=\"", fill = "fill=\"#", stroke = "stroke=\"#";
    const auto colour = [](const std::string& tag, const std::string& key) -> std::optional<Rgb> {
        unsigned value = 0;
        const auto at = tag.find(key);
        if (at == tag.npos) return {};
        std::sscanf(tag.c_str() + at + key.size(), "%x", &value);
        return Rgb{std::uint8_t(value >> 16), std::uint8_t(value >> 8), std::uint8_t(value)};
    };
    for (auto at = svg.find(start); at != svg.npos; at = svg.find(start, at + 1)) {
        const std::string tag = svg.substr(at, svg.find('>', at) - at);
        const std::string data =
            tag.substr(start.size(), tag.find('"', start.size()) - start.size());
        Shape shape{{}, colour(tag, fill), {}, false};
        if (const auto pen = colour(tag, stroke)) shape.pen = Pen{*pen};
        for (std::size_t k = 0; k < data.size();)
            shape.contours.push_back(contour_of(data, k, shape.closed));
        drawing.elements.emplace_back(std::move(shape));
    }
    return drawing;
}

/// Fails the test unless the tags nest, attributes are quoted, every & starts a known entity, each
/// element is one of SVG's with attributes that it may have, and each reference leads to an id.
/// The picture data, of a few hundred kilobytes, is cut before.
inline void expect_svg(std::string xml) {
    const std::string marker = ";base64,";
    for (auto at = xml.find(marker); at != xml.npos; at = xml.find(marker, at + marker.size())) {
        const auto start = at + marker.size(), end = xml.find('"', start);
        ASSERT_EQ(xml.substr(start, end - start)
                      .find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                         "0123456789+/="),
                  xml.npos);
        ASSERT_EQ((end - start) % 4, 0u);
        xml.erase(start, end - start);
    }
    // What a screen reader says is the only text.
    for (const std::string tag : {"title", "desc"}) {
        const auto from = xml.find("<" + tag + ">"), to = xml.find("</" + tag + ">\n");
        ASSERT_EQ(from == xml.npos, to == xml.npos);
        if (from == xml.npos) continue;
        const auto start = from + tag.size() + 2;
        EXPECT_EQ(xml.substr(start, to - start).find_first_of("<>"), xml.npos);
        xml.erase(from, to + tag.size() + 4 - from);
    }
    const std::map<std::string, std::set<std::string>> allowed{
        {"svg",
         {"xmlns", "width", "height", "viewBox", "stroke-linejoin", "stroke-linecap", "role"}},
        {"defs", {}},
        {"rect", {"x", "y", "width", "height", "fill"}},
        {"path", {"id", "d", "fill", "stroke", "stroke-width", "stroke-dasharray"}},
        {"g", {"aria-label", "fill", "transform"}},
        {"use", {"href", "x"}},
        {"image", {"x", "y", "width", "height", "style", "href"}}};
    std::vector<std::string> open;
    std::set<std::string> ids;
    std::size_t end = 0;
    for (auto at = xml.find('<'); at != xml.npos; at = xml.find('<', end)) {
        ASSERT_EQ(xml.substr(end, at - end).find_first_not_of('\n'), xml.npos) << "text at " << end;
        end = xml.find('>', at) + 1;
        ASSERT_GT(end, at);
        std::string tag = xml.substr(at + 1, end - at - 2);
        ASSERT_EQ(tag.find('<'), tag.npos) << tag;
        if (tag[0] == '/') {
            ASSERT_FALSE(open.empty());
            ASSERT_EQ(open.back(), tag.substr(1));
            open.pop_back();
            continue;
        }
        const bool empty = tag.back() == '/';
        if (empty) tag.pop_back();
        const std::string name = tag.substr(0, tag.find(' '));
        ASSERT_EQ(open.empty(), at == 0) << name;
        ASSERT_TRUE(allowed.contains(name)) << name;
        std::set<std::string> seen;
        for (auto next = name.size(); next < tag.size();) {
            const auto equals = tag.find("=\"", next), close = tag.find('"', equals + 2);
            ASSERT_TRUE(tag[next] == ' ' && close != tag.npos) << tag;
            const std::string key = tag.substr(next + 1, equals - next - 1);
            const std::string value = tag.substr(equals + 2, close - equals - 2);
            next = close + 1;
            EXPECT_TRUE(allowed.at(name).contains(key)) << name << ' ' << key;
            EXPECT_TRUE(seen.insert(key).second) << key;
            const bool is_path =
                key != "d" || value.find_first_not_of("MLQaz0123456789.- ") == value.npos;
            const bool is_new = key != "id" || ids.insert(value).second;
            const bool is_known = key != "href" || name != "use" || ids.contains(value.substr(1));
            EXPECT_TRUE(is_path && is_new && is_known) << tag;
            for (auto amp = value.find('&'); amp != value.npos; amp = value.find('&', amp + 1)) {
                const auto entity = value.substr(amp, value.find(';', amp) + 1 - amp);
                EXPECT_TRUE(entity == "&amp;" || entity == "&lt;" || entity == "&gt;" ||
                            entity == "&quot;")
                    << entity;
            }
        }
        if (!empty) open.push_back(name);
    }
    EXPECT_TRUE(open.empty());
    EXPECT_EQ(xml.substr(end), "\n");
}

}  // namespace hitmiss
