#include "harness/verify/reused_memory.hpp"
#include <rungs/core/errors.hpp>

namespace rungs {
namespace {

/// More is not kept, nor more than a quarter of what is free: variants that allocate for themselves, and
/// other programs, need memory too.
constexpr std::size_t most_kept = std::size_t{4} << 30U;
/// Blocks up to this size are kept without asking what is free, which takes longer than their allocation.
constexpr std::size_t small = std::size_t{16} << 20U;

}  // namespace

ReusedMemory::~ReusedMemory() { free_all_kept(); }

void ReusedMemory::free_all_kept() noexcept {
  for (const auto& [bytes, memory] : kept_) space_->release(memory);
  kept_.clear();
  kept_bytes_ = 0;
}

void* ReusedMemory::allocate(std::size_t bytes) {
  if (auto found = kept_.extract(bytes); !found.empty()) {
    kept_bytes_ -= bytes;
    return used_.emplace(found.mapped(), bytes).first->first;
  }
  void* memory = nullptr;
  try {
    memory = space_->allocate(bytes);
  } catch (const Unsupported&) {
    if (kept_.empty()) throw;
    free_all_kept();
    memory = space_->allocate(bytes);
  }
  return used_.emplace(memory, bytes).first->first;
}

void ReusedMemory::release(void* memory) noexcept {
  const auto found = used_.find(memory);
  if (found == used_.end()) return space_->release(memory);
  const std::size_t bytes = found->second;
  used_.erase(found);
  try {
    const bool too_much = kept_bytes_ + bytes > most_kept || (bytes > small && bytes > space_->free_bytes() / 4);
    if (too_much) return space_->release(memory);
    kept_.emplace(bytes, memory);
    kept_bytes_ += bytes;
  } catch (const std::exception&) {
    space_->release(memory);
  }
}

}  // namespace rungs
