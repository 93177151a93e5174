// Wrong on purpose: two threads read a counter, wait for each other, and write: one of the two additions is
// lost.
#include "cases/ramp/gpu/shared_counter.hpp"

namespace {

struct Barrier {
  __device__ void operator()() const { __syncwarp(); }
};

void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  ramp::launch_without_atomics(p, v, stream, Barrier{});
}

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: an update is lost",
    .launch = launch,
}};

}  // namespace
