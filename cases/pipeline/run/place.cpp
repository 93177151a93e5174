#include "cases/pipeline/run/place.hpp"
#include <cstring>
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {

void OnHost::clear_outside(const AnyPlane& plane, Window inside) {
  const auto clear = [&](Window part) {
    const AnyPlane at = plane.of(part);
    for (std::uint32_t row = 0; row < part.height; ++row) {
      const std::size_t begin = row * at.pitch * at.pixel_bytes;
      std::memset(static_cast<std::byte*>(at.pixels) + begin, 0, std::size_t{part.width} * at.pixel_bytes);
    }
  };
  for_outside(plane.window, inside, clear);
}

void OnHost::copy(const AnyPlane& to, const AnyPlane& from, Window what) {
  to.typed([&]<class Pixel>(const Plane<Pixel>& plane) { copy_window(plane, from.as<const Pixel>(), what); });
}

std::shared_ptr<const Node> host_tree(TreeKind kind, const Recipe& recipe) { return make_tree<OnHost>(kind, recipe); }

AnyPlane plane_in(const Block& block, const Node& node, Window window) {
  const auto side = static_cast<std::int32_t>(node.alignment);
  const auto lead = static_cast<std::size_t>((window.x % side + side) % side);
  const std::size_t row_bytes = plane_bytes(node, {0, 0, window.width, 1});
  return {block.data() + lead * node.pixel_bytes, row_bytes / node.pixel_bytes, window, node.pixel_bytes};
}

PlaneMemory hold(Place& place, const Node& node, Window window) {
  Block memory(place.budget(), plane_bytes(node, window));
  const AnyPlane plane = plane_in(memory, node, window);
  return {std::move(memory), plane};
}

}  // namespace pipeline
