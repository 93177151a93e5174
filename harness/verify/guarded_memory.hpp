// The buffers of one problem, with guard zones around each, poisoned outputs and inputs that must not change.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "harness/registry/case.hpp"
#include "harness/verify/memory_space.hpp"

namespace rungs {

/// Inputs and expected outputs of one problem on the host, one block of bytes a buffer.
struct HostImage {
  std::vector<std::vector<std::byte>> buffers;

  /// One pointer a buffer, as the case's functions take them.
  [[nodiscard]] std::vector<void*> pointers();
};

/// Owns a problem's buffers in one memory space. Every buffer lies
/// between two guard zones of a known pattern.
class GuardedMemory {
 public:
  /// Bytes in each guard zone. A multiple of every alignment that a buffer may need.
  static constexpr std::size_t guard_bytes = 4096;

  /// Throws Unsupported where the space has not enough memory for all buffers; nothing is allocated then.
  GuardedMemory(MemorySpace& space, std::vector<BufferInfo> buffers);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  /// Bytes that the buffers and their guard zones take.
  [[nodiscard]] static std::size_t bytes_needed(const std::vector<BufferInfo>& buffers);
  /// One pointer a buffer.
  [[nodiscard]] Memory memory() const { return pointers_; }
  [[nodiscard]] const std::vector<BufferInfo>& buffers() const { return buffers_; }

  /// Inputs as in `image`, and guard zones as new: what another variant has damaged is not laid at the next
  /// one's door.
  void load_inputs(const HostImage& image);
  /// Fills the buffers of one role with their poison; `flipped` bits give another garbage than the usual.
  void poison(Role role, std::byte flipped = std::byte{0});
  /// Copies outputs into `image`.
  void read_outputs(HostImage& image) const;
  /// Copies piece.size() bytes of a buffer, from byte `from` on, to the host.
  void read(std::size_t buffer, std::size_t from, std::span<std::byte> piece) const;
  /// Names what was damaged (a guard zone, an input that changed); empty where all is well.
  [[nodiscard]] std::string damage(const HostImage& inputs) const;

 private:
  void allocate_with_guards();
  void fill_guards(std::size_t buffer);
  void release_all() noexcept;
  [[nodiscard]] bool guard_intact(const std::byte* guard) const;

  MemorySpace& space_;
  std::vector<BufferInfo> buffers_;
  std::vector<void*> pointers_;
};

}  // namespace rungs
