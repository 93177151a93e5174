// Memory that a run may allocate: every large allocation is counted, and refused where it would exceed the
// budget.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <rungs/core/errors.hpp>
#include <string>
#include <utility>

namespace pipeline {

/// Where memory comes from: here the heap, aligned to 4096 bytes, as direct disk access needs it.
class Memory {
 public:
  static constexpr std::size_t alignment = 4096;
  virtual ~Memory() = default;
  [[nodiscard]] virtual void* allocate(std::size_t bytes) {
    return ::operator new (bytes, std::align_val_t{alignment});
  }
  virtual void give_back(void* memory, std::size_t /*bytes*/) noexcept {
    ::operator delete (memory, std::align_val_t{alignment});
  }
};
inline Memory heap;

/// Counts bytes; several threads may use it.
class Budget {
 public:
  /// `what` names the memory in messages: "host" or "device". `memory` is where it comes from, and must
  /// outlive the budget.
  explicit Budget(std::string what, std::size_t limit, Memory& memory = heap)
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

  /// Memory out of the budget, for `free`.
  [[nodiscard]] std::byte* allocate(std::size_t bytes) {
    take(bytes);
    try {
      return static_cast<std::byte*>(memory_.allocate(bytes));
    } catch (...) {
      give_back(bytes);
      throw;
    }
  }
  void free(std::byte* memory, std::size_t bytes) noexcept {
    memory_.give_back(memory, bytes);
    give_back(bytes);
  }

  [[nodiscard]] std::size_t limit() const { return limit_; }
  [[nodiscard]] std::size_t used() const { return used_; }
  [[nodiscard]] std::size_t peak() const { return peak_; }  ///< the most that was used at once

 private:
  std::string what_;
  std::size_t limit_;
  Memory& memory_;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> peak_ = 0;
};

/// Memory of a budget; its contents are undefined. Movable. The budget must outlive it.
class Block {
 public:
  static constexpr std::size_t alignment = Memory::alignment;

  Block() = default;
  Block(Budget& budget, std::size_t bytes) {
    if (bytes > 0) memory_ = {budget.allocate(bytes), Free{&budget, bytes}};
  }

  [[nodiscard]] std::byte* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return memory_ == nullptr ? 0 : memory_.get_deleter().bytes; }

 private:
  struct Free {
    Budget* budget;
    std::size_t bytes;
    void operator()(std::byte* memory) const { budget->free(memory, bytes); }
  };
  std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace pipeline
