#include <gtest/gtest.h>
#include <fstream>
#include "harness/output/list.hpp"

namespace {

TEST(OtherCode, OfTheSimulatorIsFoundWithItsLine) {
  const std::string file = ::testing::TempDir() + "/other_code.cu";
  const auto found = [&](const std::string& text) {
    std::ofstream(file) << text;
    return rungs::other_code_on_simulator(file);
  };
  EXPECT_EQ(found("int a;\n#ifdef RUNGS_SIMULATOR\n#endif\n"), "other_code.cu:2: #ifdef RUNGS_SIMULATOR");
  EXPECT_EQ(found("#if defined(__CUDA_ARCH__) && X\n"), "other_code.cu:1: #if defined(__CUDA_ARCH__) && X");
  EXPECT_EQ(found("#if X\n  # elif RUNGS_SIMULATOR\n"), "other_code.cu:2: # elif RUNGS_SIMULATOR");
  for (const char* same : {"", "// #ifdef RUNGS_SIMULATOR\n", "#ifndef RUNGS_SIMULATOR\n#endif\n",
                           "#if !defined(RUNGS_SIMULATOR)\n#endif\n", "#ifdef __CUDA_ARCH_LIST\n"})
    EXPECT_EQ(found(same), "") << same;
  EXPECT_EQ(rungs::other_code_on_simulator("/nowhere/a.cu"), "");
}

}  // namespace
