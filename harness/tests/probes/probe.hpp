// Small kernels, each of which tries one feature of CUDA: PROBE("what it tries") { body }. The body runs in
// two blocks of 64 threads with 4096 bytes of dynamic shared memory. `scratch` is its own memory, 1024 zeros.
// It says CHECK(is right). rungs/tables/side_tables.py reads the texts.
#pragma once

#include <vector>

namespace probes {

struct Probe {
  const char* file;
  const char* text;
  const char* message;  ///< what refuses it, or null
  void (*kernel)(int* wrong_line, int* scratch);
};

inline std::vector<Probe>& all() {
  static std::vector<Probe> list;
  return list;
}

struct Added {
  explicit Added(const Probe& probe) { all().push_back(probe); }
};

__host__ __device__ inline bool near(double a, double b, double relative = 1e-5) {
  return a - b <= relative * (b < 0 ? -b : b) && b - a <= relative * (b < 0 ? -b : b);
}

/// What one addition of `each` by each thread makes of a number in shared memory that is `zero`.
template <class T> __device__ T sum_of(T each, T zero) {
  __shared__ T sum;
  if (threadIdx.x == 0) sum = zero;
  __syncthreads();
  atomicAdd(&sum, each);
  __syncthreads();
  return sum;
}

}  // namespace probes

#define PROBE_JOIN(a, b) a##b
#define PROBE_NAME(kind, line) PROBE_JOIN(kind, line)
#define PROBE_OF(text, message)                                                                                     \
  static __global__ void PROBE_NAME(probe_, __LINE__)(int* wrong_line, int* scratch);                               \
  static const probes::Added PROBE_NAME(added_, __LINE__)({__FILE__, text, message, PROBE_NAME(probe_, __LINE__)}); \
  static __global__ void PROBE_NAME(probe_, __LINE__)([[maybe_unused]] int* wrong_line, [[maybe_unused]] int* scratch)
/// Works.
#define PROBE(text) PROBE_OF(text, nullptr)
/// Fails with a message that has `message` in it.
#define REFUSED(text, message) PROBE_OF(text, message)
#define CHECK(...) \
  if (!(__VA_ARGS__)) atomicExch(wrong_line, __LINE__)
