// NPP's median filter of the inner pixels of a problem's frames, for both windows.
#pragma once

#include <nppi_filtering_functions.h>

#include <algorithm>
#include <cstddef>

#include "cases/median/case.hpp"
#include "cases/npp.hpp"

namespace median {

/// The inner pixels; only these are filtered.
template <int window>
NppiSize npp_inner(const Problem& p) {
  return {static_cast<int>(p.width) - window + 1, static_cast<int>(p.height) - window + 1};
}

/// Scratch memory of one call; at least 1 byte.
template <int window>
std::size_t npp_workspace_bytes(const Problem& p) {
  if (p.width < window || p.height < window) return 1;
  Npp32u bytes = 0;
  npp::check(nppiFilterMedianGetBufferSize_8u_C1R_Ctx(npp_inner<window>(p), {window, window}, &bytes,
                                                      npp::context_of({})),
             "nppiFilterMedianGetBufferSize");
  return std::max<std::size_t>(bytes, 1);
}

template <int window>
void npp_filter(const Problem& p, const Views& v, std::byte* workspace, rungs::Stream stream) {
  if (p.width < window || p.height < window) return;
  const NppStreamContext context = npp::context_of(stream);
  const auto step = static_cast<int>(p.width);
  const std::size_t inner = rungs::at(window / 2, window / 2, p.width);
  for (std::size_t first = inner; first < p.pixels(); first += p.area()) {
    npp::check(nppiFilterMedian_8u_C1R_Ctx(v.image + first, step, v.filtered + first, step,
                                           npp_inner<window>(p), {window, window}, {window / 2, window / 2},
                                           reinterpret_cast<Npp8u*>(workspace), context),
               "nppiFilterMedian");
  }
}

}  // namespace median
