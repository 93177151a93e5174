// From gpu/column_registers on: which columns of a row can be stored 16 bytes at a time, and which rows can
// share their columns. A row of n elements begins at a multiple of 16 bytes only where its number times n is
// a multiple of the elements in 16 bytes. But rows that lie a few apart begin alike, and if a block takes
// such rows, the columns that its threads hold stay the same from row to row.
#pragma once

#include <cstddef>

#include "cases/edm/case.hpp"
#include "harness/device.hpp"

namespace edm {

/// The rows `first`, `first` + `step`, ... of one block; `count` of them.
struct AlikeRows {
  unsigned first;
  unsigned step;
  unsigned count;
};

/// Rows that begin alike lie 2^shift apart, `wide` elements being 16 bytes: 2^0 where n is a multiple of
/// that.
template <unsigned wide>
constexpr unsigned alike_shift(unsigned n) {
  unsigned shift = 0;
  for (unsigned step = 1; n % wide * step % wide != 0; step *= 2) ++shift;
  return shift;
}

/// Groups of up to `rows` rows that begin alike.
static inline unsigned groups_for(unsigned n, unsigned rows, unsigned shift) {
  const unsigned together = rows << shift;
  return (n + together - 1) / together << shift;
}

/// The rows of a group; groups that follow each other interleave, so that blocks that run together write
/// rows that lie together. May be none at the matrix's end.
static __device__ AlikeRows alike_rows(unsigned group, unsigned n, unsigned rows, unsigned shift) {
  const unsigned step = 1U << shift;
  const unsigned first = (group >> shift) * (rows << shift) + (group & (step - 1));
  const unsigned there = first < n ? (n - first + step - 1) >> shift : 0;
  return {first, step, min(rows, there)};
}

/// How a row divides: `head` single elements, `vectors` times 16 bytes, and single elements again.
struct Split {
  unsigned head;
  unsigned vectors;
  unsigned singles;  ///< at both ends together
};

/// Vectors and single elements of a row, at most.
template <unsigned wide>
constexpr unsigned items_for(unsigned n) {
  return n / wide + (n % wide == 0 ? 0 : 2 * (wide - 1));
}

template <unsigned wide>
static __device__ Split split_of(unsigned row, unsigned n) {
  const unsigned head = min((0U - row * n) % wide, n);  // the product may wrap: 2^32 is a multiple of `wide`
  const unsigned vectors = (n - head) / wide;
  return {head, vectors, n - vectors * wide};
}

/// The column of a row's single element number `single`.
template <unsigned wide>
static __device__ unsigned single_column(const Split& split, unsigned single) {
  return single < split.head ? single : split.vectors * wide + single;
}

}  // namespace edm
