#include "harness/simulator/races/shadow.hpp"
#include <sys/mman.h>
#include <rungs/core/errors.hpp>

namespace rungs::simulator::races {
namespace {

constexpr std::size_t piece_bytes = (std::size_t{1} << Shadow::piece_bits) / 4 * sizeof(Word);

/// Zeros, which take memory once they are used.
void* reserve(std::size_t bytes) {
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw Unsupported("host memory ran out: the race check needs eight bytes for each");
  return memory;
}

}  // namespace

Shadow::Shadow() : pieces_(static_cast<Piece*>(reserve(sizeof(Piece) << (47U - piece_bits)))), parts_(1) {}

Word* Shadow::new_piece() {
  used_.push_back(static_cast<Word*>(reserve(piece_bytes)));
  return used_.back();
}

More& Shadow::new_more(Word& word) {
  if (!unused_.empty()) {
    word.more = unused_.back();
    unused_.pop_back();
  } else {
    word.more = more_used_++;
    if (word.more / more_piece >= more_.size()) more_.push_back(std::make_unique<More[]>(more_piece));
  }
  return at(word.more) = {};
}

void Shadow::drop_more(Word& word) {
  if (word.more == 0) return;
  unused_.push_back(word.more);
  word.more = 0;
}

Word* Shadow::parts(Word& word) {
  if (word.parts == 0) {
    word.parts = static_cast<std::uint32_t>(parts_.size());
    Word one = word;
    one.parts = 0;
    parts_.push_back({one, one, one, one});
    for (Word& part : parts_.back()) {
      part.more = 0;
      if (word.more != 0) {
        new_more(part) = at(word.more);
      }
    }
    drop_more(word);
  }
  return parts_[word.parts].data();
}

void Shadow::set_region(const Region& place, Region* region) {
  constexpr std::uintptr_t step = std::uintptr_t{1} << piece_bits;
  for (std::uintptr_t at = (place.begin - place.guard) & ~(step - 1); at < place.end + place.guard; at += step)
    piece(at).region = region;
}

void Shadow::clear() {
  for (Word* words : used_) ::madvise(words, piece_bytes, MADV_DONTNEED);
  more_used_ = 1;
  unused_.clear();
  parts_.resize(1);
}

}  // namespace rungs::simulator::races
