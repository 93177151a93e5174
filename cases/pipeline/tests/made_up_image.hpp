// The images that tests of schedules compute, and what a schedule makes of them.
#pragma once

#include <functional>
#include <string>
#include <vector>
#include "cases/pipeline/run/expected.hpp"
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline {

inline Settings image(TreeKind tree, Frame frame, unsigned distance_max = 15, unsigned median = 1) {
  return {.tree = tree, .recipe = {frame, distance_max, median, {1, 2, 3, 4}}};
}

/// What the reference gives.
inline std::string expected(const Settings& s) { return to_text(expected_digest(image_of(s.tree, s.recipe))); }

struct Made {
  std::string digest;
  std::vector<std::byte> samples = std::vector<std::byte>(sample_bytes);
  std::size_t peak = 0;
  std::size_t planned = 0;
  Figures figures{};
};

/// Runs `schedule`, which returns the memory that was planned for it, on a tree of the host.
inline Made make(const Settings& s, const Node& tree, std::size_t budget_bytes,
                 const std::function<std::size_t(OnHost&, Figures&, DigestAndSink&)>& schedule) {
  Made made;
  Budget budget("host", budget_bytes);
  const auto sink = make_sink(SinkKind::null, "", s.recipe.frame, budget);
  DigestAndSink output(s.recipe.frame, s.recipe.seeds.samples, made.samples.data(), *sink);
  OnHost host(budget);
  made.figures.pixels_needed = needed_pixels(tree, tree.frame.window());
  made.planned = fixed_bytes(tree, s) + schedule(host, made.figures, output);
  Sha256 digest;
  output.finish(digest.data(), made.figures);
  made.digest = to_text(digest);
  made.peak = budget.peak();
  return made;
}

inline Made cached(const Settings& s, std::size_t capacity) {
  const auto tree = host_tree(s.tree, s.recipe);
  return make(s, *tree, std::size_t{1} << 33U, [&](OnHost& host, Figures& figures, DigestAndSink& output) {
    const std::size_t strip = strip_of(tree->frame, s.tile, s.order).area();
    Cached source(host, capacity, s.tile, figures);
    HostPieces pieces(host.budget(), strip, output);
    run_tiles(*tree, source, s, pieces);
    return capacity + strip + cached_bytes(*tree, tile_window(tree->frame, s.tile, 0, 0), s.tile);
  });
}

}  // namespace pipeline
