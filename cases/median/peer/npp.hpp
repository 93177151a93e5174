// NPP's median with any mask size, once per frame, of the inner pixels only.
#pragma once

#include <nppi_filtering_functions.h>
#include <algorithm>
#include "cases/median/case.hpp"
#include "cases/npp.hpp"

namespace median::inline RUNGS_BACKEND {

/// The inner pixels; only these are filtered.
template <int window> NppiSize inner(const Problem& p) {
  return {static_cast<int>(p.width) - window + 1, static_cast<int>(p.height) - window + 1};
}

/// Scratch memory of one call; at least 1 byte.
template <int window> std::size_t median_bytes(const Problem& p) {
  if (p.width < window || p.height < window) return 1;
  Npp32u bytes = 0;
  npp::check(nppiFilterMedianGetBufferSize_8u_C1R_Ctx(inner<window>(p), {window, window}, &bytes, npp::context_of({})),
             "nppiFilterMedianGetBufferSize");
  return std::max<std::size_t>(bytes, 1);
}

template <int window> void launch_median(const rungs::Call<Case>& call) {
  const Problem& p = call.problem;
  if (p.width < window || p.height < window) return;
  const NppStreamContext context = npp::context_of(call.stream);
  const auto step = static_cast<int>(p.width);
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    const std::size_t first = frame + rungs::at(window / 2, window / 2, p.width);
    npp::check(nppiFilterMedian_8u_C1R_Ctx(call.views.image + first, step, call.views.filtered + first, step,
                                           inner<window>(p), {window, window}, {window / 2, window / 2},
                                           reinterpret_cast<Npp8u*>(call.workspace), context),
               "nppiFilterMedian");
  }
}

}  // namespace median::inline RUNGS_BACKEND
