// Runs host variants: one pinned thread, the steady clock, and the working set flushed from the caches for cold rows.
#include <sched.h>
#include <algorithm>
#include <chrono>
#include <fstream>
#include "harness/measure/executor.hpp"
#include "harness/verify/spots.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#else
#include <cstring>
#endif

namespace rungs {
namespace {

#if defined(__x86_64__)
constexpr std::size_t cache_line = 64;

void flush_in_order(const std::byte* start, std::size_t bytes) {
  for (std::size_t offset = 0; offset < bytes; offset += cache_line) _mm_clflush(start + offset);
}

/// Flushes need not wait for each other, which takes a fraction of the time.
__attribute__((target("clflushopt"))) void flush_in_any_order(const std::byte* start, std::size_t bytes) {
  for (std::size_t offset = 0; offset < bytes; offset += cache_line)
    _mm_clflushopt(const_cast<std::byte*>(start) + offset);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// CPUID leaf 7, EBX: the compiler's built-in feature check does not know this feature everywhere.
bool flushes_in_any_order() {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & bit_CLFLUSHOPT) != 0;
}

/// Flushes `bytes` bytes from every cache level. Better than writing a buffer as large as the last-level cache: server
/// CPUs share hundreds of megabytes of it, most of it in slices of other cores. A flushed line is certainly gone.
void flush_caches(const std::byte* start, std::size_t bytes) {
  static const bool any_order = flushes_in_any_order();
  any_order ? flush_in_any_order(start, bytes) : flush_in_order(start, bytes);
  _mm_mfence();
}
#else
/// Writes a buffer larger than the caches, since there is no portable way to flush single lines.
void flush_caches(const std::byte*, std::size_t) {
  static std::vector<unsigned char> over(std::size_t{256} << 20U);
  static unsigned char value = 0;
  std::memset(over.data(), ++value, over.size());
}
#endif

/// Pins the calling thread to its current CPU during its lifetime.
class PinnedThread {
 public:
  PinnedThread() {
    if (sched_getaffinity(0, sizeof(before_), &before_) != 0) return;
    const int cpu = sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    if (cpu < 0 || cpu >= CPU_SETSIZE) return;
    CPU_SET(static_cast<unsigned>(cpu), &one);
    pinned_ = sched_setaffinity(0, sizeof(one), &one) == 0;
  }
  ~PinnedThread() {
    if (pinned_) sched_setaffinity(0, sizeof(before_), &before_);
  }
  PinnedThread(const PinnedThread&) = delete;
  PinnedThread& operator=(const PinnedThread&) = delete;

 private:
  cpu_set_t before_{};
  bool pinned_ = false;
};

class HostProbe final : public Probe {
 public:
  HostProbe(const Launch& launch, Cache cache, Touched touched, std::shared_ptr<PinnedThread> pinned)
      : launch_(launch), cache_(cache), touched_(touched), pinned_(std::move(pinned)) {}

  void warm_up() override {
    const Sample first = take();
    constexpr double short_batch_us = 200;
    if (cache_ == Cache::hot) {
      launches_ = std::clamp(static_cast<int>(short_batch_us / std::max(first.us, 0.01)), 1, 1000);
    }
  }

  Sample take() override {
    if (cache_ == Cache::cold) flush_all();
    // Hot: the same launch ran just before. If rows take turns, the previous launch may be another row's.
    if (cache_ == Cache::hot) launch_();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < launches_; ++i) launch_();
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
    return {elapsed.count() / launches_, 0};
  }

  std::vector<std::byte> take_checked(Spots& spots) override {
    if (cache_ == Cache::cold) flush_all();
    if (cache_ == Cache::hot) launch_();
    spots.spoil();
    launch_();
    return spots.read();
  }

  [[nodiscard]] double sustained_clock_mhz() const override { return 0; }

 private:
  void flush_all() const {
    for (const GuardedMemory* memory : touched_) {
      for (std::size_t i = 0; i < memory->buffers().size(); ++i) {
        flush_caches(static_cast<const std::byte*>(memory->memory()[i]), memory->buffers()[i].bytes);
      }
    }
  }

  const Launch& launch_;
  Cache cache_;
  Touched touched_;
  std::shared_ptr<PinnedThread> pinned_;
  int launches_ = 1;  ///< back-to-back launches per sample, so that a short one is long compared with a clock read
};

class HostExecutor final : public Executor {
 public:
  [[nodiscard]] Backend backend() const override { return Backend::host; }
  [[nodiscard]] Stream stream() override { return {}; }
  [[nodiscard]] MemorySpace& memory() override { return *heap_; }
  [[nodiscard]] MemorySpace& mirror(bool) override { return *heap_; }
  void run(const Launch& launch, std::size_t) override { launch(); }

  std::unique_ptr<Probe> probe(const Launch& launch, Cache cache, Touched touched) override {
    auto pinned = pinned_.lock();
    if (pinned == nullptr) pinned_ = pinned = std::make_shared<PinnedThread>();
    return std::make_unique<HostProbe>(launch, cache, touched, std::move(pinned));
  }

  [[nodiscard]] std::string device_name() const override { return cpu_name(); }

 private:
  std::unique_ptr<MemorySpace> heap_ = make_heap_space();
  std::weak_ptr<PinnedThread> pinned_;  ///< one for all probes in use: the last of them unpins
};

}  // namespace

std::unique_ptr<Executor> make_host_executor() { return std::make_unique<HostExecutor>(); }

std::string cpu_name() {
  static const std::string name = [] {  // each row asks for it
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
      const auto colon = line.find(": ");
      if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return std::string("unknown CPU");
  }();
  return name;
}

}  // namespace rungs
