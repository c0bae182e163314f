#include "fast/projected_triangles.hpp"

#include <bit>

namespace hitmiss {
namespace {

constexpr float u = 0x1p-24f;
/// A triangle with more pixels in its rectangle is large.
constexpr float few_pixels = lanes;

float size(float s, float r) {
    return std::abs(s) + std::abs(r);
}

template <bool by_edges>
void project_corners(const View& view, ProjectedTriangles& p) {
    const Form across(view.across), up(view.up), ahead(view.ahead);
    const float ox = view.origin.x, oy = view.origin.y, oz = view.origin.z;
    const float widest = p.widest;
    const float scale = view.scale, rounding = 20 * u * view.skew / scale, of_rays = 47 * u * scale;
#pragma omp simd
    for (std::size_t k = 0; k < lanes; ++k) {
        // The corners, from the origin.
        const float ax = p.corner[0][k] - ox, ay = p.corner[1][k] - oy, az = p.corner[2][k] - oz;
        const float from_x = by_edges ? ax : -ox, from_y = by_edges ? ay : -oy,
                    from_z = by_edges ? az : -oz;
        const float bx = p.corner[3][k] + from_x, by = p.corner[4][k] + from_y,
                    bz = p.corner[5][k] + from_z;
        const float cx = p.corner[6][k] + from_x, cy = p.corner[7][k] + from_y,
                    cz = p.corner[8][k] + from_z;
        // Their depths, and where they are seen.
        const float za = ahead(ax, ay, az), zb = ahead(bx, by, bz), zc = ahead(cx, cy, cz);
        const float ia = 1 / za, ib = 1 / zb, ic = 1 / zc;
        const float sa = across(ax, ay, az) * ia, ra = up(ax, ay, az) * ia;
        const float sb = across(bx, by, bz) * ib, rb = up(bx, by, bz) * ib;
        const float sc = across(cx, cy, cz) * ic, rc = up(cx, cy, cz) * ic;
        const float left = least(least(sa, sb), sc), right = largest(largest(sa, sb), sc);
        const float bottom = least(least(ra, rb), rc), top = largest(largest(ra, rb), rc);
        const float z = least(least(za, zb), zc), deepest = largest(largest(za, zb), zc);
        const float T = scale + largest(largest(-left, right), largest(-bottom, top), widest);
        const float off = p.off[k] + rounding * deepest * T;
        const float margin = T * off * largest(largest(ia, ib), ic) + of_rays;
        // Where the triangle reaches behind the origin there are no bounds.
        const float sure = z > least_depth ? margin : Box::inf,
                    none = sure < Box::inf ? 0 : Box::inf;
        p.s_lo[k] = left - sure, p.s_hi[k] = right + sure;
        p.r_lo[k] = bottom - sure, p.r_hi[k] = top + sure;
        p.near[k] = (z - off) * p.nearer[k] - none;
        // The edges, as seen: their functions are positive inside.
        const float s0 = sb - sa, r0 = rb - ra, s1 = sc - sb, r1 = rc - rb, s2 = sa - sc,
                    r2 = ra - rc;
        const float area = s0 * r1 - r0 * s1, sign = area < 0 ? -1.0f : 1.0f;
        const float size0 = size(s0, r0), size1 = size(s1, r1);
        const float of_area = 8 * u * size0 * size1 + none;
        p.edge[0].s[k] = -r0 * sign, p.edge[0].r[k] = s0 * sign;
        p.edge[0].c[k] = (r0 * sa - s0 * ra) * sign + margin * size0 + of_area;
        p.edge[1].s[k] = -r1 * sign, p.edge[1].r[k] = s1 * sign;
        p.edge[1].c[k] = (r1 * sb - s1 * rb) * sign + margin * size1 + of_area;
        p.edge[2].s[k] = -r2 * sign, p.edge[2].r[k] = s2 * sign;
        p.edge[2].c[k] = (r2 * sc - s2 * rc) * sign + margin * size(s2, r2) + of_area;
    }
}

/// From 0 to 64, or from -1 to 63, to a whole number; one that is nearly whole may become the next
/// one outwards.
float rounded_up(float at) {
    return float(grid_side) - float(int(float(grid_side) - at));
}
float rounded_down(float at) {
    return float(int(at + 1)) - 1;
}

/// Makes room between the bits of a number below 64, as spread_bits.
std::uint32_t spread(float number) {
    auto bits = std::uint32_t(int(number));
    bits = (bits | bits << 4) & 0x0f0f;
    bits = (bits | bits << 2) & 0x3333;
    return (bits | bits << 1) & 0x5555;
}

/// Finds the pixels of small triangles, each in its own lane, row by row.
void find_pixels(ProjectedTriangles& p) {
    constexpr float last = float(grid_side - 1);
    Lanes<float> x, y, left, right, top, width, height;
#pragma omp simd
    for (std::size_t k = 0; k < lanes; ++k) {
        // The pixels in the rectangle; NaN counts as all.
        const float from_x = largest(p.s_lo[k] + grid_middle, 0),
                    from_y = largest(p.r_lo[k] + grid_middle, 0),
                    to_x = least(p.s_hi[k] + grid_middle, last),
                    to_y = least(p.r_hi[k] + grid_middle, last);
        const float start = rounded_up(least(from_x, last + 1)),
                    row = rounded_up(least(from_y, last + 1)),
                    end = rounded_down(largest(to_x, -1)),
                    end_row = rounded_down(largest(to_y, -1));
        x[k] = left[k] = start, y[k] = row, right[k] = end, top[k] = end_row;
        width[k] = end - start + 1, height[k] = end_row - row + 1;
    }
    std::uint32_t empty = 0, many = 0;
#pragma omp simd reduction(| : empty, many)
    for (std::size_t k = 0; k < lanes; ++k) {
        empty |= least(width[k], height[k]) > 0 ? 0u : 1u << k;
        many |= width[k] * height[k] > few_pixels ? 1u << k : 0u;
    }
    const std::uint32_t small = p.present & ~empty & ~many;
    p.large = p.present & ~empty & many;
    p.pixels = 0;
    if (small == 0) return;
#pragma omp simd
    for (std::size_t k = 0; k < lanes; ++k) top[k] = (small >> k & 1) != 0 ? top[k] : -1.0f;
    const auto &a = p.edge[0], &b = p.edge[1], &c = p.edge[2];
    constexpr std::size_t together = 4;
    std::array<Lanes<std::uint32_t>, together> ray;
    for (bool more = true; more;) {
        // The lanes whose pixels are between the edges, of four steps in one number.
        std::uint64_t all = 0;
        for (std::size_t step = 0; step < together; ++step) {
            std::uint32_t between = 0;
            Lanes<std::uint32_t>& here = ray[step];
#pragma omp simd reduction(| : between)
            for (std::size_t k = 0; k < lanes; ++k) {
                const float s = x[k] - grid_middle, r = y[k] - grid_middle;
                const float in_a = a.s[k] * s + a.r[k] * r + a.c[k],
                            in_b = b.s[k] * s + b.r[k] * r + b.c[k],
                            in_c = c.s[k] * s + c.r[k] * r + c.c[k];
                between |= least(least(in_a, in_b), least(in_c, top[k] - y[k])) < 0 ? 0u : 1u << k;
                here[k] = spread(x[k]) | spread(y[k]) << 1 | std::uint32_t(k) << 12;
                // The next pixel.
                const float beside = x[k] + 1, ends = beside > right[k] ? 1.0f : 0.0f;
                x[k] = ends > 0 ? left[k] : beside;
                y[k] = y[k] + ends;
            }
            all |= std::uint64_t(between) << step * lanes;
        }
        for (; all != 0; all &= all - 1) {
            const auto bit = std::size_t(std::countr_zero(all));
            p.pixel[p.pixels++] = ray[bit / lanes][bit % lanes];
        }
        std::uint32_t below = 0;
#pragma omp simd reduction(| : below)
        for (std::size_t k = 0; k < lanes; ++k) below |= y[k] <= top[k] ? 1u : 0u;
        more = below != 0;
    }
}

void project(const View& view, ProjectedTriangles& p) {
    p.by_edges ? project_corners<true>(view, p) : project_corners<false>(view, p);
    if (p.in_grid) return find_pixels(p);
    p.large = p.present, p.pixels = 0;
}

}  // namespace

Project projecting(VectorWidth width) {
    return at_width<project>(width);
}

}  // namespace hitmiss
