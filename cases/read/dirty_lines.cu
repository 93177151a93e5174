// Why a benchmark that clears the L2 with a memset measures too much. A standalone program.
//
//   nvcc -O3 -arch=native dirty_lines.cu -o dirty_lines && ./dirty_lines
//
// A memset removes the last kernel's data from the L2, but leaves it full of dirty lines: lines that have
// been written and must go back to memory before their place can be used again. The next kernel evicts them,
// and waits for that within its own time. A kernel that only reads pays most, since it would not write at
// all. Here one such kernel is timed after three ways of clearing the L2:
//   memset             twice the L2's size is written, as benchmarking tools do
//   memset, then read  the same, then four times its size of other memory is read: all lines are clean
//   read alone         nothing is written at all; if this agrees with the line above, the lines were clean
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "dirty_lines: %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

__global__ void read_all(const uint4* source, size_t count, unsigned* sink) {
  constexpr size_t in_flight = 4;
  unsigned mixed = 0;
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += in_flight * threads) {
    uint4 words[in_flight] = {};
    for (size_t k = 0; k < in_flight; ++k) {
      if (i + k * threads < count) words[k] = source[i + k * threads];
    }
    for (const uint4& word : words) mixed |= word.x | word.y | word.z | word.w;
  }
  if (mixed == 0xA5A5A5A5U) *sink = mixed;  // never true, the memory holds zeros; but it keeps the loads
}

__global__ void wait_for_host(volatile unsigned* go) {
  while (*go == 0) {
  }
}

struct Bench {
  size_t l2_bytes = 0;
  int blocks = 0;
  char *over = nullptr, *clean = nullptr, *data = nullptr;
  unsigned* sink = nullptr;
  volatile unsigned* go = nullptr;
  cudaEvent_t start = nullptr, stop = nullptr;

  void read(const char* from, size_t bytes) const {
    read_all<<<blocks, 256>>>(reinterpret_cast<const uint4*>(from), bytes / sizeof(uint4), sink);
  }

  /// Median time in microseconds of a read of `bytes` after the work that `prepare` queues.
  template <class Prepare> double time_us(size_t bytes, const Prepare& prepare) const {
    std::vector<float> times;
    for (int sample = 0; sample < 101; ++sample) {
      *go = 0;
      prepare();
      wait_for_host<<<1, 1>>>(go);  // everything is queued before it starts: no launch latency in the time
      check(cudaEventRecord(start), "cudaEventRecord");
      read(data, bytes);
      check(cudaEventRecord(stop), "cudaEventRecord");
      *go = 1;
      check(cudaEventSynchronize(stop), "running");
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
      times.push_back(milliseconds * 1e3F);
    }
    std::nth_element(times.begin(), times.begin() + 50, times.end());
    return times[50];
  }
};

int main() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0), "no GPU");
  Bench bench;
  bench.l2_bytes = static_cast<size_t>(device.l2CacheSize);
  bench.blocks = device.multiProcessorCount * 8;
  const size_t most = 8 * bench.l2_bytes;
  check(cudaMalloc(&bench.over, 2 * bench.l2_bytes), "cudaMalloc");
  check(cudaMalloc(&bench.clean, 4 * bench.l2_bytes), "cudaMalloc");
  check(cudaMalloc(&bench.data, most), "cudaMalloc");
  check(cudaMalloc(&bench.sink, sizeof(unsigned)), "cudaMalloc");
  check(cudaMallocHost(const_cast<unsigned**>(&bench.go), sizeof(unsigned)), "cudaMallocHost");
  check(cudaMemset(bench.clean, 0, 4 * bench.l2_bytes), "cudaMemset");
  check(cudaMemset(bench.data, 0, most), "cudaMemset");
  check(cudaEventCreate(&bench.start), "cudaEventCreate");
  check(cudaEventCreate(&bench.stop), "cudaEventCreate");

  const auto memset_only = [&] { check(cudaMemsetAsync(bench.over, 1, 2 * bench.l2_bytes), "cudaMemsetAsync"); };
  const auto read_only = [&] { bench.read(bench.clean, 4 * bench.l2_bytes); };
  const auto both = [&] { memset_only(), read_only(); };
  bench.time_us(most, both);  // warm-up: raises the clock and loads all kernels
  std::printf("%s, L2 of %.0f MB: median time of a kernel that only reads\n", device.name, bench.l2_bytes / 1e6);
  std::printf("%12s %12s %20s %14s\n", "reads", "memset", "memset, then read", "read alone");
  for (const size_t bytes : {bench.l2_bytes, 2 * bench.l2_bytes, 4 * bench.l2_bytes, most}) {
    const double dirty = bench.time_us(bytes, memset_only);
    const double cold = bench.time_us(bytes, both);
    const double clean = bench.time_us(bytes, read_only);
    std::printf("%9.0f MB %9.1f us %17.1f us %11.1f us   the memset adds %.0f %%\n", bytes / 1e6, dirty, cold, clean,
                100 * (dirty / cold - 1));
  }
  return 0;
}
