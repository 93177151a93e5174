// What a variant can do to the process that it runs in; and GPUs that are none, for tests of what happens when one is
// lost, and of runs on several: each works until a file says that it has gone.
#pragma once

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <rungs/core/errors.hpp>
#include <string>
#include <thread>
#include <vector>
#include "harness/measure/executor.hpp"

namespace mischief {

// So that the compiler cannot see what the variants are up to.
inline std::atomic<int> zero{0};

inline int overflow(int depth) {
  std::array<volatile char, 4096> frame{};
  frame[static_cast<std::size_t>(depth) % frame.size()] = 1;
  return depth < zero ? 0 : overflow(depth + 1) + frame[0];
}

inline void segfault() { *reinterpret_cast<volatile int*>(static_cast<std::uintptr_t>(zero + 8)) = 1; }
/// Without the report of a sanitizer, which takes a second.
inline void crashes() {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}
inline void stack_overflow() { zero = overflow(1); }
inline void hangs() {
  while (zero == 0) std::this_thread::yield();
}
inline void throws_int() { throw 7; }
inline void says_unsupported() { throw rungs::Unsupported("needs a newer CPU"); }
inline void forks() {
  if (::fork() == 0) {
    ::close(STDOUT_FILENO);  // who reads the test's output need not wait for this process
    ::close(STDERR_FILENO);
    ::sleep(30);  // keeps the worker's channel open
    ::_exit(0);
  }
  ::_exit(4);
}
/// Into whatever a file that it has closed before is now.
inline void writes_elsewhere() {
  for (int descriptor = 3; descriptor < 8; ++descriptor)
    static_cast<void>(::write(descriptor, "a line of a log\n", 16));
}
inline void changes_cpus() {
  cpu_set_t all;
  ::sched_getaffinity(0, sizeof all, &all);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_COUNT(&all) > 1) CPU_CLR(static_cast<unsigned>(cpu), &all);
  }
  ::sched_setaffinity(0, sizeof all, &all);
}
inline void lowers_limit() {
  const rlimit few{1000, 1000};
  ::setrlimit(RLIMIT_CORE, &few);
}
inline constexpr const char* child_variable = "RUNGS_TEST_CHILD";  ///< names a file for its number
/// A daemon.
inline void takes_child() {
  if (::fork() != 0) return;
  const char* const path = std::getenv(child_variable);
  if (path != nullptr) std::ofstream(path) << ::getpid();
  ::close(STDOUT_FILENO);
  ::close(STDERR_FILENO);
  ::sleep(60);
  ::_exit(0);
}
inline void takes_thread() {
  std::thread([] { std::this_thread::sleep_for(std::chrono::hours(1)); }).detach();
}

}  // namespace mischief

namespace rungs {

/// Names the file, and asks for these GPUs; in the environment, so that workers have them too.
inline constexpr const char* fake_gpu_variable = "RUNGS_FAKE_GPU_IS_GONE";
/// How many there are; 1 if it is not set.
inline constexpr const char* fake_gpus_variable = "RUNGS_FAKE_GPUS";

/// The file that says that a GPU has gone: of the first one the variable's own, of the others with ".1",
/// ".2".
inline std::string fake_gpu_file(int index) {
  const std::string path = std::getenv(fake_gpu_variable);
  return index == 0 ? path : path + "." + std::to_string(index);
}

/// "GPU-made-up-0".
inline std::string fake_gpu_uuid(int index) { return "GPU-made-up-" + std::to_string(index); }

/// The GPU that this process has used last; -1 before.
inline int fake_gpu_in_use = -1;

/// Whether this process has measured an energy.
inline bool energy_was_measured = false;

/// The host under the name of a GPU.
class FakeGpu final : public Executor {
 public:
  explicit FakeGpu(int index) : index_(index) { fake_gpu_in_use = index; }
  [[nodiscard]] Backend backend() const override { return Backend::cuda; }
  [[nodiscard]] Stream stream() override { return host_->stream(); }
  [[nodiscard]] MemorySpace& memory() override { return host_->memory(); }
  [[nodiscard]] MemorySpace& mirror(bool pageable) override { return host_->mirror(pageable); }
  void run(const Launch& launch, std::size_t pass) override { host_->run(launch, pass); }
  void check_stream(const Launch&, Touched) override {}
  std::unique_ptr<Probe> probe(const Launch& launch, Cache cache, Touched touched) override {
    return host_->probe(launch, cache, touched);
  }
  Energy energy(const Launch& launch, const EnergyRules& rules) override {
    launch();
    energy_was_measured = true;
    Energy energy;
    energy.joules_per_launch = 0.75;
    energy.net_joules_per_launch = 0.5;
    energy.seconds = rules.seconds;
    energy.throttle = "power cap";
    energy.note = "made-up joules";
    return energy;
  }
  std::vector<WhyVisit> why(const Launch& launch) override {
    launch();
    return {{"sm", 1, 1, true, 0, 10, 9, 11, 5}, {"sm", 0.5, 0.5, false, 1, 20, 19, 21, 5}};
  }
  [[nodiscard]] std::string device_name() const override { return "a made-up GPU"; }
  [[nodiscard]] std::string device_uuid() const override { return fake_gpu_uuid(index_); }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> facts() const override {
    return {{"device_uuid", device_uuid()}};
  }

 private:
  int index_;
  std::unique_ptr<Executor> host_ = make_host_executor();
};

/// Makes them the only GPUs of this process, if the variable is set.
inline void use_fake_gpu() {
  if (std::getenv(fake_gpu_variable) == nullptr) return;
  const auto make = [](int index) -> std::unique_ptr<Executor> {
    if (std::filesystem::exists(fake_gpu_file(index))) throw BadUsage("it fell off the bus");
    return std::make_unique<FakeGpu>(index);
  };
  const auto devices = [](std::string*) {
    const char* count = std::getenv(fake_gpus_variable);
    std::vector<cuda::DeviceFacts> all(count == nullptr ? 1 : std::strtoul(count, nullptr, 10));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i].index = static_cast<int>(i);
      all[i].name = "a made-up GPU";
      all[i].uuid = fake_gpu_uuid(all[i].index);
    }
    return all;
  };
  set_gpu_backend(GpuBackend{devices, make, [] {}});
}

}  // namespace rungs
