// A GPU that does not come back after a crash ends its own rows.
#include <cstdlib>

#include "harness/tests/fake_gpu_workers.hpp"

namespace {

using namespace rungs;
using namespace mischief;
using namespace testing_workers;

/// Takes the GPU with it when it ends its process, once.
void loses_gpu() {
  std::ofstream(std::getenv(fake_gpu_variable)) << "gone";
  crashes();
}
const auto gpu_crash = variant<first, segfault, Backend::cuda>("gpu/x_crash");
const auto gpu_good = variant<0, nothing, Backend::cuda>("gpu/x_good");
const auto gpu_loses = variant<timed, loses_gpu, Backend::cuda>("gpu/y_loses");
const auto gpu_after = variant<0, nothing, Backend::cuda>("gpu/y_after");

/// With the made-up GPU, in this process and its workers.
class WorkersOnAGpuThatIsNone : public FakeGpuWorkers {};

TEST_F(WorkersOnAGpuThatIsNone, ACrashCostsItsOwnRow) {
  EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/x_"}), 1) << errors_;
  EXPECT_EQ(rows().at("gpu/x_crash")[column("status")], "failed");
  EXPECT_EQ(rows().at("gpu/x_good")[column("status")], "ok") << rows().at("gpu/x_good")[column("message")];
}

TEST_F(WorkersOnAGpuThatIsNone, OnceItIsLostItsRowsSaySoAndTheExitCodeIs3) {
  EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/y_"}), 3) << errors_;
  EXPECT_NE(rows().at("gpu/y_loses")[column("message")].find("signal 11"), std::string::npos);
  EXPECT_EQ(rows().at("gpu/y_after")[column("message")], "the GPU was lost: it fell off the bus");
  EXPECT_EQ(rows().at("gpu/y_after")[column("status")], "failed");
}

}  // namespace
