#include <algorithm>
#include <vector>
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline {
namespace {

bool is_pattern(const Child& child) { return child.trait == Trait::pattern; }

/// Calls `use(column, row)` for the tiles that a window inside the frame touches.
template <class Use> void for_tiles(Window window, std::uint32_t tile, const Use& use) {
  if (window.empty()) return;
  const auto first_column = static_cast<std::uint32_t>(window.x) / tile;
  const auto last_column = static_cast<std::uint32_t>(window.right() - 1) / tile;
  const auto last_row = static_cast<std::uint32_t>(window.bottom() - 1) / tile;
  for (auto row = static_cast<std::uint32_t>(window.y) / tile; row <= last_row; ++row) {
    for (auto column = first_column; column <= last_column; ++column) use(column, row);
  }
}

/// The most memory of a source that holds windows of a node's children, one after the other, and for each
/// `below(child, window)` while it computes that.
template <class Below> std::size_t most_at_once(const Node& node, Window window, const Below& below) {
  std::size_t held = 0;
  std::size_t most = 0;
  for (const Child& child : node.children) {
    if (is_pattern(child)) continue;
    const Window needs = child.needed(window);
    held += plane_bytes(*child.node, needs);
    most = std::max(most, held + below(*child.node, needs));
  }
  return most;
}

/// The part of a window that a frame can have, wherever the window lies.
Window largest_part(Window window, Frame frame) {
  return {0, 0, std::min(window.width, frame.width), std::min(window.height, frame.height)};
}

}  // namespace

AnyPlane Patterns::of(const Child& pattern) {
  if (const auto found = kept_.find(&pattern); found != kept_.end()) return found->second.plane;
  std::vector<AnyPlane> planes;
  for (const Child& below : pattern.node->children) planes.push_back(of(below));
  PlaneMemory made = hold(place_, *pattern.node, pattern.node->frame.window());
  pattern.node->compute(place_, made.plane, planes.data());
  return kept_.emplace(&pattern, std::move(made)).first->second.plane;
}

void Patterns::add_all(const Node& tree) {
  for (const Child& child : tree.children) is_pattern(child) ? void(of(child)) : add_all(*child.node);
}

void Source::evaluate(const Node& node, const AnyPlane& out) {
  const auto others = node.children.size() - static_cast<std::size_t>(std::ranges::count_if(node.children, is_pattern));
  const std::size_t branches = others > 1 ? others : 0;
  std::vector<PlaneMemory> held(node.children.size());
  std::vector<AnyPlane> planes(node.children.size());
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const Child& child = node.children[i];
    if (is_pattern(child)) {
      planes[i] = patterns_.of(child);
      continue;
    }
    if (branches > 0) place_.begin_branch();
    held[i] = fetch(child, child.needed(out.window));
    if (branches > 0) place_.end_branch();
    planes[i] = held[i].plane;
  }
  if (branches > 0) place_.join_branches(branches);
  figures_.pixels_computed += static_cast<double>(out.window.area());
  node.compute(place_, out, planes.data());
}

void Source::evaluate_padded(const Node& node, const AnyPlane& out) {
  const Window inside = common(out.window, node.frame.window());
  if (inside != out.window) place_.clear_outside(out, inside);
  if (!inside.empty()) evaluate(node, out.of(inside));
}

PlaneMemory Recomputed::fetch(const Child& child, Window window) {
  PlaneMemory held = hold(place(), *child.node, window);
  evaluate_padded(*child.node, held.plane);
  return held;
}

void KeptRows::reserve(const Node& root, Window band) {
  for (const Child& child : root.children) {
    if (is_pattern(child)) {
      patterns().of(child);
      continue;
    }
    const Window needs = child.needed(band);
    Rows rows{Block(place().budget(), plane_bytes(*child.node, needs))};
    place().clear(rows.memory);  // rows are moved together with what lies between them, which nobody writes
    rows_.emplace(&child, std::move(rows));
    reserve(*child.node, needs);
  }
}

void KeptRows::restart() {
  for (auto& [child, rows] : rows_) rows.top = rows.bottom = INT32_MIN;
}

