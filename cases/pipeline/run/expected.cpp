#include "cases/pipeline/run/expected.hpp"
#include <algorithm>
#include <cstring>
#include <mutex>
#include <rungs/parallel.hpp>
#include <span>
#include <utility>
#include <vector>
#include "cases/pipeline/run/digest_and_sink.hpp"

namespace pipeline {
namespace {

Sha256 computed_digest(const reference::PipelineImage& image) {
  const std::size_t rows_at_once = std::clamp<std::size_t>((std::size_t{1} << 26U) / image.width, 1, image.height);
  std::vector<std::uint8_t> pixels(rows_at_once * image.width);
  ImageDigest digest;
  for (std::size_t top = 0; top < image.height; top += rows_at_once) {
    const std::size_t rows = std::min<std::size_t>(rows_at_once, image.height - top);
    constexpr std::size_t least_rows = 128;  // each part begins and ends with rows in reach
    rungs::for_bands(rows, least_rows, 0, [&](std::size_t first, std::size_t last) {
      reference::pipeline_window(image, 0, static_cast<unsigned>(top + first), image.width,
                                 static_cast<unsigned>(last - first),
                                 std::span(pixels).subspan(first * image.width, (last - first) * image.width));
    });
    digest.add(std::as_bytes(std::span(pixels)).first(rows * image.width), true);
  }
  return digest.finish();
}

}  // namespace

reference::PipelineImage image_of(TreeKind tree, const Recipe& recipe) {
  return {tree == TreeKind::chain, recipe.frame.width,      recipe.frame.height, recipe.distance_max,
          recipe.median_radius,    recipe.seeds.background, recipe.seeds.inside, recipe.seeds.shape};
}

Sha256 expected_digest(const reference::PipelineImage& image) {
  static std::mutex mutex;
  static std::vector<std::pair<reference::PipelineImage, Sha256>> known;
  const std::lock_guard guard(mutex);
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == image; });
  if (found != known.end()) return found->second;
  return known.emplace_back(image, computed_digest(image)).second;
}

void expected_samples(const reference::PipelineImage& image, std::uint32_t seed, std::byte* to) {
  const Frame shape{image.width, image.height};
  const auto leaves = sampled_leaves(shape, seed);
  std::memset(to, 0, sample_bytes);
  rungs::for_bands(leaves.size(), 1, 0, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint8_t> piece;
    for (std::size_t i = first; i < last; ++i) {
      std::uint64_t from = leaves[i] * leaf_bytes;
      const std::uint64_t end = std::min<std::uint64_t>(from + leaf_bytes, shape.pixels());
      std::byte* at = to + i * leaf_bytes;
      while (from < end) {  // the pieces of a leaf that lie in one row each
        const auto x = static_cast<unsigned>(from % shape.width);
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(end - from, shape.width - x));
        piece.resize(count);
        reference::pipeline_window(image, x, static_cast<unsigned>(from / shape.width), count, 1, piece);
        std::memcpy(at, piece.data(), count);
        at += count;
        from += count;
      }
    }
  });
}

}  // namespace pipeline
