// Memory that a run may allocate: every large allocation is counted, and refused where it would exceed the
// budget.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <rungs/core/errors.hpp>
#include <string>
#include <utility>

namespace pipeline {

/// Counts bytes; several threads may use it.
class Budget {
 public:
  /// `what` names the memory in messages: "host" or "device". `memory` is where it comes from, and must
  /// outlive the budget.
  explicit Budget(std::string what, std::size_t limit,
                  std::pmr::memory_resource& memory = *std::pmr::new_delete_resource())
      : what_(std::move(what)), limit_(limit), memory_(memory) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// Takes bytes out of the budget. Throws rungs::Failed if fewer are left: a run plans its memory before it
  /// starts, so this is a mistake in the plan.
  void take(std::size_t bytes) {
    const std::size_t used = used_.fetch_add(bytes) + bytes;
    if (used > limit_) {
      used_.fetch_sub(bytes);
      throw rungs::Failed("the " + what_ + " memory of the run would need " + std::to_string(used) +
                          " bytes, more than its budget of " + std::to_string(limit_));
    }
    std::size_t peak = peak_.load();
    while (used > peak && !peak_.compare_exchange_weak(peak, used)) {
    }
  }
  void give_back(std::size_t bytes) noexcept { used_.fetch_sub(bytes); }

  [[nodiscard]] std::pmr::memory_resource& memory() const { return memory_; }
  [[nodiscard]] std::size_t limit() const { return limit_; }
  [[nodiscard]] std::size_t used() const { return used_; }
  [[nodiscard]] std::size_t peak() const { return peak_; }  ///< the most that was used at once

 private:
  std::string what_;
  std::size_t limit_;
  std::pmr::memory_resource& memory_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> peak_ = 0;
};

/// Memory of a budget, aligned to 4096 bytes, as direct disk access needs it; its contents are undefined.
/// Movable. The budget must outlive it.
class Block {
 public:
  static constexpr std::size_t alignment = 4096;

  Block() = default;
  Block(Budget& budget, std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    budget.take(bytes);
    try {
      memory_ = static_cast<std::byte*>(budget.memory().allocate(bytes, alignment));
    } catch (...) {
      budget.give_back(bytes);
      throw;
    }
    budget_ = &budget;
  }
  Block(Block&& other) noexcept { swap(other); }
  Block& operator=(Block&& other) noexcept {
    Block(std::move(other)).swap(*this);
    return *this;
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() {
    if (memory_ == nullptr) return;
    budget_->memory().deallocate(memory_, bytes_, alignment);
    budget_->give_back(bytes_);
  }

  [[nodiscard]] std::byte* data() const { return memory_; }
  [[nodiscard]] std::size_t size() const { return bytes_; }

 private:
  void swap(Block& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    std::swap(memory_, other.memory_);
  }

  Budget* budget_ = nullptr;
  std::size_t bytes_ = 0;
  std::byte* memory_ = nullptr;
};

}  // namespace pipeline
