// The planted kernels on a GPU, for tools that look at kernels there: each is launched once, and so is its
// twin.
#pragma once

#include <cstdio>
#include <rungs/device.hpp>
#include <vector>

namespace simulator_testing {

struct Shape {
  dim3 blocks, threads;
  std::size_t shared_bytes = 0;
};

}  // namespace simulator_testing

namespace planted {

constexpr unsigned words = 4096;
__device__ unsigned* result;  ///< 64 words that nobody has written

/// The bodies of all TESTs.
inline std::vector<void (*)()>& tests() {
  static std::vector<void (*)()> all;
  return all;
}
inline int add(void (*test)()) { return tests().push_back(test), 0; }

inline void launch(const char* name, void (*kernel)(unsigned*), const simulator_testing::Shape& shape) {
  unsigned* out = nullptr;
  unsigned* unwritten = nullptr;
  cudaMalloc(&out, words * sizeof(unsigned));
  cudaMalloc(&unwritten, 64 * sizeof(unsigned));
  cudaMemset(out, 0, words * sizeof(unsigned));
  cudaMemcpyToSymbol(result, &unwritten, sizeof unwritten);
  kernel<<<shape.blocks, shape.threads, shape.shared_bytes>>>(out);
  std::printf("launched %s: %s\n", name, cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(out);
  cudaFree(unwritten);
}

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define TEST(group, name)                                     \
  void group##name();                                         \
  const int added_##group##name = planted::add(&group##name); \
  void group##name()
#define EXPECT_FOUND(kernel, shape, ...)          \
  planted::launch(#kernel, kernel<false>, shape); \
  planted::launch(#kernel, kernel<true>, shape)
// NOLINTEND(cppcoreguidelines-macro-usage)

}  // namespace planted
