// The buffers of one problem, with guard zones around each, poisoned outputs, and inputs that must not
// change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <rungs/core/any_case.hpp>
#include <rungs/core/memory_watch.hpp>
#include <span>
#include <string>
#include <vector>
#include "harness/verify/garbage.hpp"
#include "harness/verify/host_image.hpp"
#include "harness/verify/memory_space.hpp"

namespace rungs {

/// Owns the buffers of a problem in one memory space. Each buffer lies between two guard zones with a known
/// pattern.
class GuardedMemory {
 public:
  /// Buffers of at least this size have digests.
  static constexpr std::size_t digest_bytes = std::size_t{1} << 20U;
  /// Bytes in each guard zone of a buffer: as many as it has, up to 1 MiB. A multiple of every alignment that
  /// a buffer may need.
  [[nodiscard]] static constexpr std::size_t guard_bytes(std::size_t bytes) {
    constexpr std::size_t least = 4096;
    return std::clamp((bytes + least - 1) / least * least, least, longest_guard);
  }
  static constexpr std::size_t longest_guard = std::size_t{1} << 20U;

  /// Throws Unsupported if the space does not have enough memory for all buffers; then nothing is allocated.
  GuardedMemory(MemorySpace& space, std::vector<BufferInfo> buffers);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  /// Size of the buffers and their guard zones in bytes.
  [[nodiscard]] static std::size_t bytes_needed(const std::vector<BufferInfo>& buffers);
  /// One pointer per buffer.
  [[nodiscard]] Memory memory() const { return pointers_; }
  [[nodiscard]] const std::vector<BufferInfo>& buffers() const { return buffers_; }

  /// Loads the inputs of `image` and restores the guard zones, so that damage by one variant is not reported
  /// for the next.
  void load_inputs(const HostImage& image);
  /// Takes back what a variant may have forbidden: to read and write this memory. What it wanted to compute
  /// once somebody looks is then missing.
  void allow_access() const;
  /// Writes the guard zones again.
  void restore_guards() { fill_guards(); }
  /// Fills the guard zones with garbage().guard(which, ...): a result that depends on them changes with it.
  void set_guards(std::size_t which);
  /// Fills the buffers of one role with poison; `flipped` bits give a different garbage value.
  void poison(Role role, Poison kind = Poison::own, std::byte flipped = std::byte{0});
  /// The byte that a buffer was filled with last.
  [[nodiscard]] std::byte held(std::size_t buffer) const { return held_[buffer]; }
  /// True if `memory` can be read on the host.
  [[nodiscard]] bool on_host() const { return space_.on_host(); }
  /// True if a buffer holds these bytes.
  [[nodiscard]] bool holds(std::size_t buffer, std::span<const std::byte> bytes) const {
    return space_.holds(pointers_[buffer], bytes);
  }
  /// Says of a long buffer in memory that the host cannot read what digest_of says of its bytes, without a
  /// copy; empty for other buffers, which are as quickly compared.
  [[nodiscard]] std::optional<std::uint64_t> digest(std::size_t buffer) const;
  /// Copies the outputs into `image`.
  void read_outputs(HostImage& image) const;
  /// Takes over the bytes of an output, all of them, and what it was filled with, from the same buffer
  /// elsewhere.
  void take_output(std::size_t buffer, std::span<const std::byte> bytes, std::byte held);
  /// Copies `piece` to a buffer, to byte `to` and on.
  void write(std::size_t buffer, std::size_t to, std::span<const std::byte> piece);
  /// Copies piece.size() bytes of a buffer, from byte `from` on, to the host.
  void read(std::size_t buffer, std::size_t from, std::span<std::byte> piece) const;
  /// Shows a buffer to the host in pieces of a multiple of `unit` bytes, see MemorySpace::visit.
  void visit(std::size_t buffer, std::size_t unit, const PieceUse& use) const;
  /// Describes the damage (a guard zone, a changed input); empty if there is none. If `inputs` has no
  /// buffers, inputs are not checked.
  [[nodiscard]] std::string damage(const HostImage& inputs) const;

 private:
  void fill_guards();
  /// The guard zones: of each buffer the one before it and the one behind.
  [[nodiscard]] std::vector<Fill> zones() const;
  [[nodiscard]] std::byte guard(std::size_t zone) const { return garbage().guard(guards_, first_zone_ + zone); }
  void release_all() noexcept;
  [[nodiscard]] std::string damaged_guard() const;
  [[nodiscard]] bool holds_input(std::size_t buffer, const HostImage& image) const;

  MemorySpace& space_;
  std::vector<BufferInfo> buffers_;
  std::vector<void*> pointers_;
  std::vector<std::byte> held_;
  std::size_t guards_ = 0;
  std::size_t first_zone_;  ///< other guards than in the memory that was made before
};

}  // namespace rungs
