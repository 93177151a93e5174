// Where variants run: the host, a GPU, or the simulator. One interface, so that all rows are run in the same way.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <rungs/core/backend.hpp>
#include <rungs/core/errors.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "harness/cuda/device.hpp"
#include "harness/cuda/nvml.hpp"
#include "harness/measure/energy.hpp"
#include "harness/measure/sampler.hpp"
#include "harness/verify/guarded_memory.hpp"

namespace rungs {

/// The resources whose supply is changed, in this order: multiprocessors, bytes of DRAM, bytes of the L2, resident
/// blocks.
inline constexpr std::array<std::string_view, 4> why_resources{"sm", "dram", "l2", "occupancy"};

/// Some samples of one variant under one arrangement, in an experiment that tells what its time does when it gets less
/// of one resource.
struct WhyVisit {
  std::string resource;
  double level = 1;                               ///< share of the supply that was asked for
  double supply = 1;                              ///< share that was left, as counted or measured
  bool placebo = false;                           ///< the same arrangement, with an idle antagonist or without a cap
  unsigned visit = 0;                             ///< counts the visits of a resource
  double median_us = 0, low_us = 0, high_us = 0;  ///< the samples' median and quartiles
  std::size_t samples = 0;
  std::string note = {};  ///< why there is no experiment with this resource: then there are no figures
  bool operator==(const WhyVisit&) const = default;
};

/// For each resource a visit that only says why there is none.
[[nodiscard]] std::vector<WhyVisit> no_why(const std::string& note);

/// A hardware counter that a row can have besides its time: our name, which is easy to remember, NVIDIA's metric, and
/// the unit of its value.
struct Counter {
  std::string name;
  std::string metric;
  std::string unit;
  bool operator==(const Counter&) const = default;
};

/// The counters that have one of our names.
[[nodiscard]] const std::vector<Counter>& named_counters();
/// Their names, joined by commas.
[[nodiscard]] std::string counter_names();

/// Parses the list of --counters: names of `named_counters`, and NVIDIA's own metric names (recognised by
/// their double underscore; the device decides whether it has them). Throws BadUsage on anything else.
[[nodiscard]] std::vector<Counter> parse_counters(const std::string& list);

/// State of the caches when a timed launch starts. A row has samples of one state only.
enum class Cache {
  cold,   ///< no data of the problem is cached, and no dirty lines are left
  dirty,  ///< no data of the problem is cached; full of dirty lines. GPUs only
  hot     ///< as the same launch has left them just before
};
[[nodiscard]] constexpr std::string_view name_of(Cache cache) {
  return cache == Cache::cold ? "cold" : cache == Cache::dirty ? "dirty" : "hot";
}

/// Maximum time in microseconds that a cold GPU sample may spend on write-backs and still count as proven cold.
inline constexpr double most_cold_excess_us = 0.5;

/// Enqueues one launch of a variant; the caller has bound its problem, memory and stream.
using Launch = std::function<void()>;

/// All buffers that a launch may access (the working memory, and the pinned mirrors of a variant that copies).
using Touched = std::span<const GuardedMemory* const>;

/// A backend that runs variants.
class Executor {
 public:
  virtual ~Executor() = default;
  [[nodiscard]] virtual Backend backend() const = 0;
  /// The stream to pass to launches.
  [[nodiscard]] virtual Stream stream() = 0;
  /// Whether races of launches from now on are to be passed over, as VariantSpec::races says.
  virtual void let_races_pass(bool) {}
  /// Whether launches are looked at for races.
  [[nodiscard]] virtual bool looks_for_races() const { return false; }
  /// Where launches compute; and, for variants that copy, where their host buffers are: pinned or pageable.
  [[nodiscard]] virtual MemorySpace& memory() = 0;
  [[nodiscard]] virtual MemorySpace& mirror(bool pageable) = 0;

  /// The ways in which one verification must run a launch; "" if there is only one. The simulator names its
  /// thread orders.
  [[nodiscard]] virtual std::vector<std::string> passes() const { return {""}; }
  /// Runs a launch once in the given pass and waits for the stream. Throws Failed on any error.
  virtual void run(const Launch& launch, std::size_t pass) = 0;
  /// What launches since the last call did wrong, if their results are right: work on the host, not the device.
  [[nodiscard]] virtual std::string take_misuse() { return ""; }
  /// True if launches have streams of which check_stream says something: not on the host, and not on the simulator,
  /// whose launches inside `run` refuse any stream but the session's.
  [[nodiscard]] virtual bool has_streams() const { return false; }
  /// Throws Failed if a launch works on another stream than the one it was given. Outputs are poisoned before.
  virtual void check_stream(const Launch&, Touched) {}

