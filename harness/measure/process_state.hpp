// What a variant can change in the process that it shares with others, and how that is noticed and put back.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace rungs {

/// Rounding mode and flushing of denormals, locale, affinity and working directory, as they are when it is
/// made. The floating-point state and the affinity are of the calling thread.
class ProcessState {
 public:
  ProcessState();
  ~ProcessState();
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;

  /// Puts back what has changed; names it: "the rounding mode, the locale". Empty if nothing has. With
  /// `pinned`, the affinity is left alone: the harness has changed it.
  [[nodiscard]] std::string restore(bool pinned) const;

 private:
  struct Facts;
  std::unique_ptr<Facts> facts_;
};

/// What a process holds at some moment.
struct Holdings {
  std::size_t threads = 0;
  std::size_t descriptors = 0;
  std::size_t device_bytes = 0;  ///< in use on the GPU, by all processes; 0: unknown
};
/// The holdings of this process; of the device's memory it knows nothing.
[[nodiscard]] Holdings holdings();

/// How many threads this process has, without those of CUDA's driver.
[[nodiscard]] std::size_t own_threads();

/// What has grown: "3 threads, 64 MB of device memory". Empty if nothing has.
[[nodiscard]] std::string growth(const Holdings& before, const Holdings& after);

}  // namespace rungs
