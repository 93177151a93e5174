#include <algorithm>
#include <bit>
#include <iterator>
#include <rungs/simulator/warp.hpp>

namespace rungs::simulator {
namespace {

// Calls `visit(lane, request)` for the lanes in `mask`.
template <class Visit> void for_lanes(WarpRequest* const (&requests)[32], unsigned mask, Visit visit) {
  for (unsigned left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    visit(lane, *requests[lane]);
  }
}

// The lane that `lane` reads from. A source outside the lane's segment of `width` lanes gives the lane's own
// value; __shfl_sync wraps around in the segment, __shfl_xor_sync may read from earlier segments.
unsigned source_of(unsigned lane, const WarpRequest& request) {
  const unsigned width = request.width;
  const unsigned begin = lane & ~(width - 1);
  const unsigned end = begin + width;
  const unsigned argument = request.lane_argument;
  switch (request.operation) {
    case WarpOperation::shfl:
      return begin + (argument & (width - 1));
    case WarpOperation::shfl_up:
      return argument <= lane - begin ? lane - argument : lane;
    case WarpOperation::shfl_down:
      return argument < end - lane ? lane + argument : lane;
    default:
      break;
  }
  const unsigned source = lane ^ (argument & 31U);
  return source < end ? source : lane;
}

void shuffle(WarpRequest* const (&requests)[32], unsigned mask, std::uint64_t poison) {
  for_lanes(requests, mask, [&](unsigned lane, WarpRequest& request) {
    const unsigned source = source_of(lane, request);
    request.result = (mask >> source & 1U) != 0 ? requests[source]->value : poison;
  });
}

std::uint64_t combine(WarpOperation operation, std::uint64_t a, std::uint64_t b) {
  const auto as_signed = [](std::uint64_t bits) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)); };
  switch (operation) {
    case WarpOperation::reduce_add:
      return static_cast<std::uint32_t>(a + b);
    case WarpOperation::reduce_min:
      return std::min(a, b);
    case WarpOperation::reduce_max:
      return std::max(a, b);
    case WarpOperation::reduce_min_signed:
      return as_signed(a) <= as_signed(b) ? a : b;
    case WarpOperation::reduce_max_signed:
      return as_signed(a) >= as_signed(b) ? a : b;
    case WarpOperation::reduce_and:
      return a & b;
    case WarpOperation::reduce_or:
      return a | b;
    default:
      return a ^ b;
  }
}

void reduce(WarpRequest* const (&requests)[32], unsigned mask) {
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  std::uint64_t result = requests[first]->value;
  for_lanes(requests, mask & (mask - 1),
            [&](unsigned, const WarpRequest& request) { result = combine(request.operation, result, request.value); });
  for_lanes(requests, mask, [&](unsigned, WarpRequest& request) { request.result = result; });
}

// For each lane: the mask of the lanes with an equal value.
void match(WarpRequest* const (&requests)[32], unsigned mask) {
  for_lanes(requests, mask, [&](unsigned, WarpRequest& mine) {
    mine.result = 0;
    for_lanes(requests, mask, [&](unsigned lane, const WarpRequest& other) {
      if (other.value == mine.value) mine.result |= 1U << lane;
    });
  });
}

void ballot(WarpRequest* const (&requests)[32], unsigned mask) {
  std::uint64_t result = 0;
  for_lanes(requests, mask, [&](unsigned lane, const WarpRequest& request) {
    if (request.value != 0) result |= 1U << lane;
  });
  for_lanes(requests, mask, [&](unsigned, WarpRequest& request) { request.result = result; });
}

}  // namespace

const char* name_of(WarpOperation operation) {
  constexpr const char* names[] = {"__syncwarp",        "__shfl_sync",       "__shfl_up_sync",
                                   "__shfl_down_sync",  "__shfl_xor_sync",   "__ballot_sync, __any_sync or __all_sync",
                                   "__match_any_sync",  "__match_all_sync",  "__reduce_add_sync",
                                   "__reduce_min_sync", "__reduce_max_sync", "__reduce_min_sync",
                                   "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync",
                                   "__reduce_xor_sync"};
  static_assert(std::size(names) == static_cast<std::size_t>(WarpOperation::reduce_xor) + 1);
  return names[static_cast<std::size_t>(operation)];
}

void complete(WarpRequest* const (&requests)[32], unsigned mask, std::uint64_t poison) {
  switch (requests[std::countr_zero(mask)]->operation) {
    case WarpOperation::sync:
      break;
    case WarpOperation::shfl:
    case WarpOperation::shfl_up:
    case WarpOperation::shfl_down:
    case WarpOperation::shfl_xor:
      shuffle(requests, mask, poison);
      break;
    case WarpOperation::ballot:
      ballot(requests, mask);
      break;
    case WarpOperation::match_any:
    case WarpOperation::match_all:
      match(requests, mask);
      break;
    default:
      reduce(requests, mask);
      break;
  }
}

}  // namespace rungs::simulator
