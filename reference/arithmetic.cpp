#include "reference/arithmetic.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <rungs/parallel.hpp>
#include <utility>
#include "reference/half.hpp"

namespace reference {
namespace {

using Word = std::uint32_t;

float float_of(Word bits) { return std::bit_cast<float>(bits); }

/// `combine` of each half of 16 bits.
template <class Combine> Word in_halves(Word x, Word y, const Combine& combine) {
  const Word low = combine(x & 0xFFFFU, y & 0xFFFFU);
  return low | combine(x >> 16U, y >> 16U) << 16U;
}

/// The half nearest to `value`, the even one of two; for values that are normal halves.
Word half_bits(double value) {
  constexpr unsigned dropped = 52 - 10;  // bits of the fraction
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << 63U);
  const std::uint64_t half = (std::uint64_t{1} << (dropped - 1)) - 1 + (magnitude >> dropped & 1U);
  // A carry into the next power of two carries into the exponent's bits by itself.
  return static_cast<Word>(bits >> 63U << 15U) +
         static_cast<Word>(((magnitude + half) >> dropped) - (std::uint64_t{1023 - 15} << 10U));
}

/// A product of halves has 22 bits; with an addend no more than 2^20 times as large or small, the sum is
/// exact in double.
Word half_fma(Word x, Word a, Word b) {
  const auto value = [](Word bits) { return double{half_value(static_cast<std::uint16_t>(bits))}; };
  const auto one = [&](unsigned shift) {
    const auto part = [&](Word word) { return value(word >> shift & 0xFFFFU); };
    return half_bits(part(x) * part(a) + part(b)) << shift;
  };
  return one(0) | one(16);
}

Word smaller(Word x, Word y) { return std::min(x, y); }
Word larger(Word x, Word y) { return std::max(x, y); }
Word signed_smaller(Word x, Word y) { return static_cast<int>(x) < static_cast<int>(y) ? x : y; }
Word signed_larger(Word x, Word y) { return static_cast<int>(x) < static_cast<int>(y) ? y : x; }

/// Chains that are computed at a time: no step of one waits for another's.
constexpr std::size_t lanes = 8;
using Starts = std::array<Word, lanes>;
using Ends = std::array<double, lanes>;

/// From `first(start)` on `step(x, whether i is odd)` for each i below `steps`.
template <class First, class Step>
Ends chains(const Starts& starts, unsigned steps, const First& first, const Step& step) {
  std::array<decltype(first(Word{})), lanes> x{};
  std::transform(starts.begin(), starts.end(), x.begin(), first);
  for (unsigned i = 0; i < steps; ++i) {
    for (auto& one : x) one = step(one, i % 2 != 0);
  }
  Ends ends{};
  std::copy(x.begin(), x.end(), ends.begin());
  return ends;
}

/// The same from (start, second) on for a step that takes the last two values.
template <class Step> Ends chains_of_two(const Starts& starts, Word second, unsigned steps, const Step& step) {
  Starts x = starts;
  Starts y{};
  y.fill(second);
  for (Word& one : x) one |= 1U;
  for (unsigned i = 0; i < steps; ++i) {
    for (std::size_t lane = 0; lane < lanes; ++lane) x[lane] = std::exchange(y[lane], step(x[lane], y[lane]));
  }
  Ends ends{};
  std::copy(y.begin(), y.end(), ends.begin());
  return ends;
}

Ends ends_of(Arithmetic operation, const Starts& starts, unsigned steps) {
  const ArithmeticOperands operands = arithmetic_operands(operation);
  const Word a = operands.a;
  const Word b = operands.b;
  const Word c = operands.c;
  const Word d = operands.d;
  const float fa = float_of(a);
  const float fb = float_of(b);
  const auto word = [](Word start) { return start; };
  const auto real = [](Word start) { return float_of(0x3F800000U | start >> 9U); };
  const auto twice_as_long = [&](Word start) { return double{real(start)}; };
  switch (operation) {
    case Arithmetic::add:
      return chains_of_two(starts, a, steps, [](Word x, Word y) { return x + y; });
    case Arithmetic::multiply:
      return chains_of_two(starts, a, steps, [](Word x, Word y) { return x * y; });
    case Arithmetic::multiply_add:
      return chains(starts, steps, word, [&](Word x, bool) { return x * a + b; });
    case Arithmetic::minimum:
      return chains(starts, steps, word,
                    [&](Word x, bool odd) { return odd ? signed_larger(x, c) : signed_smaller(x, a); });
    case Arithmetic::minimum_3:
      return chains(starts, steps, word, [&](Word x, bool odd) {
        return odd ? signed_larger(signed_larger(x, c), d) : signed_smaller(signed_smaller(x, a), b);
      });
    case Arithmetic::shift:
      return chains(starts, steps, word, [&](Word x, bool odd) { return odd ? x >> b : x << a; });
    case Arithmetic::funnel_shift:
      return chains(starts, steps, word, [&](Word x, bool) { return std::rotl(x, static_cast<int>(a)); });
    case Arithmetic::packed_minimum:
      return chains(starts, steps, word,
                    [&](Word x, bool odd) { return odd ? in_halves(x, c, larger) : in_halves(x, a, smaller); });
    case Arithmetic::packed_minimum_3:
      return chains(starts, steps, word, [&](Word x, bool odd) {
        return odd ? in_halves(in_halves(x, c, larger), d, larger) : in_halves(in_halves(x, a, smaller), b, smaller);
      });
    case Arithmetic::float_add:
      return chains(starts, steps, real, [&](float x, bool) { return x + fa; });
    case Arithmetic::float_multiply:
      return chains(starts, steps, real, [&](float x, bool) { return x * fa; });
    case Arithmetic::float_fma:
      return chains(starts, steps, real, [&](float x, bool) { return std::fma(x, fa, fb); });
    case Arithmetic::half2_fma:
      return chains(
          starts, steps, [](Word start) { return Word{0x3C003C00U} | (start & 0x03FF03FFU); },
          [&](Word x, bool) { return half_fma(x, a, b); });
    case Arithmetic::half2_add:
      return chains(
          starts, steps, [](Word start) { return start & 0x007F007FU; },
          [&](Word x, bool odd) { return odd ? x - a : x + a; });
    case Arithmetic::double_fma:
      return chains(starts, steps, twice_as_long, [&](double x, bool) { return std::fma(x, double{fa}, double{fb}); });
    case Arithmetic::reciprocal_root:
      return chains(starts, steps, twice_as_long, [](double x, bool) { return 1 / std::sqrt(x); });
    case Arithmetic::root:
      return chains(starts, steps, twice_as_long, [](double x, bool) { return std::sqrt(x); });
    case Arithmetic::exp2:
      return chains(starts, steps, twice_as_long, [](double x, bool) { return std::exp2(-x); });
    case Arithmetic::divide:
      return chains(
          starts, steps, [](Word start) { return start >> 16U | 1U; }, [&](Word x, bool) { return a / x; });
    case Arithmetic::convert:
      return chains(
          starts, steps, [](Word start) { return start >> 2U; },
          [](Word x, bool odd) {
            return odd ? static_cast<Word>(float_of(x)) : std::bit_cast<Word>(static_cast<float>(x));
          });
  }
  return {};
}

}  // namespace

