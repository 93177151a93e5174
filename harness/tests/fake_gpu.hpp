// A GPU that is none, for tests of what happens when one is lost: it works until a file says that it has
// gone.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "harness/measure/gpus.hpp"

namespace rungs {

/// Names the file, and asks for this GPU; in the environment, so that workers have it too.
inline constexpr const char* fake_gpu_variable = "RUNGS_FAKE_GPU_IS_GONE";

/// Whether this process has measured an energy.
inline bool energy_was_measured = false;

/// The host under the name of a GPU.
class FakeGpu final : public Executor {
 public:
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
  [[nodiscard]] std::string device_name() const override { return "a made-up GPU"; }

 private:
  std::unique_ptr<Executor> host_ = make_host_executor();
};

/// Makes it the only GPU of this process, if the variable is set.
inline void use_fake_gpu() {
  if (std::getenv(fake_gpu_variable) == nullptr) return;
  const auto make = [](int) -> std::unique_ptr<Executor> {
    if (std::filesystem::exists(std::getenv(fake_gpu_variable))) throw BadUsage("it fell off the bus");
    return std::make_unique<FakeGpu>();
  };
  const auto devices = [](std::string*) { return std::vector<cuda::DeviceFacts>(1); };
  set_gpu_backend(GpuBackend{devices, make, [] {}});
}

}  // namespace rungs
