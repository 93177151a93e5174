// A plane copied from the host to the GPU and back. While one piece comes, the one before it goes.
#pragma once

#include "cases/bus_pieces.hpp"
#include "cases/copy/case.hpp"

namespace rungs::ceilings::copy::inline RUNGS_BACKEND {

/// The GPU returns the uploaded words themselves, so that nothing but the bus is measured. They are not
/// written to `views.target`.
inline void launch_both_ways(const Call<Case>& call) {
  bus::for_pieces(call.problem.area(), [&](std::size_t first, std::size_t count) {
    rungs::upload(call.views.source + first, call.host.source + first, count, call.stream);
    rungs::download(call.host.target + first, call.views.source + first, count, rungs::fork(call.stream, 0));
  });
  rungs::join(call.stream, 1);
}

}  // namespace rungs::ceilings::copy::inline RUNGS_BACKEND
