// A plane copied from the host to the GPU and back. While one piece comes, the one before it goes.
#pragma once

#include <rungs/device.hpp>

#include "cases/bus_pieces.hpp"
#include "cases/copy/case.hpp"

namespace rungs::ceilings::copy::inline RUNGS_BACKEND {

/// The GPU returns the uploaded words themselves, so that nothing but the bus is measured. They are not
/// written to `device.target`.
inline void launch_both_ways(const Problem& p, const Views& device, const Views& host, rungs::Stream stream) {
  bus::for_pieces(p.area(), [&](std::size_t first, std::size_t count) {
    rungs::upload(device.source + first, host.source + first, count, stream);
    rungs::download(host.target + first, device.source + first, count, rungs::fork(stream, 0));
  });
  rungs::join(stream, 1);
}

}  // namespace rungs::ceilings::copy::inline RUNGS_BACKEND
