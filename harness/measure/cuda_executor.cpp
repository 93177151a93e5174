// Runs variants on a GPU.
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <rungs/core/program.hpp>
#include <rungs/cuda/side_streams.hpp>
#include <thread>
#include "harness/cuda/captured.hpp"
#include "harness/cuda/counter_reader.hpp"
#include "harness/measure/cuda_memory_space.hpp"
#include "harness/measure/cuda_why.hpp"
#include "harness/measure/ranges.hpp"

namespace rungs {
namespace {

using cuda::check;

/// True if an output no longer holds its poison. Checks up to 1 MiB at each end of every output.
bool poison_disturbed(const GuardedMemory& memory, MemorySpace& space) {
  constexpr std::size_t most = std::size_t{1} << 20U;
  std::vector<std::byte> found;
  const auto disturbed = [&](const std::byte* start, std::size_t bytes, std::byte poison) {
    found.resize(bytes);
    space.read(found.data(), start, bytes);
    return std::ranges::any_of(found, [=](std::byte value) { return value != poison; });
  };
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
    const BufferInfo& buffer = memory.buffers()[i];
    if (buffer.role != Role::output) continue;
    const auto* start = static_cast<const std::byte*>(memory.memory()[i]);
    const std::size_t bytes = std::min(buffer.bytes, most);
    if (disturbed(start, bytes, buffer.poison)) return true;
    if (disturbed(start + (buffer.bytes - bytes), bytes, buffer.poison)) return true;
  }
  return false;
}

/// Poisons the outputs once the stream gets there, with no other wait: a device's by a memset, the host's by
/// a callback.
void queue_poison(const GuardedMemory& memory, cudaStream_t stream) {
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
    const BufferInfo& buffer = memory.buffers()[i];
    if (buffer.role != Role::output) continue;
    void* const start = memory.memory()[i];
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, start), "cudaPointerGetAttributes");
    if (attributes.type == cudaMemoryTypeDevice) {
      check(cudaMemsetAsync(start, std::to_integer<int>(buffer.poison), buffer.bytes, stream), "poisoning");
      continue;
    }
    const auto fill = [](void* part) {
      const std::unique_ptr<Fill> owned(static_cast<Fill*>(part));
      std::memset(owned->to, std::to_integer<int>(owned->value), owned->bytes);
    };
    auto part = std::make_unique<Fill>(Fill{start, buffer.poison, buffer.bytes});
    check(cudaLaunchHostFunc(stream, fill, part.get()), "cudaLaunchHostFunc");
    [[maybe_unused]] const Fill* const taken = part.release();  // the function frees it
  }
}

class CudaExecutor final : public Executor {
 public:
  explicit CudaExecutor(cuda::DeviceFacts facts) : facts_(std::move(facts)) {
    check(cudaSetDevice(facts_.index), "cudaSetDevice");
    device_space_ = cuda::make_device_space();
    pinned_space_ = cuda::make_pinned_space();
    timer_.emplace(facts_.l2_bytes, facts_.multiprocessors, facts_.peak_bytes_per_second);
  }

  [[nodiscard]] Backend backend() const override { return Backend::cuda; }
  [[nodiscard]] Stream stream() override { return {timer_->stream()}; }
  [[nodiscard]] MemorySpace& memory() override { return *device_space_; }
  [[nodiscard]] MemorySpace& mirror(bool pageable) override { return pageable ? *pageable_space_ : *pinned_space_; }

  void run(const Launch& launch, std::size_t) override {
    launch();
    check(cudaPeekAtLastError(), "launch");
    timer_->wait();
  }

  [[nodiscard]] bool has_streams() const override { return true; }

  /// Blocks the stream, launches, and checks whether outputs change anyway. More reliable than comparing
  /// times: it finds work on another stream however short it is. Behind the launch the stream poisons the
  /// outputs again: what they hold in the end was written by work that the stream did not wait for.
  void check_stream(const Launch& launch, Touched touched) override {
    timer_->block_stream();
    launch();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    bool disturbed = false;
    for (const GuardedMemory* memory : touched) disturbed |= poison_disturbed(*memory, *device_space_);
    const bool waited_inside = timer_->block_timed_out();
    for (const GuardedMemory* memory : touched) queue_poison(*memory, timer_->stream());
    timer_->release();
    check(cudaDeviceSynchronize(), "waiting for the device");
    if (disturbed && !waited_inside) {
      throw Failed("works on another stream than the one it was given: outputs changed while that was held");
    }
    for (const GuardedMemory* memory : touched) {
      if (poison_disturbed(*memory, *device_space_)) {
        throw Failed("leaves work on a stream that its own does not wait for: outputs changed behind its end");
      }
    }
  }

  [[nodiscard]] bool usable() override {
    cuda::ignore(cudaGetLastError());  // clears the error of a refused launch, but not of a crashed kernel
    return cudaDeviceSynchronize() == cudaSuccess;
  }

  std::unique_ptr<Probe> probe(const Launch& launch, Cache cache, Touched) override {
    settle_clock();
    return cuda::make_probe(*timer_, launch, cache, sustained_mhz_);
  }

  void prepare(Cache cache) override {
    timer_->prepare_l2(cache);
    timer_->wait();
  }

  std::vector<Metric> driver_operations(const Launch& launch) override {
    return cuda::driver_operations(timer_->stream(), launch);
  }

