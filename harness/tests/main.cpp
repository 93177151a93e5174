// The tests, or a worker of a run that one of them makes.
#include <gtest/gtest.h>

#include <rungs/main.hpp>

#include "harness/worker/process.hpp"

int main(int argc, char** argv) {
  if (rungs::is_worker()) return rungs::main(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
