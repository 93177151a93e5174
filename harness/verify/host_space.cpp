#include "harness/verify/host_space.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace rungs {

void HostSpace::write(void* to, const void* host_from, std::size_t bytes) {
  copy_on_host(to, host_from, bytes);
}

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

}  // namespace rungs
