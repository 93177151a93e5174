// Where buffers lie: on the heap, in pinned memory, on a GPU. What
// the harness does to them is the same everywhere.
#pragma once

#include <cstddef>
#include <memory>

namespace rungs {

/// A kind of memory. Copies are synchronous and wait for nothing but themselves.
class MemorySpace {
 public:
  virtual ~MemorySpace() = default;
  /// At least 256-byte aligned. Throws Unsupported where there is not enough.
  [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void write(void* to, const void* host_from, std::size_t bytes) = 0;
  virtual void read(void* host_to, const void* from, std::size_t bytes) = 0;
  virtual void fill(void* to, std::byte value, std::size_t bytes) = 0;
  /// Bytes that can still be allocated, and what to call this memory in a message.
  [[nodiscard]] virtual std::size_t free_bytes() const = 0;
  [[nodiscard]] virtual const char* name() const = 0;
};

/// The heap. `free_bytes` is what the system can give without swapping.
[[nodiscard]] std::unique_ptr<MemorySpace> make_heap_space();

/// Throws Unsupported, naming both numbers, where `space` cannot give `bytes`.
void require_free(const MemorySpace& space, std::size_t bytes);

}  // namespace rungs
