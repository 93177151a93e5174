// Where variants run: the host, a GPU, or the simulator. One
// interface, so that a row is run the same way on each.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/counters.hpp"
#include "harness/measure/device_state.hpp"
#include "harness/measure/sampler.hpp"
#include "harness/registry/backend.hpp"
#include "harness/registry/errors.hpp"
#include "harness/verify/guarded_memory.hpp"

namespace rungs {

/// State of the caches when a timed launch starts; they are never mixed in one row.
enum class Cache {
  cold,   ///< nothing of the problem is in them, and nothing waits to be written back
  dirty,  ///< nothing of the problem is in them; full of lines that wait to be written back. GPUs only
  hot     ///< as the same launch, just before, has left them
};
[[nodiscard]] constexpr std::string_view name_of(Cache cache) {
  return cache == Cache::cold ? "cold" : cache == Cache::dirty ? "dirty" : "hot";
}

/// A cold GPU sample may pay this much, in microseconds, for lines that are written back; more is no proof.
inline constexpr double most_cold_excess_us = 0.5;

/// Enqueues one launch of a variant; bound to its problem, memory and stream by the caller.
using Launch = std::function<void()>;

/// All buffers that a launch may touch (the working memory, and the pinned mirrors of a variant that copies).
using Touched = std::span<const GuardedMemory* const>;

/// A place to run variants in.
class Executor {
 public:
  virtual ~Executor() = default;
  [[nodiscard]] virtual Backend backend() const = 0;
  /// What a launch is given as its stream.
  [[nodiscard]] virtual Stream stream() = 0;
  /// Where launches compute, and where the host's side of a variant that copies lies.
  [[nodiscard]] virtual MemorySpace& memory() = 0;
  [[nodiscard]] virtual MemorySpace& mirror() = 0;

  /// The ways in which one verification must run a launch; "" where there is only one. The simulator names
  /// its thread orders.
  [[nodiscard]] virtual std::vector<std::string> passes() const { return {""}; }
  /// Runs a launch once in the given pass, and waits for the stream. Throws Failed on any error.
  virtual void run(const Launch& launch, std::size_t pass) = 0;
  /// Throws Failed where a launch works on another stream than the
  /// one it was given. Outputs are poisoned before.
  virtual void check_stream(const Launch& launch, Touched touched) = 0;

  /// False where an earlier launch has left the device in an error that no later call survives.
  [[nodiscard]] virtual bool usable() { return true; }

  /// False where times mean nothing (the simulator).
  [[nodiscard]] virtual bool can_time() const { return true; }
  /// What takes samples of a launch; `launch` and `touched` must outlive it. Several may be in use in turn.
  /// Throws Unsupported where times mean nothing.
  [[nodiscard]] virtual std::unique_ptr<Probe> probe(const Launch& launch, Cache cache, Touched touched) = 0;

  /// Puts the caches into the state that a timed launch would find, for a launch under a profiler.
  virtual void prepare(Cache) {}

  /// What one launch asks of the driver beside its kernels, which a profiler of kernels does not see: "memset
  /// 419430400; memcpy 4", with bytes; empty where there is nothing, or where it cannot be found out.
  [[nodiscard]] virtual std::string driver_operations(const Launch&) { return ""; }

  /// Makes the hardware counters ready that `count` is to read from now on. Throws Unsupported where this
  /// place has none or may not read them.
  virtual void open_counters(const std::vector<Counter>&) { throw Unsupported("only GPUs have counters"); }
  /// The counters of one launch with the caches in the given state; empty where none are open. May launch
  /// several times. Throws Unsupported where they cannot be read.
  [[nodiscard]] virtual std::vector<Metric> count(const Launch&, Cache) { return {}; }

  /// Provenance for the row, and where the place is shared by several devices, which one.
  [[nodiscard]] virtual std::string device_name() const = 0;
  [[nodiscard]] virtual std::string device_uuid() const { return ""; }
  [[nodiscard]] virtual std::string driver() const { return ""; }
  /// Bytes that its last-level cache holds, and the datasheet's bytes a second; 0: not known.
  [[nodiscard]] virtual std::size_t cache_bytes() const { return 0; }
  [[nodiscard]] virtual double peak_bytes_per_second() const { return 0; }
  /// Time of an empty pair of events, which every time holds, in microseconds; 0: not known. Known once a row
  /// has been measured.
  [[nodiscard]] virtual double event_overhead_us() const { return 0; }
  /// The state that it is in now.
  [[nodiscard]] virtual DeviceState state() const { return {}; }
  /// Further facts, for environment.json and the self-test: name (with unit) and value.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> facts() const { return {}; }
};

[[nodiscard]] std::unique_ptr<Executor> make_host_executor();
/// `seed` draws the random thread order.
[[nodiscard]] std::unique_ptr<Executor> make_simulator_executor(std::uint64_t seed);
/// Throws BadUsage where `device` is not one of the GPUs that are there.
[[nodiscard]] std::unique_ptr<Executor> make_cuda_executor(int device);
/// Gives the process a fresh state of the GPU after an error that it did not survive. All executors on it and
/// all memory of theirs must be gone.
void reset_cuda_device();

}  // namespace rungs
