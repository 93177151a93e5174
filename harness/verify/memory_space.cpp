#include "harness/verify/memory_space.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <rungs/core/errors.hpp>
#include <string>

namespace rungs {
namespace {

/// MemAvailable of /proc/meminfo; no limit if the file is missing.
std::size_t available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string key; file >> key;) {
    if (key != "MemAvailable:") continue;
    std::size_t kibibytes = 0;
    file >> kibibytes;
    return kibibytes * 1024;
  }
  return std::numeric_limits<std::size_t>::max();
}

class HeapSpace final : public MemorySpace {
 public:
  void* allocate(std::size_t bytes) override {
    require_free(*this, bytes);
    constexpr std::size_t page = 4096;
    void* memory = std::aligned_alloc(page, (bytes + page - 1) / page * page);
    if (memory == nullptr) throw Unsupported(fmt::format("the heap refused {} bytes", bytes));
    return memory;
  }
  void release(void* memory) noexcept override { std::free(memory); }
  void write(void* to, const void* host_from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(to, host_from, bytes);  // an empty buffer has no address
  }
  void read(void* host_to, const void* from, std::size_t bytes) override {
    if (bytes > 0) std::memcpy(host_to, from, bytes);
  }
  void fill(void* to, std::byte value, std::size_t bytes) override {
    std::memset(to, std::to_integer<int>(value), bytes);
  }
  [[nodiscard]] std::size_t free_bytes() const override { return available_memory(); }
  [[nodiscard]] const char* name() const override { return "host memory"; }
};

}  // namespace

std::unique_ptr<MemorySpace> make_heap_space() { return std::make_unique<HeapSpace>(); }

void require_free(const MemorySpace& space, std::size_t bytes) {
  const std::size_t free = space.free_bytes();
  if (bytes <= free) return;
  throw Unsupported(fmt::format("needs {} bytes of {}; {} are free", bytes, space.name(), free));
}

}  // namespace rungs
