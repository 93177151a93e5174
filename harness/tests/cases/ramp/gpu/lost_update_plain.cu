// Wrong on purpose: the same race without a barrier. The two threads of a counter are in one warp, so on a
// GPU both read before either writes. The simulator changes threads only at a barrier: there the result is
// right.
#include "cases/ramp/gpu/shared_counter.hpp"

namespace {

struct Nothing {
  __device__ void operator()() const {}
};

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  ramp::launch_without_atomics(p, v, stream, Nothing{});
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: an update is lost, without a barrier",
    .launch = launch,
}};

}  // namespace
