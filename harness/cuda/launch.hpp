// The CUDA side of device.hpp: launches, dynamic shared memory and asynchronous copies, every call checked.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <nv/target>
#include <string>
#include <utility>

#include "harness/cuda/check.hpp"
#include "harness/cuda/side_streams.hpp"

namespace rungs {

inline namespace on_cuda {

/// Where a launch goes and how large it is.
struct Grid {
  dim3 blocks;
  dim3 threads;
  Stream stream;
  std::size_t shared_bytes = 0;  ///< dynamic shared memory a block
  bool overlaps = false;  ///< may start before the kernel in front of it has ended; see wait_for_previous
};

namespace detail {

inline void require(std::size_t value, std::size_t limit, const char* what) {
  if (value >= 1 && value <= limit) return;
  throw Unsupported(std::string(what) + " " + std::to_string(value) + " is outside the legal range of 1 to " +
                    std::to_string(limit));
}

/// More than 48 KiB of dynamic shared memory must be asked for, kernel by kernel.
template <class Kernel>
void opt_in_shared(Kernel kernel, std::size_t bytes) {
  constexpr std::size_t without_asking = 48 * 1024;
  if (bytes <= without_asking) return;
  int device = 0;
  int most = 0;
  cuda::check(cudaGetDevice(&device), "cudaGetDevice");
  cuda::check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
              "cudaDeviceGetAttribute");
  if (bytes > static_cast<std::size_t>(most)) {
    throw Unsupported("needs " + std::to_string(bytes) + " bytes of shared memory a block; this GPU has " +
                      std::to_string(most));
  }
  cuda::check(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      "cudaFuncSetAttribute");
}

}  // namespace detail

/// Launches `kernel` with `arguments`, converted to its parameter types.
/// Throws rungs::Unsupported where a launch limit is exceeded, rungs::Failed on any other CUDA error.
template <class... Parameters, class... Arguments>
void launch(const Grid& grid, void (*kernel)(Parameters...), Arguments&&... arguments) {
  detail::require(grid.blocks.x, 2147483647U, "grid.x");
  detail::require(grid.blocks.y, 65535U, "grid.y");
  detail::require(grid.blocks.z, 65535U, "grid.z");
  detail::opt_in_shared(kernel, grid.shared_bytes);
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.shared_bytes;
  config.stream = cuda::native(grid.stream);
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  config.attrs = &early;
  config.numAttrs = grid.overlaps ? 1 : 0;
  cuda::check(
      cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(std::forward<Arguments>(arguments))...),
      "kernel launch");
}

/// Multiprocessors of the current GPU.
[[nodiscard]] inline unsigned multiprocessors() {
  int device = 0;
  int count = 0;
  cuda::check(cudaGetDevice(&device), "cudaGetDevice");
  cuda::check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
              "cudaDeviceGetAttribute");
  return static_cast<unsigned>(count);
}

/// Blocks of `threads` threads of `kernel` that the GPU holds at once: the grid of a kernel whose blocks stay
/// for the whole launch and walk over the problem.
template <class... Parameters>
[[nodiscard]] unsigned resident_blocks(void (*kernel)(Parameters...), unsigned threads,
                                       std::size_t shared_bytes = 0) {
  detail::opt_in_shared(kernel, shared_bytes);
  int blocks = 0;
  cuda::check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), shared_bytes),
      "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(blocks) * multiprocessors();
}

/// Throws rungs::Unsupported where what runs of `kernel` on this GPU was compiled for less than compute
/// capability `target` / 10; `what` needs that.
template <class... Parameters>
void require_target(void (*kernel)(Parameters...), int target, const char* what) {
  cudaFuncAttributes attributes{};
  cuda::check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  if (attributes.ptxVersion >= target) return;
  const auto name = [](int version) {
    return std::to_string(version / 10) + "." + std::to_string(version % 10);
  };
  throw Unsupported(std::string(what) + " needs compute capability " + name(target) +
                    "; what runs here was compiled for " + name(attributes.ptxVersion));
}

/// Programmatic dependent launch (compute capability 9.0; call require_target). In a kernel that was launched
/// with Grid::overlaps: waits until the kernel in front of it has ended and its writes can be seen.
__device__ inline void wait_for_previous() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaGridDependencySynchronize();))
}

/// Lets the next kernel start, where that was launched with Grid::overlaps, once all blocks have called this.
__device__ inline void let_next_start() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaTriggerProgrammaticLaunchCompletion();))
}

/// The block's dynamic shared memory as elements of T, 128-byte aligned.
template <class T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(128) unsigned char rungs_dynamic_shared_memory[];
  return reinterpret_cast<T*>(rungs_dynamic_shared_memory);
}

/// Copies `count` elements to the device, asynchronously where `host` is pinned. Views hold inputs as
/// pointers to const; a variant that uploads its own inputs writes through one here.
template <class T>
void upload(const T* device, const T* host, std::size_t count, Stream stream) {
  cuda::check(cudaMemcpyAsync(const_cast<T*>(device), host, count * sizeof(T), cudaMemcpyHostToDevice,
                              cuda::native(stream)),
              "upload");
}

/// Copies `count` elements to the host, asynchronously where `host` is pinned.
template <class T>
void download(T* host, const T* device, std::size_t count, Stream stream) {
  cuda::check(cudaMemcpyAsync(host, device, count * sizeof(T), cudaMemcpyDeviceToHost, cuda::native(stream)),
              "download");
}

/// Sets `bytes` bytes of device memory to `value`.
inline void fill_bytes(void* device, unsigned char value, std::size_t bytes, Stream stream) {
  cuda::check(cudaMemsetAsync(device, value, bytes, cuda::native(stream)), "fill_bytes");
}

/// Copies `bytes` bytes from device memory to device memory.
inline void copy_bytes(void* to, const void* from, std::size_t bytes, Stream stream) {
  cuda::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda::native(stream)), "copy_bytes");
}

/// A side stream, one for each index from 0 to 15, that waits for all work queued on `from` so far. For
/// variants that overlap copies and kernels; every fork must be joined before the launch function returns.
[[nodiscard]] inline Stream fork(Stream from, unsigned index) {
  return {cuda::fork(cuda::native(from), index)};
}

/// Makes `into` wait for all work queued on side streams 0 to count - 1.
inline void join(Stream into, unsigned count) { cuda::join(cuda::native(into), count); }

}  // namespace on_cuda
}  // namespace rungs
