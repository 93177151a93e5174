// Where buffers lie: on the heap, in pinned memory, on a GPU. The harness treats all of them the same way.
#pragma once

#include <cstddef>
#include <memory>

namespace rungs {

/// A kind of memory. Copies are synchronous and wait only for themselves.
class MemorySpace {
 public:
  virtual ~MemorySpace() = default;
  /// Aligned to at least 256 bytes. Throws Unsupported if there is not enough memory.
  [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void write(void* to, const void* host_from, std::size_t bytes) = 0;
  virtual void read(void* host_to, const void* from, std::size_t bytes) = 0;
  virtual void fill(void* to, std::byte value, std::size_t bytes) = 0;
  /// Bytes that can still be allocated, and the name of this memory for messages.
  [[nodiscard]] virtual std::size_t free_bytes() const = 0;
  [[nodiscard]] virtual const char* name() const = 0;
};

/// The heap. `free_bytes` is what the system can provide without swapping.
[[nodiscard]] std::unique_ptr<MemorySpace> make_heap_space();

/// Throws Unsupported, with both numbers, if `space` does not have `bytes` bytes free.
void require_free(const MemorySpace& space, std::size_t bytes);

}  // namespace rungs
