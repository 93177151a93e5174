// NPP's nppiFilterMedian, the library function that a CUDA program would call, for 8 and 16 bits.
// It filters with any mask size, and is called for the inner pixels only. It waits for the GPU, so launch
// latency is part of its time.
#include <nppi_filtering_functions.h>
#include <algorithm>
#include "cases/median_window/case.hpp"
#include "cases/npp.hpp"

namespace {

/// NPP's functions for a type of pixel.
template <class Pixel> struct Functions;

template <> struct Functions<std::uint8_t> {
  static constexpr auto buffer_size = nppiFilterMedianGetBufferSize_8u_C1R_Ctx;
  static constexpr auto filter = nppiFilterMedian_8u_C1R_Ctx;
};

template <> struct Functions<std::uint16_t> {
  static constexpr auto buffer_size = nppiFilterMedianGetBufferSize_16u_C1R_Ctx;
  static constexpr auto filter = nppiFilterMedian_16u_C1R_Ctx;
};

/// Columns and rows of windows; only their middle pixels are filtered.
NppiSize windows(const median_window::Problem& p) {
  return {static_cast<int>(p.width - p.window + 1), static_cast<int>(p.height - p.window + 1)};
}

NppiSize mask(const median_window::Problem& p) { return {static_cast<int>(p.window), static_cast<int>(p.window)}; }

/// Scratch memory of one call; at least 1 byte.
std::size_t workspace_bytes(const median_window::Problem& p) {
  if (!p.has_windows()) return 1;
  return median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
    Npp32u bytes = 0;
    npp::check(Functions<Pixel>::buffer_size(windows(p), mask(p), &bytes, npp::context_of({})),
               "nppiFilterMedianGetBufferSize");
    return std::max<std::size_t>(bytes, 1);
  });
}

void launch(const rungs::Call<median_window::Case>& call) {
  const median_window::Problem& p = call.problem;
  if (!p.has_windows()) return;
  const unsigned border = p.window / 2;
  const NppiPoint anchor{static_cast<int>(border), static_cast<int>(border)};
  median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
    const auto step = static_cast<int>(p.width * sizeof(Pixel));
    const std::size_t first = rungs::at(border, border, p.width);
    npp::check(
        Functions<Pixel>::filter(median_window::image_of<Pixel>(call.views) + first, step,
                                 median_window::filtered_of<Pixel>(call.views) + first, step, windows(p), mask(p),
                                 anchor, reinterpret_cast<Npp8u*>(call.workspace), npp::context_of(call.stream)),
        "nppiFilterMedian");
  });
}

const rungs::Variant<median_window::Case> variant{{
    .idea = "nppiFilterMedian of 8u and 16u C1R",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
