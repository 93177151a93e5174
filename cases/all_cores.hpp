// Host variants that run on every CPU that the program may use.
#pragma once

#include <sched.h>

#include <cstddef>

#include "harness/registry/errors.hpp"
#include "reference/parallel.hpp"

namespace all_cores {

namespace detail {

/// The CPUs that the calling thread may run on; none where the system does not say, as with more than 1024.
inline cpu_set_t allowed_cpus() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (sched_getaffinity(0, sizeof(cpus), &cpus) != 0) CPU_ZERO(&cpus);
  return cpus;
}

/// Those of the program, read before the harness pins the thread that calls a launch function.
inline const cpu_set_t all_cpus = allowed_cpus();

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

}  // namespace detail

/// Calls `work(first, last)` for bands of 0..count, one band a CPU and no fewer than `least` in one; see
/// reference::for_bands. It starts and joins the threads: some tens of microseconds. Throws
/// rungs::Unsupported where the system does not say which CPUs there are.
template <class Work>
void share_out(std::size_t count, std::size_t least, const Work& work) {
  if (CPU_COUNT(&detail::all_cpus) == 0)
    throw rungs::Unsupported("the system does not say which CPUs there are");
  const detail::OnAllCpus unpinned;
  reference::for_bands(count, least, static_cast<unsigned>(CPU_COUNT(&detail::all_cpus)), work);
}

}  // namespace all_cores
