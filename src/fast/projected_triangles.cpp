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

/// How far from 0 three numbers are, if all are on one side of it.
float beside(float a, float b, float c) {
    return largest(least(least(a, b), c), -largest(a, b, c));
}

/// Moves the corners to where they are from the origin.
void move_to_origin(const View& view, ProjectedTriangles& p) {
    const float origin[]{view.origin.x, view.origin.y, view.origin.z};
    const float edges = p.by_edges ? 1 : 0, corners = 1 - edges;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float o = origin[axis];
        auto &a = p.corner[axis], &b = p.corner[axis + 3], &c = p.corner[axis + 6];
#pragma omp simd
        for (std::size_t k = 0; k < lanes; ++k) {
            a[k] -= o;
            const float from = edges * a[k] - corners * o;
            b[k] += from, c[k] += from;
        }
    }
}

void project_corners(const View& view, ProjectedTriangles& p) {
    const Form across(view.across), up(view.up), ahead(view.ahead);
    const Form across_size(glm::abs(view.across)), up_size(glm::abs(view.up)),
        ahead_size(glm::abs(view.ahead));
    const float widest = p.widest;
    const float scale = view.scale, rounding = 24 * u * view.skew / scale, of_rays = 47 * u * scale;
#pragma omp simd
    for (std::size_t k = 0; k < lanes; ++k) {
        const float ax = p.corner[0][k], ay = p.corner[1][k], az = p.corner[2][k];
        const float bx = p.corner[3][k], by = p.corner[4][k], bz = p.corner[5][k];
        const float cx = p.corner[6][k], cy = p.corner[7][k], cz = p.corner[8][k];
        // Their depths, and where they are seen.
        const float za = ahead(ax, ay, az), zb = ahead(bx, by, bz), zc = ahead(cx, cy, cz);
        const float ia = 1 / za, ib = 1 / zb, ic = 1 / zc;
        const float sa = across(ax, ay, az) * ia, ra = up(ax, ay, az) * ia;
        const float sb = across(bx, by, bz) * ib, rb = up(bx, by, bz) * ib;
        const float sc = across(cx, cy, cz) * ic, rc = up(cx, cy, cz) * ic;
        const float left = least(least(sa, sb), sc), right = largest(largest(sa, sb), sc);
        const float bottom = least(least(ra, rb), rc), top = largest(largest(ra, rb), rc);
        const float z = least(least(za, zb), zc), deepest = largest(largest(za, zb), zc);
        const float W = largest(largest(-left, right), largest(-bottom, top), widest),
                    T = scale + W;
        // How far a point that is accepted may be from one of the triangle, in each form.
        const float off_x = p.off[0][k], off_y = p.off[1][k], off_z = p.off[2][k];
        const float in_depth = ahead_size(off_x, off_y, off_z),
                    in_s = across_size(off_x, off_y, off_z) + W * in_depth,
                    in_r = up_size(off_x, off_y, off_z) + W * in_depth;
        const float rounded = rounding * deepest * T, per_z = largest(ia, ib, ic);
        const float margin_s = (in_s + T * rounded) * per_z + of_rays,
                    margin_r = (in_r + T * rounded) * per_z + of_rays;
        // Where the triangle reaches behind the origin there are no bounds.
        const float margin = z > least_depth ? largest(margin_s, margin_r) : Box::inf,
                    none = margin < Box::inf ? 0 : Box::inf;
        p.s_lo[k] = left - margin_s - none, p.s_hi[k] = right + margin_s + none;
        p.r_lo[k] = bottom - margin_r - none, p.r_hi[k] = top + margin_r + none;
        p.near[k] = (z - in_depth - rounded) * p.nearer[k] - none;
        // The edges, as seen: their functions are positive inside.
        const float s0 = sb - sa, r0 = rb - ra, s1 = sc - sb, r1 = rc - rb, s2 = sa - sc,
                    r2 = ra - rc;
        const float area = s0 * r1 - r0 * s1, sign = area < 0 ? -1.0f : 1.0f;
        const float of_area = 8 * u * size(s0, r0) * size(s1, r1) + none;
        const auto set = [&, k](ProjectedTriangles::Edge& edge, float s, float r, float ds,
                                float dr) {
            edge.s[k] = -dr * sign, edge.r[k] = ds * sign;
            edge.c[k] = (dr * s - ds * r) * sign + margin_s * std::abs(dr) +
                        margin_r * std::abs(ds) + of_area;
        };
        set(p.edge[0], sa, ra, s0, r0), set(p.edge[1], sb, rb, s1, r1);
        set(p.edge[2], sc, rc, s2, r2);
    }
}

