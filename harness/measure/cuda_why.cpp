#include "harness/measure/cuda_why.hpp"
#include <algorithm>
#include "harness/cuda/captured.hpp"

namespace rungs::cuda {
namespace {

/// Levels of each resource, there and back; so often, unless the first round of the resource takes too long.
constexpr int rounds = 2;
constexpr double most_of_a_round_s = 1.5;
constexpr std::array sm_levels{1.0, 0.79, 0.55, 0.79, 1.0};
constexpr std::array memory_levels{1.0, 0.9, 0.8, 0.9, 1.0};
constexpr std::array occupancy_levels{1.0, 0.75, 0.5, 0.75, 1.0};
/// Of the multiprocessors, for the kernel; the antagonist has the others.
constexpr double beside_antagonist = 0.79;
constexpr std::size_t dram_bytes = std::size_t{1} << 30U;  ///< of the antagonist's buffer: far more than an L2
constexpr std::size_t least_l2_multiple = 8;
/// Of the L2, for its antagonist: enough for many requests, little of its capacity.
constexpr std::size_t l2_part = 8;
/// From burst to burst of an idle antagonist.
constexpr unsigned long long idle_cycles = 20'000;

class Experiments {
 public:
  Experiments(StreamTimer& timer, const Launch& launch, const DeviceFacts& device, double mhz)
      : timer_(timer),
        launch_(launch),
        device_(device),
        mhz_(mhz),
        kernels_(timer.stream(), launch, multiprocessors()),
        all_(device.index, all_multiprocessors(device.index)),
        most_(device.index, sm_levels[1]),
        half_(device.index, sm_levels[2]),
        beside_(device.index, beside_antagonist),
        idle_(multiprocessors(), 0, false) {}
  ~Experiments() { timer_.move_to(nullptr); }

  std::vector<WhyVisit> run() {
    experiment("sm", [this] { fewer_multiprocessors(); });
    experiment("dram", [this] {
      memory("dram",
             AntagonistMemory(multiprocessors(), std::max(dram_bytes, least_l2_multiple * device_.l2_bytes), false));
    });
    experiment("l2", [this] { memory("l2", AntagonistMemory(multiprocessors(), device_.l2_bytes / l2_part, true)); });
    experiment("occupancy", [this] { occupancy(); });
    return std::move(visits_);
  }

 private:
  /// An experiment that cannot be made leaves the reason behind, and no visits.
  template <class Make> void experiment(const char* resource, const Make& make) {
    visit_ = 0;
    try {
      const double start = now_();
      for (int round = 0; round < rounds && now_() - start < most_of_a_round_s; ++round) make();
    } catch (const Unsupported& error) {
      std::erase_if(visits_, [&](const WhyVisit& one) { return one.resource == resource; });
      visits_.push_back({.resource = resource, .note = error.what()});
    }
    timer_.move_to(nullptr);
  }

  /// Takes the samples of a visit on a stream (null: the timer's own) and notes them. Returns its record.
  WhyVisit& add(const char* resource, double level, bool placebo, cudaStream_t on, const Launch& launch,
                const AntagonistMemory* beside = nullptr) {
    timer_.move_to(on);
    const WhySamples taken = take_samples(timer_, launch, beside);
    timer_.move_to(nullptr);
    rate_ = taken.rate;
    visits_.push_back({.resource = resource,
                       .level = level,
                       .placebo = placebo,
                       .visit = visit_++,
                       .median_us = taken.median_us,
                       .low_us = taken.low_us,
                       .high_us = taken.high_us,
                       .samples = taken.count});
    return visits_.back();
  }

  [[nodiscard]] unsigned multiprocessors() const { return static_cast<unsigned>(device_.multiprocessors); }

  void fewer_multiprocessors() {
    for (const double level : sm_levels) {
      if (level == 1) {
        add("sm", level, false, nullptr, launch_);
        add("sm", level, true, all_.stream(), launch_);
        continue;
      }
      const SmSplit& split = level == sm_levels[1] ? most_ : half_;
      const double left = static_cast<double>(split.kernel.multiprocessors()) / device_.multiprocessors;
      add("sm", level, false, split.kernel.stream(), launch_).supply = left;
      const RunningAntagonist neighbour(idle_, idle_cycles, split.others);
      add("sm", level, true, split.kernel.stream(), launch_).supply = left;
    }
  }

  /// The antagonist's blocks keep a pace at which they should take what the level does not leave.
  [[nodiscard]] unsigned long long cycles_to_take(double bytes_per_second) const {
    const double blocks = antagonist_blocks_on_each * beside_.others.multiprocessors();
    const double seconds = blocks * static_cast<double>(antagonist_burst_bytes) / bytes_per_second;
    return static_cast<unsigned long long>(1e6 * mhz_ * seconds);
  }

  void memory(const char* resource, const AntagonistMemory& from) {
    const double full = from.full_rate(timer_);
    if (full <= 0) throw Unsupported("the antagonist does not run");
    const cudaStream_t on = beside_.kernel.stream();
    for (const double level : memory_levels) {
      if (level == 1) {
        add(resource, level, false, on, launch_, &from);  // as with it, so that nothing is loaded while it runs
      } else {
        const RunningAntagonist antagonist(from, cycles_to_take((1 - level) * full), beside_.others);
        WhyVisit& visit = add(resource, level, false, on, launch_, &from);
        visit.supply = std::clamp(1 - rate_ / full, 0.01, 1.0);
      }
      const RunningAntagonist neighbour(idle_, idle_cycles, beside_.others);
      add(resource, level, true, on, launch_, &idle_);
    }
  }

  void occupancy() {
    const Launch graph = [this] { kernels_.launch(timer_.stream()); };
    for (const double level : occupancy_levels) {
      if (level == 1) {
        kernels_.restore();
        add("occupancy", level, false, nullptr, launch_);
      } else {
        const double left = kernels_.cap(level);
        if (left == 1) throw Unsupported("a multiprocessor has one block of it at a time: it cannot have fewer");
        add("occupancy", level, false, nullptr, graph).supply = left;
      }
      static_cast<void>(kernels_.cap(1));
      add("occupancy", level, true, nullptr, graph);
    }
    kernels_.restore();
  }

  StreamTimer& timer_;
  const Launch& launch_;
  const DeviceFacts& device_;
  double mhz_;
  CapturedKernels kernels_;
  SmGroup all_;
  SmSplit most_, half_, beside_;
  AntagonistMemory idle_;
  std::vector<WhyVisit> visits_;
  unsigned visit_ = 0;
  Clock now_ = steady_clock_seconds();
  double rate_ = 0;  ///< of the antagonist in the last visit
};

}  // namespace

std::vector<WhyVisit> measure_why(StreamTimer& timer, const Launch& launch, const DeviceFacts& device, double mhz) {
  require_green_contexts();
  return Experiments(timer, launch, device, mhz).run();
}

}  // namespace rungs::cuda
