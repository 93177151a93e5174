// Memory that the host reads and writes itself, whatever it is allocated by.
#pragma once

#include "harness/verify/memory_space.hpp"

namespace rungs {

/// All of a MemorySpace but its allocation and name.
class HostSpace : public MemorySpace {
 public:
  void write(void* to, const void* host_from, std::size_t bytes) override;
  using MemorySpace::read;
  void read(std::span<const Read> parts) override;
  void fill(std::span<const Fill> parts) override;
  [[nodiscard]] bool on_host() const override { return true; }
  /// What the system can provide without swapping; no limit if it does not say.
  [[nodiscard]] std::size_t free_bytes() const override;
};

}  // namespace rungs
