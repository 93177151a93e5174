// For host variants that run on all CPUs that the program may use.
#pragma once

#include <sched.h>
#include <rungs/core/errors.hpp>
#include <rungs/parallel.hpp>

namespace rungs {

namespace detail {

/// The CPUs that the calling thread may run on; empty if the system does not report them, as with more than 1024.
inline cpu_set_t allowed_cpus() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (sched_getaffinity(0, sizeof(cpus), &cpus) != 0) CPU_ZERO(&cpus);
  return cpus;
}

/// The CPUs of the program, read before the harness pins the thread that calls launch functions.
inline const cpu_set_t all_cpus = allowed_cpus();

/// During its lifetime the calling thread, and threads that it starts, may run on all CPUs of the program.
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

/// Calls `work(first, last)` for bands of 0..count: at most one band per CPU, each of at least `least` rows;
/// see for_bands. Starts and joins threads, which takes some tens of microseconds. Throws Unsupported if the
/// system does not report which CPUs there are.
template <class Work> void for_bands_on_all_cpus(std::size_t count, std::size_t least, const Work& work) {
  if (CPU_COUNT(&detail::all_cpus) == 0) throw Unsupported("the system does not say which CPUs there are");
  const detail::OnAllCpus unpinned;
  for_bands(count, least, static_cast<unsigned>(CPU_COUNT(&detail::all_cpus)), work);
}

}  // namespace rungs
