// Wrong on purpose: a kernel that never ends.
#include <rungs/device.hpp>

#include "cases/ramp/case.hpp"

#ifndef RUNGS_SIMULATOR
namespace {

/// Waits until somebody else changes the first output, which nobody does.
__global__ void wait_for_change(const volatile unsigned* word) {
  const unsigned before = *word;
  while (*word == before) {
  }
}

void launch(const ramp::Problem&, const ramp::Views& v, rungs::Stream stream) {
  rungs::launch({dim3(1), dim3(1), stream}, wait_for_change, reinterpret_cast<const unsigned*>(v.out));
}

}  // namespace
#endif

namespace {

const rungs::Variant<ramp::Case> variant{{
    .idea = "wrong: hangs",
    .gpu_only = "it would hang the tests",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
