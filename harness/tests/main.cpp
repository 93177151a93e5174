// The tests; a worker of a run that one of them makes; or, with --bench as the first argument, the command
// line over the tests' cases.
#include <gtest/gtest.h>
#include <rungs/main.hpp>
#include <string_view>
#include "harness/tests/mischief.hpp"
#include "harness/worker/process.hpp"

int main(int argc, char** argv) {
  rungs::use_fake_gpu();
  if (rungs::is_worker()) return rungs::main(argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == "--bench") return rungs::main(argc - 1, argv + 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
