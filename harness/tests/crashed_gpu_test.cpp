// Kernels that crash or hang on a real GPU: each costs its own row and no other.
#include <array>

#include "harness/measure/gpus.hpp"
#include "harness/tests/worker_testing.hpp"

namespace {

using namespace rungs;

class WorkersOnAGpu : public testing_workers::Workers {};

TEST_F(WorkersOnAGpu, EachBadKernelCostsItsOwnRow) {
  std::string why_none;
  if (gpus(&why_none).empty()) GTEST_SKIP() << "no CUDA device: " << why_none;
  struct Expected {
    const char *variant, *status, *words;
  };
  const std::array expected{Expected{"gpu/right", "ok", ""}, Expected{"gpu/crashes", "failed", ""},
                            Expected{"gpu/hangs", "failed", "its process ended: no progress for 2 s"},
                            Expected{"gpu/throws", "failed", "out of ideas"},
                            Expected{"gpu/nan", "incorrect", "nan"}};
  deadline_s_ = "2";
  for (const char* isolate : {"--isolate=auto", "--isolate=row"}) {
    std::filesystem::remove(path_);
    EXPECT_EQ(run({"--backend=cuda", "--filter=^ramp/gpu/(right|crashes|hangs|throws|nan)$", isolate}), 1)
        << errors_;
    const auto found = rows();
    EXPECT_EQ(found.size(), expected.size());
    for (const Expected& one : expected) {
      ASSERT_TRUE(found.contains(one.variant)) << one.variant;
      const Record& row = found.at(one.variant);
      EXPECT_EQ(row[column("status")], one.status) << one.variant << ": " << row[column("message")];
      EXPECT_NE(row[column("message")].find(one.words), std::string::npos)
          << one.variant << ": " << row[column("message")];
    }
  }
}

}  // namespace