/// The edges of triangles without bounds in the view, as planes through the origin.
void edges_from_origin(const View& view, ProjectedTriangles& p) {
    const Form side(view.to_side), up(view.to_top), middle(view.to_middle);
    const float longest = p.longest, of_forms = view.rounding;
#pragma omp simd
    for (std::size_t k = 0; k < lanes; ++k) {
        const float ax = p.corner[0][k], ay = p.corner[1][k], az = p.corner[2][k];
        const float bx = p.corner[3][k], by = p.corner[4][k], bz = p.corner[5][k];
        const float cx = p.corner[6][k], cy = p.corner[7][k], cz = p.corner[8][k];
        // Normals of the planes through the origin and each edge.
        const float n0x = ay * bz - az * by, n0y = az * bx - ax * bz, n0z = ax * by - ay * bx;
        const float n1x = by * cz - bz * cy, n1y = bz * cx - bx * cz, n1z = bx * cy - by * cx;
        const float n2x = cy * az - cz * ay, n2y = cz * ax - cx * az, n2z = cx * ay - cy * ax;
        const float volume = n0x * cx + n0y * cy + n0z * cz, sign = volume < 0 ? -1.0f : 1.0f;
        // How near the triangle's box comes to the origin, and how far the triangle reaches.
        const float near_x = beside(ax, bx, cx), near_y = beside(ay, by, cy),
                    near_z = beside(az, bz, cz);
        const float off_x = p.off[0][k], off_y = p.off[1][k], off_z = p.off[2][k];
        const float distance = largest(largest(near_x - off_x, near_y - off_y, near_z - off_z), 0);
        const float square = largest(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz,
                                     cx * cx + cy * cy + cz * cz);
        // Where products of three lengths overflow or underflow, nothing is known.
        const bool in_range = bool(square >= 0x1p-60f) & bool(square <= 0x1p60f);
        const float per = longest / distance,
                    exactly = 64 * u * square * std::sqrt(square) * per + of_forms * square,
                    rounded = in_range ? exactly : Box::inf;
        const bool bounded = p.near[k] > -Box::inf;
        const auto set = [&, k](ProjectedTriangles::Edge& edge, float x, float y, float z) {
            const float around =
                (std::abs(x) * off_x + std::abs(y) * off_y + std::abs(z) * off_z) * per + rounded;
            edge.s[k] = bounded ? edge.s[k] : side(x, y, z) * sign;
            edge.r[k] = bounded ? edge.r[k] : up(x, y, z) * sign;
            edge.c[k] = bounded ? edge.c[k] : middle(x, y, z) * sign + around;
        };
        set(p.edge[0], n0x, n0y, n0z), set(p.edge[1], n1x, n1y, n1z);
        set(p.edge[2], n2x, n2y, n2z);
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
                here[k] = spread_bits(std::uint32_t(int(x[k]))) |
                          spread_bits(std::uint32_t(int(y[k]))) << 1 | std::uint32_t(k) << 12;
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

/// Whether any triangle reaches behind the origin.
bool behind(const ProjectedTriangles& p) {
    std::uint32_t any = 0;
#pragma omp simd reduction(| : any)
    for (std::size_t k = 0; k < lanes; ++k) any |= p.near[k] > -Box::inf ? 0u : 1u << k;
    return (any & p.present) != 0;
}

void project(const View& view, ProjectedTriangles& p) {
    move_to_origin(view, p);
    project_corners(view, p);
    if (behind(p)) edges_from_origin(view, p);
    if (p.in_grid) return find_pixels(p);
    p.large = p.present, p.pixels = 0;
}

}  // namespace

Project projecting(VectorWidth width) {
    return at_width<project>(width);
}

}  // namespace hitmiss
