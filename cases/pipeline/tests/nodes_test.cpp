// Reductions by traits, and nodes that lie partly or wholly outside their parent.
#include <gtest/gtest.h>
#include <cstdint>
#include <vector>
#include "cases/pipeline/run/schedules.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {
namespace {

/// A leaf whose pixels are 10 * y + x + 1.
struct Numbered {
  using Pixel = std::uint8_t;
  static constexpr std::string_view name = "Numbered";
  Frame frame;
  std::tuple<> children{};
  [[nodiscard]] static std::uint32_t halo(Trait) { return 0; }
  void fill(const Plane<Pixel>& out) const {
    for_pixels(out, [](std::int32_t x, std::int32_t y) { return static_cast<Pixel>(10 * y + x + 1); });
  }
};

template <class Typed> std::vector<int> all_of(const Typed& typed) {
  Budget budget("host", 1 << 20U);
  Figures figures;
  OnHost host(budget);
  Recomputed source(host, figures);
  std::vector<typename Typed::Pixel> pixels(typed.frame.window().area());
  const Window whole = typed.frame.window();
  source.evaluate(*node_at<OnHost>(typed), Plane<typename Typed::Pixel>{pixels.data(), whole.width, whole});
  return {pixels.begin(), pixels.end()};
}

template <Trait trait> Edge<trait, std::uint8_t> numbered(Frame frame, std::int32_t x, std::int32_t y) {
  return {node_at<OnHost>(Numbered{frame}), x, y};
}

TEST(Union, OfDataIsTheDeepestWhereverTheChildrenLie) {
  using Both = Union<Data<std::uint8_t>, Data<std::uint8_t>>;
  EXPECT_EQ(all_of(Both{{3, 2}, {numbered<Trait::data>({2, 2}, -1, 0), numbered<Trait::data>({2, 1}, 1, 1)}}),
            (std::vector{2, 0, 0, 12, 1, 2}));
  EXPECT_EQ(all_of(Both{{3, 1}, {numbered<Trait::data>({2, 2}, 5, 0), numbered<Trait::data>({2, 1}, 0, -7)}}),
            (std::vector{0, 0, 0}))
      << "both are outside";
}

TEST(Union, OfMasksIsAMask) {
  using Both = Union<Mask<std::uint8_t>, Mask<std::uint8_t>>;
  static_assert(Both::of_masks);
  EXPECT_EQ(all_of(Both{{4, 1}, {numbered<Trait::mask>({1, 1}, 0, 0), numbered<Trait::mask>({2, 1}, 2, 0)}}),
            (std::vector{255, 0, 255, 255}));
}

TEST(Stitching, RepeatsFromThePlaceOfThePattern) {
  using Plain = Stitching<Pattern<std::uint8_t>>;
  EXPECT_EQ(all_of(Plain{{5, 3}, {numbered<Trait::pattern>({2, 2}, -1, 1)}}),
            (std::vector{12, 11, 12, 11, 12, 2, 1, 2, 1, 2, 12, 11, 12, 11, 12}));
}

TEST(Stitching, ShiftsEachRowOfRepetitions) {
  using Oblique = Stitching<Pattern<std::uint8_t>>;
  EXPECT_EQ(all_of(Oblique{{4, 3}, {numbered<Trait::pattern>({3, 1}, 0, 0)}, 1}),
            (std::vector{1, 2, 3, 1, 3, 1, 2, 3, 2, 3, 1, 2}));
}

TEST(Stitching, ShowsThePatternOnlyInsideTheMask) {
  using Inside = Stitching<Pattern<std::uint8_t>, Mask<std::uint8_t>>;
  EXPECT_EQ(all_of(Inside{{4, 1}, {numbered<Trait::pattern>({2, 1}, 0, 0), numbered<Trait::mask>({2, 1}, 1, 0)}}),
            (std::vector{0, 2, 1, 0}));
}

TEST(Profile, OfAMaskAloneHas16Bits) {
  using Alone = Profile<Mask<std::uint8_t>>;
  static_assert(std::is_same_v<Alone::Pixel, std::uint16_t>);
  static_assert(std::is_same_v<Profile<Mask<std::uint8_t>, Data<std::uint8_t>>::Pixel, std::uint8_t>);
  EXPECT_EQ(all_of(Alone{{4, 1}, {numbered<Trait::mask>({1, 1}, 0, 0)}, 3}),
            (std::vector{65535, 65535 * 8 / 9, 65535 * 5 / 9, 0}));
}

TEST(Median, KeepsTheBorderOfTheFrame) {
  using Filter = Median<Data<std::uint8_t>>;
  EXPECT_EQ(all_of(Filter{{3, 3}, {numbered<Trait::data>({3, 3}, 0, 0)}, 1}),
            (std::vector{1, 2, 3, 11, 12, 13, 21, 22, 23}));
  EXPECT_EQ(all_of(Filter{{3, 3}, {numbered<Trait::data>({2, 2}, 1, 1)}, 1}),
            (std::vector{0, 0, 0, 0, 0, 2, 0, 11, 12}));
}

TEST(Root, TakesTheUpperBitsOfWidePixels) {
  const Profile<Mask<std::uint8_t>> profile{{2, 1}, {numbered<Trait::mask>({1, 1}, 0, 0)}, 2};
  EXPECT_EQ(all_of(Root<Data<std::uint16_t>>{{2, 1}, {data<OnHost>(profile)}}),
            (std::vector{255, 65535 * 3 / 4 / 256}));
}

}  // namespace
}  // namespace pipeline