  /// False if an earlier launch has left a sticky error on the device, so that all later calls fail.
  [[nodiscard]] virtual bool usable() { return true; }

  /// A probe that takes samples of a launch; `launch` and `touched` must outlive it. Several probes may be
  /// used in turn. Throws Unsupported if times are meaningless.
  [[nodiscard]] virtual std::unique_ptr<Probe> probe(const Launch& launch, Cache cache, Touched touched) = 0;

  /// Brings the caches into the state for a timed launch, for a launch under a profiler.
  virtual void prepare(Cache) {}

  /// The driver operations of one launch besides its kernels, which a kernel profiler does not see: "memset"
  /// or "memcpy" with its bytes each. Empty if there are none, or if they are unknown.
  [[nodiscard]] virtual std::vector<Metric> driver_operations(const Launch&) { return {}; }

  /// Selects the hardware counters that `count` reads from now on. Throws Unsupported if this backend has
  /// none or may not read them.
  virtual void open_counters(const std::vector<Counter>&) { throw Unsupported("only GPUs have counters"); }
  /// The counters of one launch with the caches in the given state; empty if none are open. May launch
  /// several times. Throws Unsupported if they cannot be read.
  [[nodiscard]] virtual std::vector<Metric> count(const Launch&, Cache) { return {}; }

  /// The energy of one launch, from launches back to back with hot caches. Throws Unsupported, with the
  /// reason, if this backend has no energy counter; Failed if a launch fails.
  [[nodiscard]] virtual Energy energy(const Launch&, const EnergyRules&) {
    throw Unsupported("only GPUs have an energy counter");
  }

  /// Visits of a launch with less of one resource at a time, with cold caches. Throws Unsupported, with the reason, if
  /// that cannot be arranged; Failed if a launch fails.
  [[nodiscard]] virtual std::vector<WhyVisit> why(const Launch&) { throw Unsupported("only GPUs have experiments"); }

  /// For the provenance of a row; if several devices share the backend, the device in use.
  [[nodiscard]] virtual std::string device_name() const = 0;
  [[nodiscard]] virtual std::string device_uuid() const { return ""; }
  [[nodiscard]] virtual std::string driver() const { return ""; }
  /// Size of the last-level cache in bytes, and the datasheet's bandwidth in bytes per second; 0: unknown.
  [[nodiscard]] virtual std::size_t cache_bytes() const { return 0; }
  [[nodiscard]] virtual double peak_bytes_per_second() const { return 0; }
  /// Time of an empty pair of events in microseconds, which is part of every time; 0: unknown. Known once a
  /// row has been measured.
  [[nodiscard]] virtual double event_overhead_us() const { return 0; }
  /// The device's current state.
  [[nodiscard]] virtual DeviceState state() const { return {}; }
  /// Further facts, for rows.environment.csv and the self-test: name (with unit) and value.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> facts() const { return {}; }
};

[[nodiscard]] std::unique_ptr<Executor> make_host_executor();
/// `seed` is for the random thread order.
[[nodiscard]] std::unique_ptr<Executor> make_simulator_executor(std::uint64_t seed);

/// Name of the CPU; "unknown CPU" if the system does not report it.
[[nodiscard]] std::string cpu_name();

// The GPUs of a program. The library that uses CUDA is linked, and registered here by use_cuda(), only if there is a
// CUDA compiler; everything else works without it.

using GpuFacts = cuda::DeviceFacts;

/// The functions that the CUDA library provides.
struct GpuBackend {
  std::vector<cuda::DeviceFacts> (*devices)(std::string* why_none);
  std::unique_ptr<Executor> (*make_executor)(int device);
  void (*reset)();
};

/// Called by use_cuda(), before main(). Returns what was set before.
std::optional<GpuBackend> set_gpu_backend(const std::optional<GpuBackend>& backend);

/// The GPUs that can be used; empty if there are none, with the reason in `why_none`.
[[nodiscard]] std::vector<cuda::DeviceFacts> gpus(std::string* why_none);
/// Throws BadUsage if there is no GPU `device`.
[[nodiscard]] std::unique_ptr<Executor> make_cuda_executor(int device);
/// Resets the device after a sticky error. All executors on it and all their memory must be freed before.
void reset_cuda_device();

}  // namespace rungs
