// What a variant can change in the process that it shares with others, and how that is noticed and put back.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rungs {

/// Rounding mode and flushing of denormals, locale, affinity and working directory, as they are when it is
/// made. The floating-point state and the affinity are of the calling thread.
class ProcessState {
 public:
  ProcessState();
  ~ProcessState();

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

/// What the rows after a variant would inherit from it, each with its name: resource limits, timers, the
/// handling of signals, priority, umask, children; and, `with_libraries`, what those of a GPU change when
/// they please: environment, and threads but those named by CUDA's driver. Not all of it can be put back, so
/// that a process in which it has changed is replaced.
using Inheritance = std::vector<std::pair<const char*, std::string>>;
[[nodiscard]] Inheritance inheritance(bool with_libraries);
/// What differs: "resource limits, timers". Empty if nothing does.
[[nodiscard]] std::string differences(const Inheritance& before, const Inheritance& after);

/// What has grown: "3 threads, 64 MB of device memory". Empty if nothing has.
[[nodiscard]] std::string growth(const Holdings& before, const Holdings& after);

}  // namespace rungs
