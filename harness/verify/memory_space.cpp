#include "harness/verify/memory_space.hpp"
#include <fmt/format.h>
#include <sys/mman.h>
#include <cstring>
#include <fstream>
#include <limits>
#include <rungs/core/errors.hpp>
#include <string>
#include "harness/verify/on_all_cores.hpp"

namespace rungs {
namespace {

constexpr std::size_t page = 4096;

/// Each block lies between two fences: what is written far outside of it ends the process, always, instead of
/// changing what happens to lie there.
class HeapSpace final : public HostSpace {
 public:
  void* allocate(std::size_t bytes) override {
    require_free(*this, bytes);
    const std::size_t whole = (bytes + page - 1) / page * page + 2 * fence;
    void* const start = ::mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void* const memory = start == MAP_FAILED ? start : static_cast<std::byte*>(start) + fence;
    if (start == MAP_FAILED || ::mprotect(memory, whole - 2 * fence, PROT_READ | PROT_WRITE) != 0) {
      if (start != MAP_FAILED) ::munmap(start, whole);
      throw OutOfMemory(fmt::format("the system refused {} bytes", bytes));
    }
    sizes_[memory] = whole;
    return memory;
  }
  void release(void* memory) noexcept override {
    if (const auto found = sizes_.extract(memory)) ::munmap(static_cast<std::byte*>(memory) - fence, found.mapped());
  }
  [[nodiscard]] const char* name() const override { return "host memory"; }
  void allow_all(bool allowed) noexcept override {
    for (const auto& [memory, whole] : sizes_)
      ::mprotect(memory, whole - 2 * fence, allowed ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
  [[nodiscard]] bool has(std::uintptr_t address) const noexcept override {
    return std::ranges::any_of(sizes_, [address](const auto& one) {
      return address - reinterpret_cast<std::uintptr_t>(one.first) < one.second - 2 * fence;
    });
  }

 private:
  static constexpr std::size_t fence = std::size_t{16} << 20U;  // of addresses, not of memory
  std::map<void*, std::size_t> sizes_;                          ///< with the fences
};

/// More is not kept, nor more than a quarter of what is free: variants that allocate for themselves, and
/// other programs, need memory too.
constexpr std::size_t most_kept = std::size_t{4} << 30U;
/// For blocks up to this size it is not asked what is free, which takes longer than their allocation.
constexpr std::size_t small = std::size_t{16} << 20U;

}  // namespace

void MemorySpace::visit(const void* from, std::size_t bytes, std::size_t unit, const PieceUse& use) {
  const auto* const begin = static_cast<const std::byte*>(from);
  if (on_host()) {
    if (bytes > 0) static_cast<void>(use(0, {begin, bytes}));
    return;
  }
  const std::size_t most = std::max(piece_bytes / unit, std::size_t{1}) * unit;
  std::vector<std::byte> copied;
  for (std::size_t done = 0; done < bytes; done += copied.size()) {
    copied.resize(std::min(most, bytes - done));
    read(copied.data(), begin + done, copied.size());
    if (!use(done, copied)) return;
  }
}

bool MemorySpace::holds(const void* from, std::span<const std::byte> bytes) {
  bool same = true;
  visit(from, bytes.size(), 1, [&](std::size_t begin, std::span<const std::byte> piece) {
    same = same_bytes(piece, bytes.subspan(begin, piece.size()));
    return same;
  });
  return same;
}

void HostSpace::allow_access(void* from, std::size_t bytes) {
  ::mprotect(from, (bytes + page - 1) / page * page, PROT_READ | PROT_WRITE);
}

void HostSpace::write(void* to, const void* host_from, std::size_t bytes) { copy_on_host(to, host_from, bytes); }

void HostSpace::read(std::span<const Read> parts) {
  for (const Read& part : parts) copy_on_host(part.host_to, part.from, part.bytes);
}

void HostSpace::fill(std::span<const Fill> parts) {
  for (const Fill& part : parts) fill_on_host(part);
}

std::size_t HostSpace::free_bytes() const {
  std::ifstream file("/proc/meminfo");
  for (std::string key; file >> key;) {
    if (key != "MemAvailable:") continue;
    std::size_t kibibytes = 0;
    file >> kibibytes;
    return kibibytes * 1024;
  }
  return std::numeric_limits<std::size_t>::max();
}

std::unique_ptr<MemorySpace> make_heap_space() { return std::make_unique<HeapSpace>(); }

void require_free(const MemorySpace& space, std::size_t bytes) {
  if (bytes <= small) return;
  const std::size_t free = space.free_bytes();
  if (bytes <= free) return;
  throw OutOfMemory(fmt::format("needs {} bytes of {}; {} are free", bytes, space.name(), free));
}

void copy_on_host(void* to, const void* from, std::size_t bytes) {
  on_all_cores(bytes, shared_bytes, [&](std::size_t begin, std::size_t length) {
    std::memcpy(static_cast<std::byte*>(to) + begin, static_cast<const std::byte*>(from) + begin, length);
    return true;
  });
}

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  const auto found = on_all_cores(a.size(), shared_bytes, [&](std::size_t begin, std::size_t length) {
    return std::memcmp(&a[begin], &b[begin], length) == 0;
  });
  return std::ranges::find(found, false) == found.end();
}

void fill_on_host(const Fill& part) {
  on_all_cores(part.bytes, shared_bytes, [&](std::size_t begin, std::size_t length) {
    std::memset(static_cast<std::byte*>(part.to) + begin, std::to_integer<int>(part.value), length);
    return true;
  });
}

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
