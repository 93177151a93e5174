// Writes rows of the target with stores that bypass the caches. Compiled once per instruction set: Highway
// includes a variant's file once per set, and each inclusion flips this guard, which lets the file in again.
#if defined(RUNGS_STITCH_STREAMED_ROWS) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_STITCH_STREAMED_ROWS
#undef RUNGS_STITCH_STREAMED_ROWS
#else
#define RUNGS_STITCH_STREAMED_ROWS
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>
#include <algorithm>
#include "cases/stitch/case.hpp"

HWY_BEFORE_NAMESPACE();
namespace stitch::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Vectors per iteration: with the widest ones, four cache lines.
constexpr std::size_t vectors_per_turn = 4;

/// Copies the part of `pattern` that appears in the target to `image`, followed by its first `more` pixels,
/// so that an iteration that begins anywhere in the pattern can load without a wrap.
HWY_INLINE void extend(const float* pattern, std::size_t shown, std::size_t more, float* image) {
  std::copy_n(pattern, shown, image);
  for (std::size_t i = 0; i < more; ++i) image[shown + i] = image[i];
}

/// Writes one row from its image. `side` is the pattern's width.
HWY_INLINE void stream_row(const float* image, std::size_t side, float* row, std::size_t width) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t turn = vectors_per_turn * lanes;
  const std::size_t beyond = reinterpret_cast<std::uintptr_t>(row) / sizeof(float) % lanes;
  std::size_t x = std::min(beyond == 0 ? 0 : lanes - beyond, width);  // first aligned pixel
  std::copy_n(image, x, row);
  const std::size_t step = turn % side;
  std::size_t from = x % side;
  for (; x + turn <= width; x += turn) {
    for (std::size_t i = 0; i < turn; i += lanes) hn::Stream(hn::LoadU(d, image + from + i), d, row + x + i);
    from += step;
    if (from >= side) from -= side;
  }
  std::copy_n(image + from, width - x, row + x);
}

/// Writes rows first to last - 1.
void stream_rows(const Problem& p, const Views& v, std::size_t first, std::size_t last) {
  const std::size_t side = p.repeater.width;
  const std::size_t shown = std::min<std::size_t>(side, p.width);
  const std::size_t turn = vectors_per_turn * hn::Lanes(hn::ScalableTag<float>());
  std::vector<float> image(shown + turn);
  for (std::size_t y = first; y < last; ++y) {
    extend(v.repeater + y % p.repeater.height * side, shown, turn, image.data());
    stream_row(image.data(), side, v.target + y * p.width, p.width);
  }
  hwy::FlushStream();
}

}  // namespace
}  // namespace stitch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
