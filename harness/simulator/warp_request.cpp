#include <bit>
#include <rungs/simulator/warp.hpp>

namespace rungs::simulator {
namespace {

using Requests = WarpRequest* const (&)[32];

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

void shuffle(Requests requests, unsigned mask, std::uint64_t poison) {
  for_lanes(mask, [&](unsigned lane) {
    const unsigned source = source_of(lane, *requests[lane]);
    requests[lane]->result = (mask >> source & 1U) != 0 ? requests[source]->value : poison;
  });
}

void reduce(Requests requests, unsigned mask) {
  const WarpRequest& first = *requests[std::countr_zero(mask)];
  std::uint64_t result = first.value;
  for_lanes(mask & (mask - 1), [&](unsigned lane) { result = first.combine(result, requests[lane]->value); });
  for_lanes(mask, [&](unsigned lane) { requests[lane]->result = result; });
}

// For each lane: the mask of the lanes with an equal value.
void match(Requests requests, unsigned mask) {
  for_lanes(mask, [&](unsigned mine) {
    requests[mine]->result = 0;
    for_lanes(mask, [&](unsigned lane) {
      if (requests[lane]->value == requests[mine]->value) requests[mine]->result |= 1U << lane;
    });
  });
}

void ballot(Requests requests, unsigned mask) {
  std::uint64_t result = 0;
  for_lanes(mask, [&](unsigned lane) { result |= requests[lane]->value << lane; });
  for_lanes(mask, [&](unsigned lane) { requests[lane]->result = result; });
}

}  // namespace

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
    case WarpOperation::reduce:
      reduce(requests, mask);
      break;
  }
}

}  // namespace rungs::simulator
