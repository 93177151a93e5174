#include "harness/verify/host_digest.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <rungs/core/digest.hpp>
#include <rungs/random.hpp>
#include "harness/verify/garbage.hpp"
#include "harness/verify/on_all_cores.hpp"

namespace rungs {

std::optional<std::uint64_t> digest_on_all_cores(std::span<const std::byte> bytes) {
  constexpr std::size_t part = std::size_t{1} << 20U;
  std::uint64_t sum = 0;
  for (const std::uint64_t one : on_all_cores(bytes.size(), part, [&](std::size_t from, std::size_t length) {
         return digest_of(bytes.subspan(from, length), garbage().digest_key, from);
       }))
    sum += one;
  return sum;
}

std::uint64_t quick_digest(std::span<const std::byte> bytes) {
  constexpr std::size_t part = std::size_t{1} << 20U;
  const std::uint64_t key = garbage().digest_key;
  const auto of_part = [&](std::size_t from, std::size_t length) {
    std::array<std::uint64_t, 8> chains{};
    for (std::size_t i = 0; i < chains.size(); ++i) chains[i] = random_bits(key, from + i);
    std::array<std::uint64_t, 8> words{};
    for (std::size_t at = 0; at < length; at += sizeof(words)) {
      if (length - at < sizeof(words)) words = {};
      std::memcpy(words.data(), &bytes[from + at], std::min(sizeof(words), length - at));
      for (std::size_t i = 0; i < chains.size(); ++i) chains[i] = std::rotl((chains[i] ^ words[i]) * (key | 1U), 29);
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t chain : chains) sum = random_bits(sum, chain);
    return sum;
  };
  std::uint64_t sum = 0;
  for (const std::uint64_t one : on_all_cores(bytes.size(), part, of_part)) sum += one;
  return sum;
}

}  // namespace rungs
