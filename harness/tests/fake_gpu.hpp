// GPUs that are none, for tests of what happens when one is lost, and of runs on several: each works until a
// file says that it has gone.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>
#include "harness/measure/executor.hpp"

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
inline int& fake_gpu_in_use() {
  static int index = -1;
  return index;
}

/// Whether this process has measured an energy.
inline bool energy_was_measured = false;

/// The host under the name of a GPU.
class FakeGpu final : public Executor {
 public:
  explicit FakeGpu(int index) : index_(index) { fake_gpu_in_use() = index; }
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
