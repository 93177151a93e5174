// Launches and copies, as harness/cuda/launch.hpp gives them on a GPU.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "harness/registry/backend.hpp"
#include "harness/simulator/index_variables.hpp"
#include "harness/simulator/vector_types.hpp"

namespace rungs::simulator {

/// Runs `call(closure)` in every thread of the grid and returns when all have returned. Throws Unsupported
/// where the grid is over a limit of GPUs, Failed on the wrong stream and where the kernel breaks a rule, and
/// what it throws.
void run_grid(subset::dim3 blocks, subset::dim3 threads, std::size_t shared_bytes, Stream stream,
              void (*call)(const void* closure), const void* closure);

/// memcpy and memset on a stream. Throw Failed on the wrong stream; `what` names the operation.
void copy_on_stream(void* to, const void* from, std::size_t bytes, Stream stream, const char* what);
void fill_on_stream(void* to, unsigned char value, std::size_t bytes, Stream stream);

}  // namespace rungs::simulator

namespace rungs {
inline namespace on_simulator {

/// Where and how wide a kernel runs: rungs::launch({blocks, threads, stream}, kernel, arguments...).
struct Grid {
  simulator::subset::dim3 blocks;
  simulator::subset::dim3 threads;
  Stream stream;
  std::size_t shared_bytes = 0;  ///< dynamic shared memory a block
  bool overlaps = false;         ///< may start before the kernel in front of it has ended; never does here
};

/// Runs `kernel` and returns when it has ended. Throws Unsupported where the grid is over a limit of GPUs,
/// Failed on a stream that is not the session's and where the kernel breaks a rule (simulator.hpp).
template <class... P, class... A>
void launch(const Grid& grid, void (*kernel)(P...), A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "as many arguments as the kernel has parameters");
  static_assert((std::is_convertible_v<A&&, P> && ...), "arguments that convert to the kernel's parameters");
  const std::tuple<P...> values(static_cast<P>(std::forward<A>(arguments))...);
  const auto thread = [&] { std::apply(kernel, values); };
  simulator::run_grid(
      grid.blocks, grid.threads, grid.shared_bytes, grid.stream,
      [](const void* closure) { (*static_cast<decltype(&thread)>(closure))(); }, &thread);
}

/// Multiprocessors of a GPU; few here, for the same reason as below.
[[nodiscard]] inline unsigned multiprocessors() { return 4; }

/// Blocks that a GPU holds at once. Few here, so that blocks that stay take several turns of a small problem;
/// and enough for some blocks where a variant launches one for each four.
template <class... P>
[[nodiscard]] unsigned resident_blocks(void (*)(P...), unsigned /*threads*/,
                                       std::size_t /*shared_bytes*/ = 0) {
  return 8;
}

/// Nothing here is compiled for too old a GPU.
template <class... P>
void require_target(void (*)(P...), int /*target*/, const char* /*what*/) {}

/// Kernels run one after the other here.
inline void wait_for_previous() {}
inline void let_next_start() {}

/// Start of the block's dynamic shared memory, 128-byte aligned; in place of extern __shared__.
template <class T>
[[nodiscard]] T* dynamic_shared() {
  return static_cast<T*>(simulator::dynamic_shared_memory);
}

/// Copies `count` values from the host. The destination may be a view of an input, hence const.
template <class T>
void upload(const T* device, const T* host, std::size_t count, Stream stream) {
  simulator::copy_on_stream(const_cast<T*>(device), host, count * sizeof(T), stream, "an upload");
}

/// Copies `count` values to the host.
template <class T>
void download(T* host, const T* device, std::size_t count, Stream stream) {
  simulator::copy_on_stream(host, device, count * sizeof(T), stream, "a download");
}

/// Sets `bytes` bytes to `value`.
inline void fill_bytes(void* device, unsigned char value, std::size_t bytes, Stream stream) {
  simulator::fill_on_stream(device, value, bytes, stream);
}

/// Copies `bytes` bytes within the device.
inline void copy_bytes(void* device_to, const void* device_from, std::size_t bytes, Stream stream) {
  simulator::copy_on_stream(device_to, device_from, bytes, stream, "a copy");
}

/// A side stream for variants that overlap copies and kernels. Here all work runs at once and in order, so
/// the side stream is the stream itself.
[[nodiscard]] inline Stream fork(Stream from, unsigned /*index*/) { return from; }

/// Makes `into` wait for side streams 0 to count - 1.
inline void join(Stream /*into*/, unsigned /*count*/) {}

}  // namespace on_simulator
}  // namespace rungs
