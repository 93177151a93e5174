// Elements of an output that the reference does not write: a right result leaves them as they were.
#include <cstring>
#include "harness/verify/on_all_cores.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {
namespace {

template <class Word> Word word_of(std::byte value) {
  Word word;
  std::memset(&word, std::to_integer<int>(value), sizeof(word));
  return word;
}

template <class Word> Word word_at(const std::byte* from) {
  Word word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

/// Calls `work(Word{})` with the unsigned type of this size.
template <class Work> auto with_word(std::size_t bytes, const Work& work) {
  if (bytes == 4) return work(std::uint32_t{});
  if (bytes == 2) return work(std::uint16_t{});
  return work(std::uint8_t{});
}

/// True if a word of `bytes` is `value` all over.
bool holds(std::span<const std::byte> bytes, std::size_t word_bytes, std::byte value) {
  const auto found = on_all_cores(bytes.size(), shared_bytes, [&](std::size_t from, std::size_t length) {
    return with_word(word_bytes, [&]<class Word>(Word) {
      const Word sought = word_of<Word>(value);
      for (std::size_t i = from; i < from + length; i += sizeof(Word)) {
        if (word_at<Word>(&bytes[i]) == sought) return true;
      }
      return false;
    });
  });
  return std::ranges::find(found, true) != found.end();
}

}  // namespace

Untouched::Untouched(std::span<const std::byte> expected, std::size_t element_bytes, std::byte held,
                     const std::function<std::span<const std::byte>()>& over_flipped)
    : word_bytes_(element_bytes % 4 == 0   ? 4
                  : element_bytes % 2 == 0 ? 2
                                           : 1),
      held_(held),
      any_(holds(expected, word_bytes_, held)) {
  if (!any_) return;
  const std::span<const std::byte> second = over_flipped();
  places_.resize((expected.size() / word_bytes_ + 7) / 8);
  const auto found = on_all_cores(expected.size(), shared_bytes, [&](std::size_t from, std::size_t length) {
    return with_word(word_bytes_, [&]<class Word>(Word) {
      bool any = false;
      for (std::size_t i = from; i < from + length; i += sizeof(Word)) {
        if (word_at<Word>(&expected[i]) != word_of<Word>(held)) continue;
        if (word_at<Word>(&second[i]) != word_of<Word>(~held)) continue;
        const std::size_t word = i / sizeof(Word);
        places_[word / 8] |= static_cast<std::uint8_t>(1U << (word % 8));
        any = true;
      }
      return any;
    });
  });
  any_ = std::ranges::find(found, true) != found.end();
}

void Untouched::hold(std::span<std::byte> expected, std::byte now) {
  if (!any_ || now == held_) return;
  on_all_cores(expected.size(), shared_bytes, [&](std::size_t from, std::size_t length) {
    return with_word(word_bytes_, [&]<class Word>(Word) {
      for (std::size_t i = from; i < from + length; i += sizeof(Word)) {
        const std::size_t word = i / sizeof(Word);
        if ((places_[word / 8] >> (word % 8) & 1U) != 0)
          std::memset(&expected[i], std::to_integer<int>(now), sizeof(Word));
      }
      return true;
    });
  });
  held_ = now;
}

bool Untouched::leaves(std::size_t from, std::size_t element_bytes) const {
  for (std::size_t i = from; any_ && i < from + element_bytes; i += word_bytes_) {
    const std::size_t word = i / word_bytes_;
    if ((places_[word / 8] >> (word % 8) & 1U) != 0) return true;
  }
  return false;
}

}  // namespace rungs
