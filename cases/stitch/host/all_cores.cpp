// host/streaming_stores on every CPU, a band of rows each.
// One core has only so many stores on their way to memory, which is seldom all that the memory takes; several
// cores together should reach that, and no more. Rows do not depend on each other, so bands need nothing of
// each other but the end. What it costs is starting and joining the threads with every launch: some tens of
// microseconds, so that small targets stay on one.
#include <sched.h>

#include "cases/stitch/case.hpp"
#include "reference/parallel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cases/stitch/host/all_cores.cpp"
#include <hwy/foreach_target.h>  // includes this file once for each instruction set
//
#include "cases/stitch/host/streamed_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace stitch::HWY_NAMESPACE {
namespace {

void stream_band(const Problem& p, const Views& v, std::size_t first, std::size_t last) {
  stream_rows(p, v, first, last);
}

}  // namespace
}  // namespace stitch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stitch {

HWY_EXPORT(stream_band);

namespace {

cpu_set_t allowed_cpus() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (sched_getaffinity(0, sizeof(cpus), &cpus) != 0) CPU_SET(0, &cpus);
  return cpus;
}

/// Those of the program, read before the harness pins the thread that calls launch().
const cpu_set_t all_cpus = allowed_cpus();

/// While this lives, the calling thread may run on all of them, and so may the threads that it starts.
class OnAllCpus {
 public:
  OnAllCpus() : before_(allowed_cpus()) { sched_setaffinity(0, sizeof(all_cpus), &all_cpus); }
  ~OnAllCpus() { sched_setaffinity(0, sizeof(before_), &before_); }
  OnAllCpus(const OnAllCpus&) = delete;
  OnAllCpus& operator=(const OnAllCpus&) = delete;

 private:
  cpu_set_t before_;
};

void launch(const Problem& p, const Views& v, rungs::Stream) {
  const OnAllCpus unpinned;
  const std::size_t least = 1 + (std::size_t{1} << 18U) / p.width;  // rows: a megabyte a thread
  reference::for_bands(p.height, least, static_cast<unsigned>(CPU_COUNT(&all_cpus)),
                       [&](std::size_t first, std::size_t last) {
                         HWY_DYNAMIC_DISPATCH(stream_band)(p, v, first, last);
                       });
}

const rungs::Variant<Case> variant{{
    .name = "host/all_cores",
    .improves = "host/streaming_stores",
    .idea = "a band of rows for each CPU",
    .launch = launch,
}};

}  // namespace
}  // namespace stitch
#endif
