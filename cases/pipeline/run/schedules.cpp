#include "cases/pipeline/run/schedules.hpp"
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <rungs/core/errors.hpp>
#include <utility>
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {
namespace {

std::uint32_t tile_rows_at_once(Order order) { return order == Order::blocks ? 2 : 1; }

/// Calls `use(column, row)` for the tiles in `rows` rows of tiles from row `first` on.
template <class Use>
void in_order(Order order, std::uint32_t columns, std::uint32_t first, std::uint32_t rows, const Use& use) {
  if (order == Order::blocks) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      for (std::uint32_t row = 0; row < rows; ++row) use(column, first + row);
    }
    return;
  }
  for (std::uint32_t row = first; row < first + rows; ++row) {
    const bool from_right = order == Order::serpentine && row % 2 != 0;
    for (std::uint32_t i = 0; i < columns; ++i) use(from_right ? columns - 1 - i : i, row);
  }
}

}  // namespace

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

std::string mebibytes(std::size_t bytes) {
  const std::size_t tenths = (bytes * 10 + (std::size_t{1} << 20U) - 1) >> 20U;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

void require_budget(const std::string& what, std::size_t needs, std::size_t budget) {
  if (needs <= budget) return;
  throw rungs::Unsupported(what + " needs " + mebibytes(needs) + ", its budget is " + mebibytes(budget) +
                           "; expected a budget of at least " + mebibytes(needs));
}

std::size_t fixed_bytes(const Node& tree, const Settings& settings) {
  return sink_bytes(settings.sink, settings.recipe.frame) + pattern_bytes(tree);
}

std::uint32_t most_rows(std::uint32_t most, std::size_t budget,
                        const std::function<std::size_t(std::uint32_t rows)>& bytes) {
  std::uint32_t fit = 0;
  std::uint32_t least_unfit = most + 1;
  while (least_unfit - fit > 1) {
    const std::uint32_t middle = fit + (least_unfit - fit) / 2;
    (bytes(middle) <= budget ? fit : least_unfit) = middle;
  }
  return fit;
}

Window strip_of(Frame frame, std::uint32_t tile, Order order) {
  const std::uint64_t rows = std::uint64_t{tile} * tile_rows_at_once(order);
  return {0, 0, frame.width, static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, frame.height))};
}

void run_tiles(const Node& tree, Source& source, const Settings& settings, PieceOutput& pieces) {
  const std::uint32_t tile = settings.tile;
  const std::uint32_t columns = (tree.frame.width + tile - 1) / tile;
  const std::uint32_t rows = (tree.frame.height + tile - 1) / tile;
  const std::uint32_t at_once = tile_rows_at_once(settings.order);
  Window strip = strip_of(tree.frame, tile, settings.order);
  for (std::uint32_t row = 0; row < rows; row += at_once) {
    const std::uint32_t count = std::min(at_once, rows - row);
    strip.y = static_cast<std::int32_t>(row * tile);
    const AnyPlane plane(pieces.next(), strip.width, strip, 1);
    in_order(settings.order, columns, row, count, [&](std::uint32_t column, std::uint32_t at) {
      source.evaluate(tree, plane.of(tile_window(tree.frame, tile, column, at)));
    });
    const std::uint32_t height = std::min(count * tile, tree.frame.height - row * tile);
    pieces.send(std::size_t{height} * tree.frame.width);
  }
}

Window band_of(Frame frame, std::uint32_t rows) { return {0, 0, frame.width, std::min(rows, frame.height)}; }

void run_bands(const Node& tree, KeptRows& source, std::uint32_t rows, PieceOutput& pieces) {
  Window band = band_of(tree.frame, rows);
  source.reserve(tree, band);
  for (std::uint32_t row = 0; row < tree.frame.height; row += rows) {
    band.y = static_cast<std::int32_t>(row);
    band.height = std::min(rows, tree.frame.height - row);
    source.evaluate(tree, {pieces.next(), band.width, band, 1});
    pieces.send(band.area());
  }
}

namespace {

/// Computes nothing.
class Nowhere final : public Place, public PieceOutput {
 public:
  static constexpr unsigned alignment = OnHost::alignment;
  using Place::Place;
  template <class... All> void fill(const All&...) const {}
  void clear_outside(const AnyPlane&, Window) override {}
  void copy(const AnyPlane&, const AnyPlane&, Window) override {}
  void clear(const Block&) override {}
  void move_to_front(const Block&, std::size_t, std::size_t) override {}
  std::uint8_t* next() override { return &untouched_; }
  void send(std::size_t) override {}

 private:
  std::uint8_t untouched_ = 0;
};

struct Enough {};

}  // namespace

std::uint64_t found_by_belady(std::span<const TileRequest> requests, std::size_t capacity) {
  constexpr auto never = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> next(requests.size());  // when the tile is requested again
  std::map<TileKey, std::size_t> seen;
  for (std::size_t i = requests.size(); i-- > 0;) {
    std::size_t& later = seen.try_emplace(requests[i].tile, never).first->second;
    next[i] = std::exchange(later, i);
  }
  std::map<std::size_t, std::size_t> kept;  // bytes of tiles, by when they are needed
  std::size_t held = 0;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::size_t bytes = requests[i].bytes;
    if (kept.erase(i) > 0) {
      ++found;
      held -= bytes;
    }
    if (next[i] == never || bytes > capacity) continue;
    kept.emplace(next[i], bytes);
    held += bytes;
    while (held > capacity) {
      const auto last = std::prev(kept.end());
      held -= last->second;
      kept.erase(last);
    }
  }
  return found;
}

CacheRecord first_requests(const Settings& settings, std::size_t capacity, std::size_t most) {
  std::vector<TileRequest> made;
  Budget unlimited("host", std::numeric_limits<std::size_t>::max());
  Nowhere nowhere(unlimited);
  Figures figures;
  Cached source(nowhere, capacity, settings.tile, figures, [&](const TileKey& key, std::size_t bytes) {
    if (made.size() == most) throw Enough();
    made.push_back({key, bytes});
  });
  try {
    run_tiles(*make_tree<Nowhere>(settings.tree, settings.recipe), source, settings, nowhere);
  } catch (const Enough&) {  // the rest is not wanted
  }
  return {std::move(made), static_cast<std::uint64_t>(figures.tiles_found)};
}

}  // namespace pipeline