ArithmeticOperands arithmetic_operands(Arithmetic operation) {
  const auto bits = [](float value) { return std::bit_cast<Word>(value); };
  switch (operation) {
    case Arithmetic::add:
    case Arithmetic::multiply:
    case Arithmetic::multiply_add:
      return {0x9E3779B1U, 0x85EBCA77U};
    case Arithmetic::minimum:
    case Arithmetic::minimum_3:
      return {0x40000000U, 0x50000000U, 0xC0000000U, 0xB0000000U};
    case Arithmetic::shift:
      return {3, 3};
    case Arithmetic::funnel_shift:
      return {7};
    case Arithmetic::packed_minimum:
    case Arithmetic::packed_minimum_3:
      return {0xC000B000U, 0xD000A000U, 0x40003000U, 0x30002000U};
    case Arithmetic::float_add:
    case Arithmetic::float_multiply:
      return {bits(operation == Arithmetic::float_add ? 0.001F : 0x1.00001p0F)};
    case Arithmetic::float_fma:
    case Arithmetic::double_fma:
      return {bits(0.999F), bits(0.003F)};
    case Arithmetic::half2_fma:
      return {0x3BFD3BFEU, 0x18001400U};  // 0.9985 and 0.9990 times x, plus 0.0020 and 0.0010
    case Arithmetic::half2_add:
      return {0x07510322U};  // 1873 and 802
    case Arithmetic::divide:
      return {0xFFFFFFF1U};
    case Arithmetic::reciprocal_root:
    case Arithmetic::root:
    case Arithmetic::exp2:
    case Arithmetic::convert:
      break;
  }
  return {};
}

double arithmetic_tolerance(Arithmetic operation) {
  const bool approximate =
      operation == Arithmetic::reciprocal_root || operation == Arithmetic::root || operation == Arithmetic::exp2;
  return approximate ? 0x1p-19 : 0;
}

double arithmetic_end(Arithmetic operation, Word start, unsigned steps) {
  return ends_of(operation, {start}, steps)[0];
}

void arithmetic_ends(Arithmetic operation, unsigned steps, std::span<const std::uint32_t> starts,
                     std::span<double> ends, unsigned threads) {
  // A step takes a few nanoseconds, so this many are worth a thread.
  constexpr std::size_t least_steps_per_thread = std::size_t{1} << 18U;
  rungs::for_bands(starts.size(), 1 + least_steps_per_thread / (steps + std::size_t{1}), threads,
                   [&](std::size_t first, std::size_t last) {
                     for (std::size_t i = first; i < last; i += lanes) {
                       const auto some = starts.subspan(i, std::min(lanes, last - i));
                       Starts at_once{};
                       std::copy(some.begin(), some.end(), at_once.begin());
                       const Ends found = ends_of(operation, at_once, steps);
                       for (std::size_t lane = 0; lane < some.size(); ++lane)
                         ends[i + lane] = found[lane] * arithmetic_weight(some[lane]);
                     }
                   });
}

}  // namespace reference