  void open_counters(const std::vector<Counter>& counters) override {
    std::vector<std::string> metrics;
    for (const Counter& counter : counters) metrics.push_back(counter.metric);
    counter_reader_ = cuda::make_counter_reader(std::move(metrics));
    counters_ = counters;
  }

  std::vector<Metric> count(const Launch& launch, Cache cache) override {
    if (!counter_reader_) return {};
    const auto prepare = [&] { cache == Cache::hot ? launch() : timer_->prepare_l2(cache); };
    const std::vector<double> values = counter_reader_->read(prepare, launch);
    std::vector<Metric> counted;
    for (std::size_t i = 0; i < values.size(); ++i)
      counted.push_back({counters_[i].name, values[i], counters_[i].unit});
    return counted;
  }

  Energy energy(const Launch& launch, const EnergyRules& rules) override {
    const Clock now = steady_clock_seconds();
    PolledCounter counter([this] { return nvml_.energy_millijoules(); }, [this] { return nvml_.power_state(); }, now);
    const auto load = cuda::make_energy_load(timer_->stream(), launch, now);
    timer_->wait();
    const auto pause = [] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ++heartbeat().count;  // idling on purpose is progress
    };
    return measure_energy(counter, *load, rules, now, pause);
  }

  std::vector<WhyVisit> why(const Launch& launch) override {
    settle_clock();
    timer_->wait();
    return cuda::measure_why(*timer_, launch, facts_, sustained_mhz_);
  }

  [[nodiscard]] std::string device_name() const override { return facts_.name; }
  [[nodiscard]] std::string device_uuid() const override { return facts_.uuid; }
  [[nodiscard]] std::string driver() const override { return facts_.driver; }
  [[nodiscard]] std::size_t cache_bytes() const override { return facts_.l2_bytes; }
  [[nodiscard]] double peak_bytes_per_second() const override { return facts_.peak_bytes_per_second; }

  [[nodiscard]] double event_overhead_us() const override { return event_overhead_us_; }
  [[nodiscard]] DeviceState state() const override { return nvml_.state(); }

  [[nodiscard]] std::vector<std::pair<std::string, std::string>> facts() const override {
    std::vector<std::pair<std::string, std::string>> all{
        {"device", facts_.name},
        {"device_uuid", facts_.uuid},
        {"driver", facts_.driver},
        {"cuda_runtime", facts_.runtime},
        {"compute_capability", fmt::format("{}.{}", facts_.major, facts_.minor)},
        {"gpus", std::to_string(gpus_)},
        {"multiprocessors", std::to_string(facts_.multiprocessors)},
        {"l2_bytes", std::to_string(facts_.l2_bytes)},
        {"memory_bytes", std::to_string(facts_.memory_bytes)},
        {"datasheet_peak_gbps", fmt::format("{:.0f}", facts_.peak_bytes_per_second / 1e9)},
        {"sustained_sm_clock_mhz", fmt::format("{:.0f}", sustained_mhz_)},
        {"event_overhead_us", fmt::format("{:.3f}", event_overhead_us_)},
        {"cold_clean_reads", fmt::format("{} x L2", timer_->clean_factor())},
        {"cold_excess_us", fmt::format("{:.3f}", timer_->cold_excess_us())}};
    const auto& settings = nvml_.recent_settings();
    all.insert(all.end(), settings.begin(), settings.end());
    return all;
  }

 private:
  /// Once per run, before the first timed row.
  void settle_clock() {
    if (sustained_mhz_ > 0) return;
    sustained_mhz_ = timer_->warm_up();
    event_overhead_us_ = timer_->event_overhead_us();
    timer_->settle_cold();
  }

  cuda::DeviceFacts facts_;
  std::size_t gpus_ = cuda::devices().size();  ///< asking takes a millisecond
  mutable cuda::Nvml nvml_{facts_.uuid};
  std::unique_ptr<MemorySpace> device_space_;
  std::unique_ptr<MemorySpace> pinned_space_;
  std::unique_ptr<MemorySpace> pageable_space_ = make_heap_space();
  std::optional<cuda::StreamTimer> timer_;
  std::unique_ptr<cuda::CounterReader> counter_reader_;
  std::vector<Counter> counters_;
  double sustained_mhz_ = 0;
  double event_overhead_us_ = 0;
};

void reset() {
  cuda::drop_side_streams();
  cuda::ignore(cudaDeviceReset());  // reports the crash once more
  // The driver may still be cleaning up the old state.
  constexpr int attempts = 30;
  for (int attempt = 0; attempt < attempts && cudaFree(nullptr) != cudaSuccess; ++attempt) {
    cuda::ignore(cudaGetLastError());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cuda::ignore(cudaDeviceReset());
  }
}

std::unique_ptr<Executor> make_executor(int device) {
  std::string why_none;
  const auto list = cuda::devices(&why_none);
  if (list.empty()) throw BadUsage("no CUDA device can be used: " + why_none);
  for (const auto& facts : list) {
    if (facts.index == device) return std::make_unique<CudaExecutor>(facts);
  }
  throw BadUsage(fmt::format("--device {}: there is no such GPU; expected 0 to {}", device, list.size() - 1));
}

}  // namespace

void use_cuda() { set_gpu_backend(GpuBackend{cuda::devices, make_executor, reset}); }

}  // namespace rungs
