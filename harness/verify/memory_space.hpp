// Where buffers lie: on the heap, in pinned memory, on a GPU. The harness treats all of them the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace rungs {

struct Fill {
  void* to;
  std::byte value;
  std::size_t bytes;
};

struct Read {
  void* host_to;
  const void* from;
  std::size_t bytes;
};

/// What is done with `piece`, which begins at byte `begin`. False: that is enough.
using PieceUse = std::function<bool(std::size_t begin, std::span<const std::byte> piece)>;

/// A kind of memory. Copies and fills are synchronous and wait only for themselves; several are given
/// together, since each wait for a device costs as much as a small copy.
class MemorySpace {
 public:
  virtual ~MemorySpace() = default;
  /// Aligned to at least 256 bytes. Throws Unsupported if there is not enough memory.
  [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void write(void* to, const void* host_from, std::size_t bytes) = 0;
  virtual void read(std::span<const Read> parts) = 0;
  virtual void fill(std::span<const Fill> parts) = 0;
  /// Makes `bytes` bytes of this memory readable and writable again; `from` is what `allocate` gave.
  virtual void allow_access([[maybe_unused]] void* from, [[maybe_unused]] std::size_t bytes) {}
  /// Forbids, or allows again, all access to all that is allocated; and whether an address is in it. Only a heap can.
  virtual void allow_all([[maybe_unused]] bool allowed) noexcept {}
  [[nodiscard]] virtual bool has([[maybe_unused]] std::uintptr_t address) const noexcept { return false; }
  /// True if the host can read this memory without copying it.
  [[nodiscard]] virtual bool on_host() const { return false; }
  /// Shows `bytes` bytes from `from` on to the host, in order, in pieces of a multiple of `unit` bytes, of which the
  /// last may be shorter. A piece is there during the call of `use` only; nothing else of it is copied.
  virtual void visit(const void* from, std::size_t bytes, std::size_t unit, const PieceUse& use);
  /// As digest_of says of the same bytes on the host; empty where nothing but the host could compute it.
  [[nodiscard]] virtual std::optional<std::uint64_t> digest([[maybe_unused]] const void* from,
                                                            [[maybe_unused]] std::size_t bytes,
                                                            [[maybe_unused]] std::uint64_t key) {
    return std::nullopt;
  }
  /// Bytes that can still be allocated, and the name of this memory for messages.
  [[nodiscard]] virtual std::size_t free_bytes() const = 0;
  [[nodiscard]] virtual const char* name() const = 0;

  [[nodiscard]] bool holds(const void* from, std::span<const std::byte> bytes);
  void read(void* host_to, const void* from, std::size_t bytes) {
    const Read one{host_to, from, bytes};
    read({&one, 1});
  }
};

/// Memory that the host reads and writes itself: all but its allocation and name.
class HostSpace : public MemorySpace {
 public:
  void write(void* to, const void* host_from, std::size_t bytes) override;
  using MemorySpace::read;
  void read(std::span<const Read> parts) override;
  void fill(std::span<const Fill> parts) override;
  void allow_access(void* from, std::size_t bytes) override;
  [[nodiscard]] bool on_host() const override { return true; }
  /// What the system can provide without swapping; no limit if it does not say.
  [[nodiscard]] std::size_t free_bytes() const override;
};

[[nodiscard]] std::unique_ptr<MemorySpace> make_heap_space();

/// Bytes of a piece that is copied to the host, unless its unit is longer.
inline constexpr std::size_t piece_bytes = std::size_t{32} << 20U;

/// Throws Unsupported, with both numbers, if `space` does not have `bytes` bytes free. Asking takes longer
/// than a small allocation, which is therefore not asked for.
void require_free(const MemorySpace& space, std::size_t bytes);

/// Copies and fills of host memory, on all cores if they are long.
void copy_on_host(void* to, const void* from, std::size_t bytes);
void fill_on_host(const Fill& part);
/// True if both, of the same length, hold the same bytes.
[[nodiscard]] bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b);

/// A memory space that keeps what is released, for the next allocation of the same size: the next problem, or the next
/// row's workspace, often needs just that, and a GPU's allocations take long.
class ReusedMemory final : public MemorySpace {
 public:
  explicit ReusedMemory(std::unique_ptr<MemorySpace> space) : space_(std::move(space)) {}
  ~ReusedMemory() override { free_all_kept(); }

  /// If the space refuses, everything kept is freed, and it is asked again.
  [[nodiscard]] void* allocate(std::size_t bytes) override;
  void release(void* memory) noexcept override;
  void write(void* to, const void* host_from, std::size_t bytes) override { space_->write(to, host_from, bytes); }
  using MemorySpace::read;
  void read(std::span<const Read> parts) override { space_->read(parts); }
  void fill(std::span<const Fill> parts) override { space_->fill(parts); }
  [[nodiscard]] bool on_host() const override { return space_->on_host(); }
  void visit(const void* from, std::size_t bytes, std::size_t unit, const PieceUse& use) override {
    space_->visit(from, bytes, unit, use);
  }
  [[nodiscard]] std::optional<std::uint64_t> digest(const void* from, std::size_t bytes, std::uint64_t key) override {
    return space_->digest(from, bytes, key);
  }
  /// What is kept counts as free.
  [[nodiscard]] std::size_t free_bytes() const override { return space_->free_bytes() + kept_bytes_; }
  [[nodiscard]] const char* name() const override { return space_->name(); }

 private:
  void free_all_kept() noexcept;

  std::unique_ptr<MemorySpace> space_;
  std::map<void*, std::size_t> used_;       ///< sizes of what is allocated
  std::multimap<std::size_t, void*> kept_;  ///< released, by size
  std::size_t kept_bytes_ = 0;
};

}  // namespace rungs
