#include "harness/simulator/shared_memory.hpp"
#include <link.h>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

// Defined by the linker if any object file has the section. They delimit the initial image of thread-local
// storage, not a thread's copy; null if no kernel has static shared memory.
extern "C" {
extern char __start_rungs_shared[] __attribute__((weak));  // NOLINT(bugprone-reserved-identifier)
extern char __stop_rungs_shared[] __attribute__((weak));   // NOLINT(bugprone-reserved-identifier)
}

namespace rungs::simulator {
namespace {

constexpr std::size_t alignment = 128;
constexpr std::size_t guard_before = 256;
constexpr std::size_t guard_behind = 4096;
constexpr unsigned char guard_byte = 0xC7;

bool all_are(const unsigned char* bytes, std::size_t count, unsigned char value) {
  return count == 0 || (bytes[0] == value && std::memcmp(bytes, bytes + 1, count - 1) == 0);
}

// The same for all launches on an OS thread: arrays of `extern __shared__` are bound to it once
// (DynamicArray).
unsigned char* dynamic_of_thread() {
  constexpr std::size_t bytes = guard_before + most_dynamic_bytes + guard_behind;
  static thread_local const auto storage = std::make_unique_for_overwrite<unsigned char[]>(bytes + alignment);
  void* first = storage.get() + guard_before;
  std::size_t space = bytes + alignment - guard_before;
  return static_cast<unsigned char*>(std::align(alignment, bytes - guard_before, first, space));
}

// The section is in the thread-local image of one module. Kernels see the same offset in the calling thread's
// copy of that image.
int find_copy(dl_phdr_info* module, std::size_t, void* result) {
  const auto start = reinterpret_cast<std::uintptr_t>(__start_rungs_shared);
  for (const auto& header : std::span(module->dlpi_phdr, module->dlpi_phnum)) {
    if (header.p_type != PT_TLS) continue;
    const std::uintptr_t image = module->dlpi_addr + header.p_vaddr;
    if (start < image || start >= image + header.p_memsz || module->dlpi_tls_data == nullptr) continue;
    *static_cast<unsigned char**>(result) = static_cast<unsigned char*>(module->dlpi_tls_data) + (start - image);
    return 1;
  }
  return 0;
}

}  // namespace

std::span<unsigned char> static_shared_memory() {
  const auto start = reinterpret_cast<std::uintptr_t>(__start_rungs_shared);
  const auto stop = reinterpret_cast<std::uintptr_t>(__stop_rungs_shared);
  if (start == 0 || start == stop) return {};
  unsigned char* copy = nullptr;
  dl_iterate_phdr(find_copy, static_cast<void*>(&copy));
  if (copy == nullptr) return {};
  return {copy, stop - start};
}

SharedMemory::SharedMemory(std::size_t dynamic_bytes, std::vector<std::span<unsigned char>> own, unsigned char poison)
    : poison_(poison),
      dynamic_bytes_(dynamic_bytes),
      dynamic_(dynamic_of_thread()),
      own_(std::move(own)),
      static_(static_shared_memory()) {
  std::fill_n(dynamic_ - guard_before, guard_before, guard_byte);
  std::fill_n(dynamic_ + dynamic_bytes, guard_behind, guard_byte);
}

void SharedMemory::poison() {
  std::memset(dynamic_, poison_, dynamic_bytes_);
  for (const auto& variable : own_) std::memset(variable.data(), poison_, variable.size());
  watched_ = std::has_single_bit(++blocks_);
  if (static_.empty()) return;
  if (watched_) {
    std::memset(static_.data(), poison_, static_.size());
  } else {
    std::memset(static_.data() + used_begin_, poison_, used_end_ - used_begin_);
  }
}

bool SharedMemory::guards_hold() {
  if (watched_ && !static_.empty()) learn_what_is_used();
  return all_are(dynamic_ - guard_before, guard_before, guard_byte) &&
         all_are(dynamic_ + dynamic_bytes_, guard_behind, guard_byte);
}

void SharedMemory::learn_what_is_used() {
  const auto written = [this](unsigned char byte) { return byte != poison_; };
  const auto first = std::ranges::find_if(static_, written);
  if (first == static_.end()) return;
  const auto last = std::find_if(static_.rbegin(), static_.rend(), written).base();
  const auto begin = static_cast<std::size_t>(first - static_.begin());
  const auto end = static_cast<std::size_t>(last - static_.begin());
  used_begin_ = used_end_ == 0 ? begin : std::min(used_begin_, begin);
  used_end_ = std::max(used_end_, end);
}

}  // namespace rungs::simulator
