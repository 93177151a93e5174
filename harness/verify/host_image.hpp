// The bytes of a problem's buffers on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

namespace rungs {

/// Leaves new elements as they are: filling hundreds of megabytes that are overwritten at once takes longer
/// than many a reference.
template <class T> struct Uninitialised : std::allocator<T> {
  template <class U> struct rebind { using other = Uninitialised<U>; };
  template <class U> void construct(U* place) noexcept { ::new (static_cast<void*>(place)) U; }
  template <class U, class... Args> void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
};

using HostBytes = std::vector<std::byte, Uninitialised<std::byte>>;

/// One block of bytes per buffer of a problem; empty for a buffer that it does not hold.
struct HostImage {
  std::vector<HostBytes> buffers;
  std::vector<std::optional<std::uint64_t>> digests;  ///< of long inputs, with the process's key; may be empty

  /// One pointer per buffer, as the functions of the case take them.
  [[nodiscard]] std::vector<void*> pointers() {
    std::vector<void*> list;
    for (auto& buffer : buffers) list.push_back(buffer.data());
    return list;
  }
};

/// True if all bytes of `bytes` are `value`.
[[nodiscard]] inline bool all_are(std::span<const std::byte> bytes, std::byte value) {
  // A comparison of the bytes with themselves, one place on, is far faster than a loop.
  return bytes.empty() ||
         (bytes.front() == value && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

}  // namespace rungs
