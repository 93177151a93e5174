// Where a variant can run, and the opaque stream that it gets there.
#pragma once

#include <string_view>

namespace rungs {

/// `host`: plain C++, timed. `cuda`: a GPU, timed. `simulator`: the source of a GPU kernel, run on the CPU
/// and only verified.
enum class Backend { host, cuda, simulator };

[[nodiscard]] constexpr std::string_view name_of(Backend backend) {
  return backend == Backend::host ? "host" : backend == Backend::cuda ? "cuda" : "simulator";
}

/// The stream of a launch: a cudaStream_t on a GPU, a token on the simulator, nothing on the host. Untyped,
/// so that cases and the registry compile without CUDA.
struct Stream {
  void* handle = nullptr;
};

}  // namespace rungs
