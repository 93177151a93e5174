// Launches the planted kernels on a GPU, for compute-sanitizer (who_finds.py).
#include <cstdlib>
#include "harness/tests/races/global_memory_test.cpp"
#include "harness/tests/races/shared_memory_test.cpp"
#include "harness/tests/races/undefined_test.cpp"

/// Takes the number of a test: after a fault its process can launch nothing more.
int main(int, char** arguments) {
  const auto number = std::strtoul(arguments[1], nullptr, 10);
  if (number < planted::tests().size()) planted::tests()[number]();
}
