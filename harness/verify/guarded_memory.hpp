// The buffers of one problem, with guard zones around each, poisoned outputs, and inputs that must not change.
#pragma once

#include <algorithm>
#include <array>
#include "harness/verify/host_image.hpp"
#include "harness/verify/memory_space.hpp"

namespace rungs {

/// What outputs hold before a verified launch. The first is the buffer's own, NaN for floats, so that a result with a
/// hole shows. But `fmax` absorbs a NaN, and a flat picture may have just that gray, so a second one is drawn.
enum class Poison { own, drawn };

/// Bytes that a variant cannot know in advance: drawn when the program starts, and printed nowhere. As floats, `poison`
/// and the guards 0 are large and positive and the guards 1 are large and negative: neither a maximum nor a minimum
/// absorbs both. The guards 2 are small numbers.
struct Garbage {
  std::byte poison;
  std::array<std::byte, 3> guards;
  std::uint64_t digest_key;

  /// The byte of guard zone `zone` of a problem, under guards `which`: different for all zones of up to 23
  /// buffers, so that a copy of one guard zone into another shows.
  [[nodiscard]] std::byte guard(std::size_t which, std::size_t zone) const;
};

/// The same during the life of the process.
[[nodiscard]] const Garbage& garbage();

/// Owns the buffers of a problem in one memory space. Each buffer lies between two guard zones with a known pattern.
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
  ~GuardedMemory() { release_all(); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  /// Size of the buffers and their guard zones in bytes.
  [[nodiscard]] static std::size_t bytes_needed(const std::vector<BufferInfo>& buffers);
  [[nodiscard]] Memory memory() const { return pointers_; }
  [[nodiscard]] const std::vector<BufferInfo>& buffers() const { return buffers_; }

  /// Loads the inputs of `image` and restores the guard zones, so that damage by one variant is not reported
  /// for the next.
  void load_inputs(const HostImage& image);
  /// Takes back what a variant may have forbidden: to read and write this memory. What it wanted to compute
  /// once somebody looks is then missing.
  void allow_access() const;
  void fill_guards();
  /// Fills the guard zones with garbage().guard(which, ...): a result that depends on them changes with it.
  void set_guards(std::size_t which);
  /// Fills the buffers of one role with poison; `flipped` bits give a different garbage value.
  void poison(Role role, Poison kind = Poison::own, std::byte flipped = std::byte{0});
  /// The byte that a buffer was filled with last.
  [[nodiscard]] std::byte held(std::size_t buffer) const { return held_[buffer]; }
  [[nodiscard]] bool on_host() const { return space_.on_host(); }
  [[nodiscard]] bool holds(std::size_t buffer, std::span<const std::byte> bytes) const {
    return space_.holds(pointers_[buffer], bytes);
  }
  /// Says of a long buffer in memory that the host cannot read what digest_of says of its bytes, without a
  /// copy; empty for other buffers, which are as quickly compared.
  [[nodiscard]] std::optional<std::uint64_t> digest(std::size_t buffer) const;
  void read_outputs(HostImage& image) const;
  /// Takes over the bytes of an output, all of them, and what it was filled with, from the same buffer elsewhere.
  void take_output(std::size_t buffer, std::span<const std::byte> bytes, std::byte held);
  void write(std::size_t buffer, std::size_t to, std::span<const std::byte> piece) {
    space_.write(static_cast<std::byte*>(pointers_[buffer]) + to, piece.data(), piece.size());
  }
  void read(std::size_t buffer, std::size_t from, std::span<std::byte> piece) const {
    space_.read(piece.data(), static_cast<const std::byte*>(pointers_[buffer]) + from, piece.size());
  }
  /// Shows a buffer to the host in pieces of a multiple of `unit` bytes, see MemorySpace::visit.
  void visit(std::size_t buffer, std::size_t unit, const PieceUse& use) const {
    space_.visit(pointers_[buffer], buffers_[buffer].bytes, unit, use);
  }
  /// Describes the damage (a guard zone, a changed input); empty if there is none. If `inputs` has no
  /// buffers, inputs are not checked.
  [[nodiscard]] std::string damage(const HostImage& inputs) const;

 private:
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

/// Result of a verification. `message` is empty if the launch is correct.
struct Verdict {
  bool correct = true;
  std::string message;
  Comparison comparison;
};

/// Verifies `memory` after a launch whose outputs have been compared; `inputs` are what it was given. `when`
/// says which launch it was ("before timing").
[[nodiscard]] Verdict verdict_on(const Comparison& comparison, const HostImage& inputs, const GuardedMemory& memory,
                                 const std::string& when);

}  // namespace rungs
