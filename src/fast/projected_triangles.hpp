#pragma once
// Triangles as rays of one view see them.
//
// A point o + q that is accepted for a triangle lies at most `off`, along each axis, from a point
// o + q' of it. Let u be 2^-24, Z and z the largest and the least depth of the corners, W the
// largest |s| or |r| of them and of the rays, and T = F + W. A corner is at most D = skew Z T/F
// from o (view.hpp).
// - A corner that is stored as an edge from another one is off by 4 u D, and forms of it by 3 u D
//   of their length. So where it is seen is off by 7 u T D/z + 2 u T.
// - In the window of the rays, or 14.5 u F from it, q is seen at most
//   (|across| + W |ahead|) . off/z from q' along s, |.| taken of each coordinate, and likewise
//   along r; those 14.5 u F add 4 u F D/z where `off` is at most D/4, and no more than it is
//   rounded up by where it is larger.
// - A ray is seen 14.5 u F from where its q is, and its pixel 32 u F from there (grid.hpp).
// The edges of the triangle as seen are computed from these corners. Seen from them, q' is moved to
// a point with the same weights by no more than they are off; there each edge function has the sign
// of the area, or they are all within its rounding, 4 u times the product of two edges. A move by
// (x, y) changes the function of an edge (ds, dr) by at most |x dr| + |y ds|, and its own rounding
// is 6 u T (|ds| + |dr|). Together, rounded up, the margin along s is
//
//     ((|across| + W |ahead|) . off + 24 u T D)/z + 47 u F
//
// Where that tells nothing, as for a triangle that reaches behind the origin, the planes through o
// and its edges bound the rays, which go along d. Let n be a plane's normal, of length D^2 at most,
// D being here the distance of the farthest corner, and h how far o is from the triangle's box
// along an axis, less `off`. Then n . q is at least -|n| . off, at a distance of h or more; n h,
// and the volume whose sign tells its inside, are off by less than 64 u D^3, and the form by a
// rounding. All are per |q|, or |d|, which is `longest` times the depth at most.

#include <cstring>

#include "fast/grid.hpp"
#include "fast/seen_rays.hpp"

namespace hitmiss {

/// Sixteen triangles, of two leaves.
struct ProjectedTriangles {
    /// What is taken from a leaf.
    static constexpr std::size_t bytes_of_leaf = 9 * leaf_size * sizeof(float);

    // Given:
    std::array<Lanes<float>, 9> corner;  ///< x, y and z of a, then of b and c, or of edges to them
    bool by_edges;
    std::array<Lanes<float>, 3> off;  ///< how far points are accepted from each, along each axis
    Lanes<float> nearer;  ///< hits are at this fraction of the distance to such a point, or farther
    float longest;        ///< |d| / ahead . d of the rays
    float widest;         ///< largest |s| or |r| of the rays
    std::uint32_t present;  ///< bit k: there is a triangle in lane k
    bool in_grid;           ///< whether pixels are wanted

    // What is seen: a triangle within a rectangle, where s edge.s + r edge.r + edge.c >= 0 for its
    // three edges, at a depth of `near` or more.
    struct Edge {
        Lanes<float> s, r, c;
    };
    Lanes<float> s_lo, s_hi, r_lo, r_hi, near;
    std::array<Edge, 3> edge;
    std::uint32_t large;  ///< the triangles that may be hit and have no pixels below
    /// Pixels of a grid that the other triangles may be hit in: a ray, and 4096 times the lane.
    std::array<std::uint32_t, lanes * lanes> pixel;
    std::size_t pixels;

    /// Fills eight lanes from a leaf.
    void take(std::size_t half, const float* rows, const OffOfLeaf& off_of_leaf,
              float nearer_of_leaf) {
        for (std::size_t row = 0; row < corner.size(); ++row)
            std::memcpy(&corner[row][half * leaf_size], rows + row * leaf_size,
                        leaf_size * sizeof(float));
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (std::size_t k = 0; k < leaf_size; ++k)
                off[axis][half * leaf_size + k] =
                    std::bit_cast<float>(std::uint32_t(off_of_leaf[axis][k]) << 16);
        std::fill_n(&nearer[half * leaf_size], leaf_size, nearer_of_leaf);
    }

    /// Whether rays in a window may hit the triangle in lane k; NaN counts as yes.
    auto in_view(std::size_t k) const {
        const auto inside = [this, k](std::size_t e) {
            return Form({edge[e].s[k], edge[e].r[k], edge[e].c[k]});
        };
        return
            [a = inside(0), b = inside(1), c = inside(2), s_lo_k = s_lo[k], s_hi_k = s_hi[k],
             r_lo_k = r_lo[k], r_hi_k = r_hi[k]](float left, float right, float bottom, float top) {
                return !(bool(s_lo_k > right) | bool(left > s_hi_k) | bool(r_lo_k > top) |
                         bool(bottom > r_hi_k) | bool(a.hi(left, right, bottom, top, 1, 1) < 0) |
                         bool(b.hi(left, right, bottom, top, 1, 1) < 0) |
                         bool(c.hi(left, right, bottom, top, 1, 1) < 0));
            };
    }
};

/// Computes what is seen.
using Project = void (*)(const View&, ProjectedTriangles&);
Project projecting(VectorWidth width);

}  // namespace hitmiss
