#include "fast/all_pairs.hpp"

#include "fast/packets.hpp"

namespace hitmiss {

void trace_all_pairs(const TracedScene& scene, std::span<const Ray<float>> rays,
                     std::span<Hit> hits, VectorWidth width) {
    at_width(width, [&] {
        for (std::size_t begin = 0; begin < rays.size(); begin += Slopes::most) {
            const auto part = rays.subspan(begin, std::min(Slopes::most, rays.size() - begin));
            const View view(part[0].o, part[0].d);
            Slopes slopes;
            slopes.take(view, part);
            Packets packets(scene, width, view, part, slopes);
            for (const WideNode& node : scene.tree().nodes)
                if (node.is_leaf()) packets.test_all(node);
            packets.finish(hits.subspan(begin, part.size()));
        }
    });
}

}  // namespace hitmiss