PlaneMemory KeptRows::fetch(const Child& child, Window window) {
  Rows& rows = rows_.at(&child);
  const AnyPlane plane = plane_in(rows.memory, *child.node, window);
  // The rows that it shares with the window before move to the front.
  const std::size_t row_bytes = plane.pitch * plane.pixel_bytes;
  rows.bottom = std::max<std::int64_t>(rows.bottom, window.y);
  const auto away = static_cast<std::size_t>(window.y - rows.top);
  const auto kept = static_cast<std::uint32_t>(rows.bottom - window.y);
  if (away > 0 && kept > 0) place().move_to_front(rows.memory, away * row_bytes, kept * row_bytes);
  rows.top = window.y;
  if (kept < window.height) {
    const auto top = static_cast<std::int32_t>(rows.bottom);
    evaluate_padded(*child.node, plane.of({window.x, top, window.width, window.height - kept}));
    rows.bottom = window.bottom();
  }
  return {{}, plane};
}

std::shared_ptr<const Block> TileCache::find(const TileKey& key) {
  const auto found = places_.find(key);
  if (found == places_.end()) return nullptr;
  tiles_.splice(tiles_.begin(), tiles_, found->second);
  return found->second->second;
}

void TileCache::insert(const TileKey& key, std::shared_ptr<const Block> tile) {
  if (tile->size() > capacity_) return;
  for (held_ += tile->size(); held_ > capacity_; tiles_.pop_back()) {
    held_ -= tiles_.back().second->size();
    places_.erase(tiles_.back().first);
  }
  tiles_.emplace_front(key, std::move(tile));
  places_.emplace(key, tiles_.begin());
}

PlaneMemory Cached::fetch(const Child& child, Window window) {
  const Frame frame = child.node->frame;
  PlaneMemory held = hold(place(), *child.node, window);
  const Window inside = common(window, frame.window());
  if (inside != window) place().clear_outside(held.plane, inside);
  for_tiles(inside, tile_, [&](std::uint32_t column, std::uint32_t row) {
    const auto block = tile_of(child, column, row);
    const Window of_tile = tile_window(frame, tile_, column, row);
    place().copy(held.plane, plane_in(*block, *child.node, of_tile), common(of_tile, inside));
  });
  return held;
}

std::shared_ptr<const Block> Cached::tile_of(const Child& child, std::uint32_t column, std::uint32_t row) {
  const TileKey key{&child, column, row};
  const Window window = tile_window(child.node->frame, tile_, column, row);
  const std::size_t bytes = plane_bytes(*child.node, window);
  auto found = cache_.find(key);
  ++figures().tiles_asked;
  if (request_) request_(key, bytes);
  if (found != nullptr) {
    ++figures().tiles_found;
    return found;
  }
  const auto made = std::make_shared<Block>(place().budget(), bytes);
  evaluate(*child.node, plane_in(*made, *child.node, window));
  cache_.insert(key, made);
  return made;
}

Window tile_window(Frame frame, std::uint32_t tile, std::uint32_t column, std::uint32_t row) {
  return common({static_cast<std::int32_t>(column * tile), static_cast<std::int32_t>(row * tile), tile, tile},
                frame.window());
}

std::size_t pattern_bytes(const Node& tree) {
  std::size_t bytes = 0;
  for (const Child& child : tree.children) {
    bytes += pattern_bytes(*child.node);
    if (is_pattern(child)) bytes += plane_bytes(*child.node, child.node->frame.window());
  }
  return bytes;
}

std::size_t recomputed_bytes(const Node& node, Window window) {
  return most_at_once(node, window, [](const Node& child, Window needs) {
    return recomputed_bytes(child, largest_part(needs, child.frame));
  });
}

std::size_t kept_rows_bytes(const Node& node, Window window) {
  std::size_t bytes = 0;
  for (const Child& child : node.children) {
    if (is_pattern(child)) continue;
    const Window needs = child.needed(window);
    bytes += plane_bytes(*child.node, needs) + kept_rows_bytes(*child.node, needs);
  }
  return bytes;
}

std::size_t cached_bytes(const Node& node, Window window, std::uint32_t tile) {
  return most_at_once(node, window, [tile](const Node& child, Window) {
    const Window of_tile = tile_window(child.frame, tile, 0, 0);
    return plane_bytes(child, of_tile) + cached_bytes(child, of_tile, tile);
  });
}

double needed_pixels(const Node& node, Window window) {
  auto pixels = static_cast<double>(window.area());
  for (const Child& child : node.children) {
    const Window inside = common(child.needed(window), child.node->frame.window());
    if (!is_pattern(child) && !inside.empty()) pixels += needed_pixels(*child.node, inside);
  }
  return pixels;
}

}  // namespace pipeline
