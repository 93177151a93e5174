#include "cases/pipeline/run/belady.hpp"
#include <limits>
#include <map>
#include <set>
#include <utility>
#include "cases/pipeline/run/schedules.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {
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
  std::vector<std::size_t> seen;
  for (std::size_t i = requests.size(); i-- > 0;) {
    const std::uint32_t tile = requests[i].tile;
    if (tile >= seen.size()) seen.resize(tile + std::size_t{1}, never);
    next[i] = seen[tile];
    seen[tile] = i;
  }
  std::set<std::pair<std::size_t, std::uint32_t>> kept;  // by when they are needed
  std::vector<std::size_t> bytes_of(seen.size());
  std::vector<std::size_t> needed_at(seen.size(), never);
  std::size_t held = 0;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto [tile, bytes] = requests[i];
    if (kept.erase({needed_at[tile], tile}) > 0) {
      ++found;
      held -= bytes;
    }
    needed_at[tile] = next[i];
    if (next[i] == never || bytes > capacity) continue;
    bytes_of[tile] = bytes;
    kept.insert({next[i], tile});
    held += bytes;
    while (held > capacity) {
      const auto last = std::prev(kept.end());
      held -= bytes_of[last->second];
      kept.erase(last);
    }
  }
  return found;
}

CacheRecord first_requests(const Settings& settings, std::size_t capacity, std::size_t most) {
  std::vector<TileRequest> made;
  std::map<TileKey, std::uint32_t> numbers;
  Budget unlimited("host", std::numeric_limits<std::size_t>::max());
  Nowhere nowhere(unlimited);
  Figures figures;
  Cached source(nowhere, capacity, settings.tile, figures, [&](const TileKey& key, std::size_t bytes) {
    if (made.size() == most) throw Enough();
    const auto number = numbers.emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second;
    made.push_back({number, bytes});
  });
  try {
    run_tiles(*make_tree<Nowhere>(settings.tree, settings.recipe), source, settings, nowhere);
  } catch (const Enough&) {  // the rest is not wanted
  }
  return {std::move(made), static_cast<std::uint64_t>(figures.tiles_found)};
}

}  // namespace pipeline
