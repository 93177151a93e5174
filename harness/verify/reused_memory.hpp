// A memory space that keeps what is released, for the next allocation of the same size: the next problem, or
// the next row's workspace, often needs just that, and a GPU's allocations take long.
#pragma once

#include <map>
#include <memory>
#include "harness/verify/memory_space.hpp"

namespace rungs {

class ReusedMemory final : public MemorySpace {
 public:
  explicit ReusedMemory(std::unique_ptr<MemorySpace> space) : space_(std::move(space)) {}
  ~ReusedMemory() override;
  ReusedMemory(const ReusedMemory&) = delete;
  ReusedMemory& operator=(const ReusedMemory&) = delete;

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
