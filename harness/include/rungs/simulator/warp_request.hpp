// One lane's part in a warp operation.
#pragma once

#include <cstdint>

namespace rungs::simulator {

enum class WarpOperation {
  sync,
  shfl,
  shfl_up,
  shfl_down,
  shfl_xor,
  ballot,
  match_any,
  match_all,
  reduce_add,
  reduce_min,
  reduce_max,
  reduce_min_signed,
  reduce_max_signed,
  reduce_and,
  reduce_or,
  reduce_xor
};

/// Lies on the stack of the lane while it waits; the last lane to arrive fills in the results of all.
struct WarpRequest {
  WarpOperation operation = WarpOperation::sync;
  unsigned mask = 0;
  std::uint64_t value = 0;     ///< bits of the lane's value
  unsigned lane_argument = 0;  ///< for shuffles: source lane, delta or lane mask
  unsigned width = 32;         ///< for shuffles
  std::uint64_t result = 0;
};

/// Name in CUDA: "__shfl_up_sync".
[[nodiscard]] const char* name_of(WarpOperation operation);

/// Fills in the results of the lanes in `mask`; all of them have a request. A value read from a lane outside
/// the mask is undefined in CUDA and `poison` here.
void complete(WarpRequest* const (&requests)[32], unsigned mask, std::uint64_t poison);

}  // namespace rungs::simulator
