// Launches the planted kernels on a GPU, for compute-sanitizer (who_finds.py).
#include "harness/tests/races/async_test.cpp"
#include "harness/tests/races/global_memory_test.cpp"
#include "harness/tests/races/shared_memory_test.cpp"
#include "harness/tests/races/undefined_test.cpp"

int main() {
  for (void (*test)() : planted::tests()) test();
}
