// Launches and copies; rungs/cuda/launch.hpp says what each function does.
#pragma once

#include <cstddef>
#include <rungs/core/backend.hpp>
#include <rungs/simulator/vector_types.hpp>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rungs::simulator {

/// Runs `call(closure)` in every thread of the grid and returns when all have returned; `kernel` is the
/// function, for messages. Throws Unsupported if the grid exceeds a GPU limit, Failed on the wrong stream or
/// if the kernel breaks a rule. Exceptions of the kernel pass through.
void run_grid(subset::dim3 blocks, subset::dim3 threads, std::size_t shared_bytes, Stream stream,
              void (*call)(const void* closure), const void* closure, const void* kernel = nullptr);

/// memcpy and memset on a stream. Both throw Failed on the wrong stream; `what` names the operation.
void copy_on_stream(void* to, const void* from, std::size_t bytes, Stream stream, const char* what);
void fill_on_stream(void* to, unsigned char value, std::size_t bytes, Stream stream);

/// What an array of `extern __shared__` is a reference to: dynamic shared memory, which lies at the same
/// place for all kernels on an OS thread.
struct DynamicArray {
  template <class T> using Of = T[];
  template <class T> operator Of<T>&() const {  // NOLINT(google-explicit-constructor)
    return *static_cast<Of<T>*>(dynamic_shared_memory);
  }
};
inline constexpr DynamicArray dynamic_array;

}  // namespace rungs::simulator

namespace rungs {
inline namespace on_simulator {

struct Grid {
  simulator::subset::dim3 blocks;
  simulator::subset::dim3 threads;
  Stream stream;
  std::size_t shared_bytes = 0;
  bool overlaps = false;  ///< never does here
};

/// Runs `kernel` and returns when it has ended. Throws Unsupported if the grid exceeds a GPU limit, Failed on
/// a stream that is not the session's or if the kernel breaks a rule (simulator.hpp).
template <class... P, class... A> void launch(const Grid& grid, void (*kernel)(P...), A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A), "as many arguments as the kernel has parameters");
  static_assert((std::is_convertible_v<A&&, P> && ...), "arguments that convert to the kernel's parameters");
  const std::tuple<P...> values(static_cast<P>(std::forward<A>(arguments))...);
  const auto thread = [&] { std::apply(kernel, values); };
  simulator::run_grid(
      grid.blocks, grid.threads, grid.shared_bytes, grid.stream,
      [](const void* closure) { (*static_cast<decltype(&thread)>(closure))(); }, &thread,
      reinterpret_cast<const void*>(kernel));
}

// Few, so that the blocks of a persistent kernel loop several times on a small problem; but enough for
// variants that launch one block for every four.
[[nodiscard]] inline unsigned multiprocessors() { return 4; }
template <class... P>
[[nodiscard]] unsigned resident_blocks(void (*)(P...), unsigned /*threads*/, std::size_t /*shared_bytes*/ = 0) {
  return 8;
}

// The simulator has no target architecture, and kernels run one after the other.
template <class... P> void require_target(void (*)(P...), int /*target*/, const char* /*what*/) {}
inline void grid_dependency_synchronize() {}
inline void trigger_programmatic_launch() {}

template <class T> [[nodiscard]] T* dynamic_shared() { return static_cast<T*>(simulator::dynamic_shared_memory); }

template <class T> void upload(const T* device, const T* host, std::size_t count, Stream stream) {
  simulator::copy_on_stream(const_cast<T*>(device), host, count * sizeof(T), stream, "an upload");
}
template <class T> void download(T* host, const T* device, std::size_t count, Stream stream) {
  simulator::copy_on_stream(host, device, count * sizeof(T), stream, "a download");
}
inline void fill_bytes(void* device, unsigned char value, std::size_t bytes, Stream stream) {
  simulator::fill_on_stream(device, value, bytes, stream);
}
inline void copy_bytes(void* to, const void* from, std::size_t bytes, Stream stream) {
  simulator::copy_on_stream(to, from, bytes, stream, "a copy");
}

// All work runs at once and in order, so a side stream is the stream itself.
[[nodiscard]] inline Stream fork(Stream from, unsigned /*index*/) { return from; }
inline void join(Stream /*into*/, unsigned /*count*/) {}

}  // namespace on_simulator
}  // namespace rungs
