// NPP's nppiFilterMedian, the library function that a CUDA program would call, once per frame.
// It filters with any mask size, and is called for the inner pixels only.
#include <nppi_filtering_functions.h>

#include <algorithm>
#include <cstddef>

#include "cases/median/case.hpp"
#include "cases/npp.hpp"

namespace {

constexpr int window = 3;

/// The inner pixels; only these are filtered.
NppiSize inner(const median::Problem& p) {
  return {static_cast<int>(p.width) - window + 1, static_cast<int>(p.height) - window + 1};
}

/// Scratch memory of one call; at least 1 byte.
std::size_t workspace_bytes(const median::Problem& p) {
  if (p.width < window || p.height < window) return 1;
  Npp32u bytes = 0;
  npp::check(
      nppiFilterMedianGetBufferSize_8u_C1R_Ctx(inner(p), {window, window}, &bytes, npp::context_of({})),
      "nppiFilterMedianGetBufferSize");
  return std::max<std::size_t>(bytes, 1);
}

void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  if (p.width < window || p.height < window) return;
  const NppStreamContext context = npp::context_of(call.stream);
  const auto step = static_cast<int>(p.width);
  for (std::size_t frame = 0; frame < p.pixels(); frame += p.area()) {
    const std::size_t first = frame + rungs::at(window / 2, window / 2, p.width);
    npp::check(nppiFilterMedian_8u_C1R_Ctx(call.views.image + first, step, call.views.filtered + first, step,
                                           inner(p), {window, window}, {window / 2, window / 2},
                                           reinterpret_cast<Npp8u*>(call.workspace), context),
               "nppiFilterMedian");
  }
}

const rungs::Variant<median::Case> variant{{
    .idea = "nppiFilterMedian_8u_C1R_Ctx",
    .result = median::Result::window3,
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
