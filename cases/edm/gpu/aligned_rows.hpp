// Used from gpu/column_registers on: which columns of a row can be stored 16 bytes at a time, and which rows
// can share their columns. A row of n elements is 16-byte aligned only if its number times n is a multiple of
// the number of elements in 16 bytes. But every few rows the alignment is the same. If a block takes rows
// with the same alignment, its threads hold the same columns for every row.
#pragma once

#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/case.hpp"

namespace edm::inline RUNGS_BACKEND {

/// The rows `first`, `first` + `step`, ... of one block; `count` of them.
struct AlikeRows {
  unsigned first;
  unsigned step;
  unsigned count;
};

/// Rows with the same alignment are 2^shift apart; `wide` is the number of elements in 16 bytes. The distance
/// is 2^0 if n is a multiple of `wide`.
template <unsigned wide>
constexpr unsigned alike_shift(unsigned n) {
  unsigned shift = 0;
  for (unsigned step = 1; n % wide * step % wide != 0; step *= 2) ++shift;
  return shift;
}

/// Groups of up to `rows` rows with the same alignment.
inline unsigned groups_for(unsigned n, unsigned rows, unsigned shift) {
  const unsigned together = rows << shift;
  return (n + together - 1) / together << shift;
}

/// The rows of a group. Consecutive groups interleave, so that blocks that run together write rows that are
/// close together. There may be none at the matrix's end.
inline __device__ AlikeRows alike_rows(unsigned group, unsigned n, unsigned rows, unsigned shift) {
  const unsigned step = 1U << shift;
  const unsigned first = (group >> shift) * (rows << shift) + (group & (step - 1));
  const unsigned there = first < n ? (n - first + step - 1) >> shift : 0;
  return {first, step, min(rows, there)};
}

/// How a row is split: `head` single elements, then `vectors` times 16 bytes, then single elements again.
struct Split {
  unsigned head;
  unsigned vectors;
  unsigned singles;  ///< at both ends, in total
};

/// The largest possible number of vectors and single elements in a row.
template <unsigned wide>
constexpr unsigned items_for(unsigned n) {
  return n / wide + (n % wide == 0 ? 0 : 2 * (wide - 1));
}

template <unsigned wide>
__device__ Split split_of(unsigned row, unsigned n) {
  const unsigned head = min((0U - row * n) % wide, n);  // the product may wrap: 2^32 is a multiple of `wide`
  const unsigned vectors = (n - head) / wide;
  return {head, vectors, n - vectors * wide};
}

/// The column of the row's single element number `single`.
template <unsigned wide>
__device__ unsigned single_column(const Split& split, unsigned single) {
  return single < split.head ? single : split.vectors * wide + single;
}

}  // namespace edm::inline RUNGS_BACKEND
