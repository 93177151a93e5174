// The CUDA side of device.hpp: launches, dynamic shared memory and asynchronous copies. Every call is checked.
#pragma once

#include <cuda_runtime.h>
#include <cstddef>
#include <nv/target>
#include <rungs/cuda/check.hpp>
#include <rungs/cuda/side_streams.hpp>
#include <string>
#include <utility>

namespace rungs {

inline namespace on_cuda {

/// Grid size, block size and stream of a launch.
struct Grid {
  dim3 blocks;
  dim3 threads;
  Stream stream;
  std::size_t shared_bytes = 0;  ///< dynamic shared memory per block
  bool overlaps = false;         ///< may start before the previous kernel has ended; see grid_dependency_synchronize
};

namespace launching {

inline void require(std::size_t value, std::size_t limit, const char* what) {
  if (value >= 1 && value <= limit) return;
  const std::string why = std::string(what) + " " + std::to_string(value) + "; expected 1 to " + std::to_string(limit);
  if (value == 0) throw Failed(why);
  throw Unsupported(why);
}

/// More than 48 KiB of dynamic shared memory must be requested per kernel.
template <class Kernel> void opt_in_shared(Kernel kernel, std::size_t bytes) {
  constexpr std::size_t without_asking = 48 * 1024;
  if (bytes <= without_asking) return;
  const int most = cuda::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if (bytes > static_cast<std::size_t>(most)) {
    throw Unsupported("needs " + std::to_string(bytes) + " bytes of shared memory a block; this GPU has " +
                      std::to_string(most));
  }
  cuda::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "cudaFuncSetAttribute");
}

/// Launches a kernel with at most one attribute; null: none.
template <class... Parameters, class... Arguments>
void start(const Grid& grid, cudaLaunchAttribute* attribute, void (*kernel)(Parameters...), Arguments&&... arguments) {
  require(grid.blocks.x, 2147483647U, "grid.x");
  require(grid.blocks.y, 65535U, "grid.y");
  require(grid.blocks.z, 65535U, "grid.z");
  opt_in_shared(kernel, grid.shared_bytes);
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.shared_bytes;
  config.stream = cuda::native(grid.stream);
  config.attrs = attribute;
  config.numAttrs = attribute != nullptr ? 1 : 0;
  cuda::check(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(std::forward<Arguments>(arguments))...),
              "kernel launch");
}

}  // namespace launching

/// Launches `kernel` with `arguments`, converted to its parameter types. Throws rungs::Unsupported if a
/// launch limit is exceeded, rungs::Failed on any other CUDA error.
template <class... Parameters, class... Arguments>
void launch(const Grid& grid, void (*kernel)(Parameters...), Arguments&&... arguments) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  launching::start(grid, grid.overlaps ? &early : nullptr, kernel, std::forward<Arguments>(arguments)...);
}

/// Multiprocessors of the current GPU.
[[nodiscard]] inline unsigned multiprocessors() {
  return static_cast<unsigned>(cuda::device_attribute(cudaDevAttrMultiProcessorCount));
}

/// Blocks of `threads` threads of `kernel` that the GPU can run at once: the grid size of a persistent
/// kernel, whose blocks loop over the problem.
template <class... Parameters>
[[nodiscard]] unsigned resident_blocks(void (*kernel)(Parameters...), unsigned threads, std::size_t shared_bytes = 0) {
  launching::opt_in_shared(kernel, shared_bytes);
  int blocks = 0;
  cuda::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), shared_bytes),
              "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return static_cast<unsigned>(blocks) * multiprocessors();
}

/// Throws rungs::Unsupported if the code of `kernel` that runs on this GPU was compiled for less than compute
/// capability `target` / 10. `what` names the feature that needs it.
template <class... Parameters> void require_target(void (*kernel)(Parameters...), int target, const char* what) {
  cudaFuncAttributes attributes{};
  cuda::check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  if (attributes.ptxVersion >= target) return;
  const auto name = [](int version) { return std::to_string(version / 10) + "." + std::to_string(version % 10); };
  throw Unsupported(std::string(what) + " needs compute capability " + name(target) +
                    "; what runs here was compiled for " + name(attributes.ptxVersion));
}

/// Programmatic dependent launch (compute capability 9.0; call require_target). In a kernel launched with
/// Grid::overlaps: waits until the previous kernel has ended and its writes are visible.
__device__ inline void grid_dependency_synchronize() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaGridDependencySynchronize();))
}

/// Lets the next kernel start, if it was launched with Grid::overlaps, once all blocks have called this.
__device__ inline void trigger_programmatic_launch() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaTriggerProgrammaticLaunchCompletion();))
}

/// The block's dynamic shared memory as elements of T, aligned to 128 bytes.
template <class T> __device__ T* dynamic_shared() {
  extern __shared__ __align__(128) unsigned char rungs_dynamic_shared_memory[];
  return reinterpret_cast<T*>(rungs_dynamic_shared_memory);
}

/// Copies `count` elements to the device, asynchronously if `host` is pinned. `device` may be const, since
/// views have inputs as pointers to const and a variant may upload its own inputs.
template <class T> void upload(const T* device, const T* host, std::size_t count, Stream stream) {
  cuda::check(
      cudaMemcpyAsync(const_cast<T*>(device), host, count * sizeof(T), cudaMemcpyHostToDevice, cuda::native(stream)),
      "upload");
}

/// Copies `count` elements to the host, asynchronously if `host` is pinned.
template <class T> void download(T* host, const T* device, std::size_t count, Stream stream) {
  cuda::check(cudaMemcpyAsync(host, device, count * sizeof(T), cudaMemcpyDeviceToHost, cuda::native(stream)),
              "download");
}

/// Sets `bytes` bytes of device memory to `value`.
inline void fill_bytes(void* device, unsigned char value, std::size_t bytes, Stream stream) {
  cuda::check(cudaMemsetAsync(device, value, bytes, cuda::native(stream)), "fill_bytes");
}

/// Copies `bytes` bytes within device memory.
inline void copy_bytes(void* to, const void* from, std::size_t bytes, Stream stream) {
  cuda::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda::native(stream)), "copy_bytes");
}

/// Side stream `index`, 0 to 15; it waits for all work queued on `from` so far. For variants that overlap
/// copies and kernels. Every fork must be joined before the launch function returns.
[[nodiscard]] inline Stream fork(Stream from, unsigned index) { return {cuda::fork(cuda::native(from), index)}; }

/// Makes `into` wait for all work queued on side streams 0 to count - 1.
inline void join(Stream into, unsigned count) { cuda::join(cuda::native(into), count); }

}  // namespace on_cuda
}  // namespace rungs
