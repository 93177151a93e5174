// Every schedule gives the reference's image, within the memory that was planned.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>
#include "cases/pipeline/tests/made_up_image.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {
namespace {

Made recomputed(const Settings& s, const Node& tree) {
  return make(s, tree, std::size_t{1} << 33U, [&](OnHost& host, Figures& figures, DigestAndSink& output) {
    const std::size_t strip = strip_of(tree.frame, s.tile, s.order).area();
    Recomputed source(host, figures);
    HostPieces pieces(host.budget(), strip, output);
    run_tiles(tree, source, s, pieces);
    return strip + recomputed_bytes(tree, tile_window(tree.frame, s.tile, 0, 0));
  });
}

Made in_bands(const Settings& s, std::uint32_t rows) {
  const auto tree = host_tree(s.tree, s.recipe);
  return make(s, *tree, std::size_t{1} << 33U, [&](OnHost& host, Figures& figures, DigestAndSink& output) {
    const Window band = band_of(tree->frame, rows);
    KeptRows source(host, figures);
    HostPieces pieces(host.budget(), band.area(), output);
    run_bands(*tree, source, rows, pieces);
    return band.area() + kept_rows_bytes(*tree, band);
  });
}

/// Compares what a schedule made of an image.
std::function<void(const Made&)> check_of(const Settings& s) {
  std::vector<std::byte> samples(sample_bytes);
  expected_samples(image_of(s.tree, s.recipe), s.recipe.seeds.samples, samples.data());
  return [digest = expected(s), samples](const Made& made) {
    EXPECT_EQ(made.digest, digest);
    EXPECT_TRUE(made.samples == samples);
    EXPECT_LE(made.peak, made.planned);
    EXPECT_GE(made.figures.pixels_computed, made.figures.pixels_needed);
  };
}

std::string name_of(const Settings& s) {
  return fmt::format("{} {}x{}, R {}, median {}", s.tree == TreeKind::deck ? "deck" : "chain", s.recipe.frame.width,
                     s.recipe.frame.height, s.recipe.distance_max, s.recipe.median_radius);
}

std::vector<Settings> images() {
  std::vector<Settings> all;
  for (const Frame frame :
       {Frame{1, 1}, {331, 1}, {1, 331}, {13, 11}, {97, 101}, {64, 64}, {65, 63}, {211, 223}, {1030, 7}}) {
    all.push_back(image(TreeKind::deck, frame));
    all.push_back(image(TreeKind::chain, frame));
  }
  for (const unsigned distance_max : {1U, 2U, 64U, 65U, 127U}) {
    all.push_back(image(TreeKind::deck, {97, 101}, distance_max));
    all.push_back(image(TreeKind::chain, {97, 101}, distance_max, 2));
  }
  all.push_back(image(TreeKind::chain, {97, 101}, 15, 3));
  return all;
}

TEST(Schedule, TilesOfAnySizeInAnyOrder) {
  for (Settings s : images()) {
    const auto check = check_of(s);
    const std::size_t area = s.recipe.frame.pixels();
    for (const unsigned tile : {1U, 7U, 64U, 1000U, 4096U}) {
      if ((tile == 1 && area > 400) || (tile == 7 && area > 2'000)) continue;  // too slow
      s.tile = tile;
      for (const Order order : {Order::rows, Order::serpentine, Order::blocks}) {
        s.order = order;
        SCOPED_TRACE(name_of(s) + ", tile " + std::to_string(tile) + ", order " +
                     std::to_string(static_cast<int>(order)));
        check(recomputed(s, *host_tree(s.tree, s.recipe)));
        if (order != Order::rows) continue;
        for (const std::size_t capacity : {std::size_t{0}, std::size_t{20'000}, std::size_t{1} << 30U})
          check(cached(s, capacity));
      }
    }
  }
}

TEST(Schedule, BandsOfAnyHeight) {
  for (const Settings& s : images()) {
    const auto check = check_of(s);
    for (const unsigned rows : {1U, 7U, 64U, 4096U}) {
      SCOPED_TRACE(name_of(s) + ", " + std::to_string(rows) + " rows");
      const Made made = in_bands(s, rows);
      check(made);
      EXPECT_EQ(made.figures.pixels_computed, made.figures.pixels_needed) << "each pixel once";
    }
  }
}

TEST(Schedule, AHaloThatIsOnePixelShortIsFound) {
  const Settings s = image(TreeKind::deck, {211, 223});
  // The distances are computed from the right window; what the tree asks for is one pixel smaller.
  using Right = Profile<Mask<std::uint8_t>>;
  struct Short : Right {
    [[nodiscard]] std::uint32_t halo(Trait) const { return distance_max - 2; }
    void fill(const Plane<std::uint16_t>& out, const Plane<const std::uint8_t>& white) const {
      const Window window = grown(out.window, distance_max - 1);
      std::vector<std::uint8_t> wide(window.area());
      const Plane<std::uint8_t> padded{wide.data(), window.width, window};
      copy_window(padded, white, white.window);
      Right::fill(out, padded);
    }
  };
  const Right right{s.recipe.frame, {mask<OnHost>(Shape{s.recipe.frame, s.recipe.seeds.shape})}, 15};
  const auto digest_of = [&](const auto& profile) {
    Settings in_tiles = s;
    in_tiles.tile = 19;  // many seams, not where the blobs' cells have theirs
    const Root<Data<std::uint16_t>> root{s.recipe.frame, {data<OnHost>(profile)}};
    return recomputed(in_tiles, *node_at<OnHost>(root)).digest;
  };
  EXPECT_NE(digest_of(Short{right}), digest_of(right));
}

/// Windows of images whose pixels no 32-bit number counts, and whose last column and row are the largest.
TEST(Schedule, WindowsFarFromTheOriginAreRight) {
  for (const TreeKind kind : {TreeKind::deck, TreeKind::chain}) {
    for (const Frame frame : {Frame{150'000, 120'000}, {2'000'000, 2'000'000}, {1U << 30U, 1U << 30U}}) {
      const Settings s = image(kind, frame);
      const auto reference = image_of(kind, s.recipe);
      for (const std::uint32_t x : {0U, frame.width / 3, frame.width - 300}) {
        for (const std::uint32_t y : {0U, frame.height / 2, frame.height - 5}) {
          std::vector<std::uint8_t> expected(300 * 5);
          reference::pipeline_window(reference, x, y, 300, 5, expected);
          Budget budget("host", 1 << 24U);
          Figures figures;
          OnHost host(budget);
          Recomputed source(host, figures);
          std::vector<std::uint8_t> made(expected.size());
          source.evaluate(*host_tree(kind, s.recipe),
                          {made.data(), 300, {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), 300, 5}, 1});
          EXPECT_EQ(made, expected) << x << ", " << y;
        }
      }
    }
  }
}

TEST(Schedule, TwoTilesInEachOthersPlaceAreFound) {
  const Settings s = image(TreeKind::deck, {256, 256});
  const auto tree = host_tree(s.tree, s.recipe);
  const auto made = [&](bool swaps) {
    return make(s, *tree, std::size_t{1} << 30U, [&](OnHost& host, Figures& figures, DigestAndSink& output) {
      std::vector<std::uint8_t> pixels(std::size_t{256} * 256);
      const Plane<std::uint8_t> plane{pixels.data(), 256, {0, 0, 256, 256}};
      Recomputed(host, figures).evaluate(*tree, plane);
      for (std::int32_t y = 64; swaps && y < 128; ++y) {
        std::swap_ranges(plane.at(64, y), plane.at(128, y), plane.at(128, y));
      }
      output.take({std::as_bytes(std::span(pixels))});
      return std::size_t{0};
    });
  };
  EXPECT_EQ(made(false).digest, expected(s));
  EXPECT_NE(made(true).digest, expected(s));
}

}  // namespace
}  // namespace pipeline
