// Every schedule gives the reference's image, within the memory that was planned: tiles, bands, and strips that threads
// compute, of which errors end the run.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/run/strips.hpp"
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

/// In strips, as `plan(tree)` says.
Made in_strips(const Settings& s, std::size_t budget, const std::function<Strips(const Node&)>& plan) {
  const auto tree = host_tree(s.tree, s.recipe);
  return make(s, *tree, budget, [&](OnHost& host, Figures& figures, DigestAndSink& output) {
    const Strips strips = plan(*tree);
    figures.pixels_computed = run_strips(*tree, strips, host.budget(), 0, tree->frame.height,
                                         [&](const HashedBytes& bytes) { output.take(bytes); });
    return strips_bytes(*tree, s, strips) - fixed_bytes(*tree, s);
  });
}

void expect_right(const Made& made, const std::string& digest) {
  EXPECT_EQ(made.digest, digest);
  EXPECT_LE(made.peak, made.planned);
  EXPECT_GE(made.figures.pixels_computed, made.figures.pixels_needed);
}

/// Of images that the case's edge cases do not have: they have room for all tiles in their caches.
TEST(Schedule, MakesTheReferencesImageWithinItsPlan) {
  for (const TreeKind kind : {TreeKind::deck, TreeKind::chain}) {
    for (const Frame frame : {Frame{1, 1}, {331, 1}, {1, 331}, {97, 101}, {211, 223}, {1030, 7}}) {
      for (const unsigned distance_max : {1U, 15U, 65U}) {
        Settings s = image(kind, frame, distance_max, 2);
        std::vector<std::byte> samples(sample_bytes);
        expected_samples(image_of(kind, s.recipe), s.recipe.seeds.samples, samples.data());
        std::vector<Made> all;
        for (const unsigned rows : {1U, 7U, 64U, 4096U}) all.push_back(in_bands(s, rows));
        for (const Made& made : all) EXPECT_EQ(made.figures.pixels_computed, made.figures.pixels_needed);
        for (const unsigned tile : {19U, 64U, 4096U}) {
          s.tile = tile;
          for (const Order order : {Order::rows, Order::serpentine, Order::blocks}) {
            s.order = order;
            all.push_back(recomputed(s, *host_tree(s.tree, s.recipe)));
            for (const std::size_t capacity : {0U, 20'000U, 1U << 30U}) all.push_back(cached(s, capacity));
          }
        }
        for (const auto& [count, rows] : {std::pair{1U, 1U}, {2U, 7U}, {2U, 1000U}, {7U, 1U}, {7U, 150U}}) {
          if (count > frame.width) continue;
          all.push_back(in_strips(s, 1U << 24U, [&, count = count, rows = rows](const Node&) {
            return Strips{frame, count, rows, rows % 3 + 1};
          }));
        }
        const std::string digest = expected(s);
        for (std::size_t i = 0; i < all.size(); ++i) {
          SCOPED_TRACE(fmt::format("schedule {}, {}x{}, R {}", i, frame.width, frame.height, distance_max));
          expect_right(all[i], digest);
          EXPECT_TRUE(all[i].samples == samples);
        }
      }
    }
  }
}

/// A leaf whose pixels are 10 * y + x + 1.
struct Numbered {
  using Pixel = std::uint8_t;
  Frame frame;
  std::tuple<> children{};
  [[nodiscard]] static std::uint32_t halo(Trait) { return 0; }
  void fill(const Plane<Pixel>& out) const {
    for_pixels(out, [](std::int32_t x, std::int32_t y) { return static_cast<Pixel>(10 * y + x + 1); });
  }
};

/// A union of two leaves, each with where it lies.
std::vector<int> union_of(Frame frame, Frame one, std::int32_t x, std::int32_t y, Frame two, std::int32_t x2,
                          std::int32_t y2) {
  const Union<Data<std::uint8_t>, Data<std::uint8_t>> both{
      frame, {{node_at<OnHost>(Numbered{one}), x, y}, {node_at<OnHost>(Numbered{two}), x2, y2}}};
  Budget budget("host", 1 << 20U);
  Figures figures;
  OnHost host(budget);
  const Window whole = frame.window();
  std::vector<std::uint8_t> pixels(whole.area());
  Recomputed(host, figures).evaluate(*node_at<OnHost>(both), Plane<std::uint8_t>{pixels.data(), whole.width, whole});
  return {pixels.begin(), pixels.end()};
}

TEST(Schedule, NodesMayLiePartlyOrWhollyOutsideTheirParent) {
  EXPECT_EQ(union_of({3, 2}, {2, 2}, -1, 0, {2, 1}, 1, 1), (std::vector{2, 0, 0, 12, 1, 2}));
  EXPECT_EQ(union_of({3, 1}, {2, 2}, 5, 0, {2, 1}, 0, -7), (std::vector{0, 0, 0}));
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

/// Less memory, fewer rows and threads, until not even one row fits.
TEST(Strips, ArePlannedForTheMemoryThatIsThere) {
  const Settings s = image(TreeKind::deck, {5000, 600});
  std::size_t peak = ~std::size_t{0};
  for (const std::size_t budget : {std::size_t{1} << 26U, std::size_t{1} << 21U, std::size_t{300'000}}) {
    const Made made = in_strips(s, budget, [&](const Node& tree) { return plan_strips(tree, s, budget, 5); });
    expect_right(made, expected(s));
    EXPECT_LE(made.peak, budget);
    EXPECT_LT(made.peak, peak);
    peak = made.peak;
  }
  EXPECT_THROW((void)plan_strips(*host_tree(s.tree, s.recipe), s, 50'000, 5), rungs::Unsupported);
}

/// As a mask's file that cannot be read, or a disk that is full.
TEST(Strips, AnErrorOfAnyThreadReachesTheCaller) {
  const auto refuses = [](const HashedBytes&) { throw rungs::Failed("the disk is full"); };
  struct Broken : MaskFile {
    void read(const Plane<std::uint8_t>&) override { throw rungs::Failed("no mask"); }
  };
  Settings s = image(TreeKind::deck, {3000, 500});
  const auto failure = [&] {
    Budget budget("host", 1U << 24U);
    try {
      const auto tree = host_tree(s.tree, s.recipe);
      run_strips(*tree, Strips{tree->frame, 3, 20, 3}, budget, 0, 500, refuses);
    } catch (const rungs::Failed& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(failure(), "the disk is full");
  s.recipe.mask_file = std::make_shared<Broken>();
  EXPECT_EQ(failure(), "no mask");
}

}  // namespace
}  // namespace pipeline
