#include "harness/verify/scramble.hpp"
#include <algorithm>
#include <cstring>
#include <rungs/random.hpp>
#include "harness/verify/on_all_cores.hpp"

namespace rungs {

void scramble(HostImage& image, const AskKey& ask) {
  if (!ask) return;
  const std::uint64_t key = ask();
  std::uint64_t number = 0;
  for (HostBytes& bytes : image.buffers) {
    const std::uint64_t buffer = random_bits(key, number++);
    static_cast<void>(on_all_cores(bytes.size(), shared_bytes, [&](std::size_t from, std::size_t length) {
      for (std::size_t at = from; at < from + length; at += sizeof(std::uint64_t)) {
        const std::size_t size = std::min(sizeof(std::uint64_t), from + length - at);
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, size);
        word ^= random_bits(random_bits(key, at), buffer);
        std::memcpy(bytes.data() + at, &word, size);
      }
      return true;
    }));
  }
}

}  // namespace rungs
