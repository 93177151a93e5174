// Runs with workers on the tests' made-up GPU, in this process and in them.
#pragma once

#include <cstdlib>
#include <optional>

#include "harness/tests/fake_gpu.hpp"
#include "harness/tests/worker_testing.hpp"

namespace rungs::testing_workers {

/// `folder_ / "gone"`, once it is there, says that the GPU is lost.
class FakeGpuWorkers : public Workers {
 protected:
  void SetUp() override {
    Workers::SetUp();
    ::setenv(fake_gpu_variable, (folder_ / "gone").c_str(), 1);
    before_ = set_gpu_backend(std::nullopt);
    use_fake_gpu();
  }
  void TearDown() override {
    set_gpu_backend(before_);
    ::unsetenv(fake_gpu_variable);
    Workers::TearDown();
  }

 private:
  std::optional<GpuBackend> before_;
};

}  // namespace rungs::testing_workers
