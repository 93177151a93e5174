// What was last done to each word of memory since the launch began.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>
#include "harness/simulator/races/block_clock.hpp"

namespace rungs::simulator::races {

/// How memory is accessed: by which other ways is it no race?
enum class Way : std::uint32_t { plain, volatile_, atomic, atomic_in_block };

struct Access {
  ThreadId thread = 0;
  Tick tick = 0;           ///< 0: none
  std::uint32_t site = 0;  ///< see sites.hpp; the way is in the upper two bits

  [[nodiscard]] Way way() const { return static_cast<Way>(site >> 30U); }
};

/// What does not fit into a word: one access of each distance to the latest, so that under any order a later
/// access that races with one of all of them races with one of these.
struct More {
  Access reads[3];   ///< of another lane of the latest's warp, of another warp of its block, of another block
  Access strong[4];  ///< atomic and volatile writes: the latest, and as above
};

/// Four bytes, or one byte of a word that is accessed in parts.
struct Word {
  static constexpr std::uint32_t exempt = ~std::uint32_t{0};  ///< as `parts`: accesses are not looked at

  Access write;
  Access read;              ///< the latest since the write
  std::uint32_t more = 0;   ///< number of More; 0: none
  std::uint32_t parts = 0;  ///< number of its bytes' Words; 0: none
};

/// A buffer of the problem.
struct Region {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::size_t guard = 0;  ///< bytes around it that are no buffer's
  std::string name;
  bool input = false;                 ///< no kernel may write it, which is checked elsewhere
  std::vector<std::uint8_t> written;  ///< per word a bit for each byte; empty: all was written before
};

/// The words of all memory. Pieces of it come into being when they are used.
class Shadow {
 public:
  static constexpr unsigned piece_bits = 21;
  struct Piece {
    Word* words = nullptr;
    Region* region = nullptr;  ///< of this buffer alone, or of none
  };

  Shadow();
  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;
  ~Shadow() = delete;  // as long as the program

  [[nodiscard]] Piece& piece(std::uintptr_t address) {
    return pieces_[address >> piece_bits & ((std::uintptr_t{1} << (47 - piece_bits)) - 1)];
  }
  [[nodiscard]] Word& word(Piece& piece, std::uintptr_t address) {
    if (piece.words == nullptr) piece.words = new_piece();
    return piece.words[(address & ((std::uintptr_t{1} << piece_bits) - 1)) / 4];
  }
  [[nodiscard]] Word& word(std::uintptr_t address) { return word(piece(address), address); }
  [[nodiscard]] More& more(Word& word) { return word.more != 0 ? at(word.more) : new_more(word); }
  void drop_more(Word& word);
  /// The words of a word's bytes.
  [[nodiscard]] Word* parts(Word& word);
  /// Says of a buffer and its guards whose they are: its own, or nobody's (null).
  void set_region(const Region& place, Region* region);
  /// Forgets all accesses.
  void clear();

 private:
  Word* new_piece();
  More& new_more(Word& word);

  Piece* pieces_;
  std::vector<Word*> used_;
  More& at(std::uint32_t number) { return more_[number / more_piece][number % more_piece]; }

  static constexpr std::uint32_t more_piece = 4096;
  std::vector<std::unique_ptr<More[]>> more_;
  std::uint32_t more_used_ = 1;
  std::vector<std::uint32_t> unused_;  ///< of more_
  std::deque<std::array<Word, 4>> parts_;
};

}  // namespace rungs::simulator::races
