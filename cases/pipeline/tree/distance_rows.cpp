#include "cases/pipeline/tree/profile.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/pipeline/tree/distance_rows.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include <hwy/highway.h>
#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace pipeline::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// In steps of 1, 2, 4 and so on, each pixel takes the least of its own value and those of the two pixels a
/// step away, plus the step. `now` holds 0 where a pixel is black, and is followed by as much room as it is
/// preceded by; `next` holds `most` around the line. Lanes after the line get the distance to a pixel of the
/// line, or more: they do no harm. `first`: the pixel that comes out first.
void distances_along(std::uint8_t* now, std::uint8_t* next, std::size_t length, std::size_t margin, std::uint32_t most,
                     std::size_t first, std::size_t count, std::uint16_t* to) {
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto far = hn::Set(d, static_cast<std::uint8_t>(most));
  for (std::size_t i = 0; i < length + 2 * margin; i += lanes) {
    std::uint8_t* const at = now - margin + i;
    hn::StoreU(hn::IfThenElseZero(hn::Eq(hn::LoadU(d, at), hn::Zero(d)), far), d, at);
  }
  for (std::uint32_t step = 1; step < most; step *= 2) {
    const auto further = hn::Set(d, static_cast<std::uint8_t>(step));
    for (std::size_t i = 0; i < length; i += lanes) {
      const auto sideways = hn::Min(hn::LoadU(d, now + i - step), hn::LoadU(d, now + i + step));
      hn::StoreU(hn::Min(hn::LoadU(d, now + i), hn::Add(sideways, further)), d, next + i);
    }
    std::swap(now, next);
  }
  const hn::ScalableTag<std::uint16_t> wide;
  const hn::Rebind<std::uint8_t, decltype(wide)> narrow;
  for (std::size_t i = 0; i < count; i += hn::Lanes(wide)) {
    const auto distance = hn::PromoteTo(wide, hn::LoadU(narrow, now + first + i));
    hn::StoreU(hn::Mul(distance, distance), wide, to + i);
  }
}

/// The least of g(y + dy)^2 + dy^2, from the outermost rows inwards: each step adds 2 dy + 1 to all rows
/// further out. Several vectors at once, since each step waits for the one before.
void least_across(const std::uint16_t* const* rows, std::uint32_t most, std::size_t count, std::uint16_t* to) {
  const hn::ScalableTag<std::uint16_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint16_t* const* const middle = rows + (most - 1);
  for (std::size_t i = 0; i < count; i += 4 * lanes) {
    auto a = hn::Set(d, static_cast<std::uint16_t>(most * most));
    auto b = a;
    auto c = a;
    auto e = a;
    for (std::ptrdiff_t dy = most - 1; dy >= 1; --dy) {
      const std::uint16_t* const above = middle[-dy] + i;
      const std::uint16_t* const below = middle[dy] + i;
      const auto added = hn::Set(d, static_cast<std::uint16_t>(2 * dy + 1));
      const auto nearer = [&](auto so_far, std::size_t at) HWY_ATTR {
        return hn::Min(hn::Add(so_far, added), hn::Min(hn::LoadU(d, above + at), hn::LoadU(d, below + at)));
      };
      a = nearer(a, 0);
      b = nearer(b, lanes);
      c = nearer(c, 2 * lanes);
      e = nearer(e, 3 * lanes);
    }
    const std::uint16_t* const own = middle[0] + i;
    const auto one = hn::Set(d, std::uint16_t{1});
    hn::StoreU(hn::Min(hn::Add(a, one), hn::LoadU(d, own)), d, to + i);
    hn::StoreU(hn::Min(hn::Add(b, one), hn::LoadU(d, own + lanes)), d, to + i + lanes);
    hn::StoreU(hn::Min(hn::Add(c, one), hn::LoadU(d, own + 2 * lanes)), d, to + i + 2 * lanes);
    hn::StoreU(hn::Min(hn::Add(e, one), hn::LoadU(d, own + 3 * lanes)), d, to + i + 3 * lanes);
  }
}

}  // namespace
}  // namespace pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pipeline {

HWY_EXPORT(distances_along);
HWY_EXPORT(least_across);

DistanceRows::DistanceRows(std::uint32_t most) : most_(most) {
  for (auto& line : lines_) line.resize(line_bytes, static_cast<std::uint8_t>(most));
}

void DistanceRows::along(const std::uint8_t* white, std::uint32_t count, std::uint16_t* to) {
  const std::size_t length = count + 2 * std::size_t{most_ - 1};
  std::uint8_t* const line = lines_[0].data() + margin;
  std::uint8_t* const other = lines_[1].data() + margin;
  std::fill_n(line - margin, margin, std::uint8_t{0});
  std::copy_n(white, length, line);
  std::fill_n(line + length, margin + most_lanes, std::uint8_t{0});
  std::fill_n(other + length, margin + most_lanes, static_cast<std::uint8_t>(most_));
  HWY_DYNAMIC_DISPATCH(distances_along)(line, other, length, margin, most_, most_ - 1, count, to);
}

void DistanceRows::across(const std::uint16_t* const* rows, std::uint32_t count, std::uint16_t* to) const {
  HWY_DYNAMIC_DISPATCH(least_across)(rows, most_, count, to);
}

}  // namespace pipeline
#endif
