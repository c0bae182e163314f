#include "methods/edge_form.hpp"
#include "methods/growth.hpp"
#include "methods/kernel_of.hpp"

namespace hitmiss {
namespace {

/// In which order an edge's corners enter its volume.
enum class CornerOrder { plain, canonical };
constexpr std::array<std::string_view, 2> corner_orders{"plain", "canonical"};

/// Signed volumes, also known as Plücker's test (Segura & Feito, Algorithms to Test Ray-Triangle
/// Intersection, WSCG 2001).
///
/// Idea: a ray direction and an edge, both seen from the ray's origin, span a signed volume. The
/// ray passes all three edges on the same side if the three volumes have the same sign. Two
/// triangles compute the same volume for the edge they share, up to sign, so the edge cannot leak.
/// This needs both products of a x b to be rounded: contracted, the volume depends on the order of
/// the corners (see `edges`), and clang's vector code rounds some sums once more than `fused`: see
/// Separate and fused arithmetic in README.md.
/// Fails: a rounded volume may have the wrong sign. The two triangles at an edge then agree, but
/// not all triangles around a vertex. At a silhouette edge, where one triangle faces the ray and
/// the other faces away, both may be missed.
/// Open: the order of the triple product; ours is d . (a x b), which rounds differently from
/// a . (b x d). Also t, ours being n . (a - o) / n . d, and the precision.
/// Changed: a triangle is hit from both sides.
///
/// Growth: a volume is off by 7.83 u |d| D^2, and the weights are volumes over n . d = h |n| / t.
/// So at most two weights are negative, by that much, and the true point P leaves the triangle by
/// at most 15.7 y |t d|, y = u D^2 L/|n| / h, whatever the sign of n . d; hence |t d| < 1.25 D.
/// This bounds |n . d| from below. The height in t is off by 8.83 u L^2 D and its n . d by
/// 7.83 u L^2 |d|, so t moves P by less than 26 x D, x = u L^2/|n| D/h. The volumes cancel: far
/// from a small triangle, y = x D/L is the larger.
template <typename Real, Variant variant = Variant::published>
struct SignedVolume {
    static constexpr MethodInfo info{
        .name = "signed-volume",
        .source = "Segura & Feito, Algorithms to Test Ray-Triangle Intersection (2001)",
        .idea = "the volumes of the ray with the three edges have one sign",
        .kind = Kind::ray_test,
        .open = "the triple product: d . (a x b); t: that of the plane; the precision: float",
        .changed = "a triangle is hit from both sides"};

    CornerOrder edges = CornerOrder::plain;

    static constexpr void parameters(auto&& visit) {
        visit("edges", &SignedVolume::edges, corner_orders,
              "canonical: the corners of an edge in lexicographic order, so that both of its "
              "triangles compute the same bits, contracted or not");
    }
    static constexpr auto lanes_choice = &SignedVolume::edges;

    static PlaneTriangle<Real> prepare(const Triangle<Real>& tri) {
        return PlaneTriangle<Real>(tri);
    }

    Candidate<Real> test(const Ray<Real>& ray, const PlaneTriangle<Real>& tri, auto note) const {
        // Vectors from the ray's origin to the vertices.
        const auto a = tri.a - ray.o, b = tri.b - ray.o, c = tri.c - ray.o;
        // Signed volumes spanned by d and each edge; p and q are the corners from the ray's origin.
        const auto volume = [&](const Vec<Real>& p, const Vec<Real>& q, const Vec<Real>& corner_p,
                                const Vec<Real>& corner_q) {
            if (edges == CornerOrder::canonical && comes_before(corner_q, corner_p))
                return -glm::dot(ray.d, glm::cross(q, p));
            return glm::dot(ray.d, glm::cross(p, q));
        };
        const auto ab = note("volume ab", volume(a, b, tri.a, tri.b), Meaning::edge_ab);
        const auto bc = note("volume bc", volume(b, c, tri.b, tri.c), Meaning::edge_bc);
        const auto ca = note("volume ca", volume(c, a, tri.c, tri.a), Meaning::edge_ca);
        // Inside: all have the same sign, or are 0.
        const bool positive = ab >= 0 && bc >= 0 && ca >= 0;
        const bool negative = ab <= 0 && bc <= 0 && ca <= 0;
        if (!positive && !negative) return miss<Real>;
        // t: where the ray meets the plane, n . (a - o) / n . d.
        return {true, note("t", glm::dot(note("n", tri.n), a) / glm::dot(tri.n, ray.d))};
    }

    Growth growth() const { return {.bounded = true, .steep = 28, .far = 20}; }
};

}  // namespace

extern constinit const Entry signed_volume = entry<SignedVolume>();

}  // namespace hitmiss
