#include "cases/pipeline/run/digest_and_sink.hpp"
#include <cstring>
#include "cases/pipeline/window.hpp"

namespace pipeline {

std::vector<std::uint64_t> sampled_leaves(Frame shape, std::uint32_t seed) {
  const std::uint64_t leaves = (shape.pixels() + leaf_bytes - 1) / leaf_bytes;
  std::vector<std::uint64_t> numbers;
  if (leaves <= sample_count) {
    for (std::uint64_t i = 0; i < leaves; ++i) numbers.push_back(i);
    return numbers;
  }
  numbers = {0, leaves - 1};
  for (std::uint32_t draw = 0; numbers.size() < sample_count; ++draw) {
    const std::uint64_t bits = std::uint64_t{noise(draw, 1, seed)} << 32U | noise(draw, 2, seed);
    const std::uint64_t number = bits % leaves;
    if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

SampleTap::SampleTap(Frame shape, std::uint32_t seed, std::byte* to) : leaves_(sampled_leaves(shape, seed)), to_(to) {
  std::memset(to_, 0, sample_bytes);
}

void SampleTap::take(std::uint64_t first, std::span<const std::byte> bytes) {
  const std::uint64_t end = first + bytes.size();
  for (; next_ < leaves_.size(); ++next_) {
    const std::uint64_t begin = leaves_[next_] * leaf_bytes;
    if (begin >= end) return;
    const std::uint64_t from = std::max(begin, first);
    const std::uint64_t until = std::min(begin + leaf_bytes, end);
    if (from < until) {
      std::memcpy(to_ + next_ * leaf_bytes + (from - begin), bytes.data() + (from - first), until - from);
    }
    if (begin + leaf_bytes > end) return;  // the rest comes next
  }
}

void DigestAndSink::take(const HashedBytes& hashed) {
  digest_.add(hashed, on_all_cpus_);
  tap_.take(taken_, hashed.bytes);
  sink_.write(hashed.bytes);
  const double now = seconds();
  if (taken_ == 0) first_byte_s_ = now;
  taken_ += hashed.bytes.size();
  deck_.arrived(hashed.bytes.size(), now);
  fast_.arrived(hashed.bytes.size(), now);
  slowest_.arrived(taken_, now);
}

void DigestAndSink::finish(std::byte* digest, Figures& figures) {
  sink_.finish();
  const Sha256 made = digest_.finish();
  std::memcpy(digest, made.data(), made.size());
  figures.bytes = static_cast<double>(taken_);
  figures.seconds = seconds();
  figures.first_byte_s = first_byte_s_;
  figures.slowest_second = slowest_.bytes_per_second();
  figures.misses_at_deck_rate = deck_.misses();
  figures.misses_at_fast_rate = fast_.misses();
  figures.disk_bytes = static_cast<double>(sink_.disk_bytes());
}

}  // namespace pipeline
