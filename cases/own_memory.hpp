// Memory of a variant's own, for what it prepares: on the GPU, or where the simulator has it.
#pragma once

#include <rungs/device.hpp>
#ifdef RUNGS_SIMULATOR
#else
#include <rungs/cuda/handles.hpp>
#endif

namespace own_memory::inline RUNGS_BACKEND {

template <class T> struct Memory {
#ifdef RUNGS_SIMULATOR
  explicit Memory(std::size_t count) : held(count) {}
  [[nodiscard]] T* data() { return held.data(); }
  std::vector<T> held;
#else
  explicit Memory(std::size_t count) : held(rungs::cuda::make_device_memory(count * sizeof(T))) {}
  [[nodiscard]] T* data() { return static_cast<T*>(held.get()); }
  rungs::cuda::DeviceMemory held;
#endif
};

}  // namespace own_memory::inline RUNGS_BACKEND
