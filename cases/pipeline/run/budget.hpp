// Memory that a run may allocate: every large allocation is counted, and refused where it would exceed the
// budget.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <rungs/core/errors.hpp>
#include <string>
#include <utility>

namespace pipeline {

/// Counts bytes; several threads may use it.
class Budget {
 public:
  /// `what` names the memory in messages: "host" or "device".
  explicit Budget(std::string what, std::size_t limit) : what_(std::move(what)), limit_(limit) {}
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

  [[nodiscard]] std::size_t limit() const { return limit_; }
  [[nodiscard]] std::size_t used() const { return used_; }
  [[nodiscard]] std::size_t peak() const { return peak_; }  ///< the most that was used at once

 private:
  std::string what_;
  std::size_t limit_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> peak_ = 0;
};

/// Host memory of a budget, aligned to 4096 bytes, as direct disk access needs it; its contents are
/// undefined. Movable. The budget must outlive it.
class Block {
 public:
  static constexpr std::size_t alignment = 4096;

  Block() = default;
  Block(Budget& budget, std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    budget.take(bytes);
    budget_ = &budget;
    memory_.reset(static_cast<std::byte*>(
        std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)));
    if (memory_ == nullptr) {
      budget.give_back(bytes);
      throw std::bad_alloc();
    }
  }
  Block(Block&& other) noexcept { swap(other); }
  Block& operator=(Block&& other) noexcept {
    Block(std::move(other)).swap(*this);
    return *this;
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() {
    if (memory_ != nullptr) budget_->give_back(bytes_);
  }

  [[nodiscard]] std::byte* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return bytes_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }  // NOLINT: from aligned_alloc
  };
  void swap(Block& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    memory_.swap(other.memory_);
  }

  Budget* budget_ = nullptr;
  std::size_t bytes_ = 0;
  std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace pipeline
