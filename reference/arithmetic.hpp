// Chains of one arithmetic operation, each step on the result of the step before.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace reference {

/// What a step does to x, with operands a, b, c and d; the order is that of `arithmetic_names`.
enum class Arithmetic {
  add,               ///< the sum of the last two values, from (x, a) on; 32 bits
  multiply,          ///< the product of the last two values, from (x, a) on; 32 bits
  multiply_add,      ///< x * a + b; 32 bits
  minimum,           ///< min(x, a) and max(x, c) in turn; 32 bits, signed
  minimum_3,         ///< min(x, a, b) and max(x, c, d) in turn; 32 bits, signed
  shift,             ///< x << a and x >> b in turn; 32 bits
  funnel_shift,      ///< x rotated left by a
  packed_minimum,    ///< min(x, a) and max(x, c) in turn, in two unsigned halves of 16 bits
  packed_minimum_3,  ///< min(x, a, b) and max(x, c, d) in turn, in two unsigned halves of 16 bits
  float_add,         ///< x + a
  float_multiply,    ///< x * a
  float_fma,         ///< x * a + b, rounded once
  half2_fma,         ///< the same in two halves of half precision
  half2_add,         ///< x + a and x - a in turn, in two halves whose bits are integers: exact below 2048
  double_fma,        ///< the same in double
  reciprocal_root,   ///< 1 / sqrt(x), approximated
  root,              ///< sqrt(x), approximated
  exp2,              ///< 2^-x, approximated
  divide,            ///< a / x; 32 bits, unsigned
  convert,           ///< from integer to float and back, in turn; 32 bits
};

inline constexpr std::array<std::string_view, 20> arithmetic_names{
    "add",          "multiply",       "multiply_add",     "minimum",         "minimum_3",      "shift",
    "funnel_shift", "packed_minimum", "packed_minimum_3", "float_add",       "float_multiply", "float_fma",
    "half2_fma",    "half2_add",      "double_fma",       "reciprocal_root", "root",           "exp2",
    "divide",       "convert"};

/// The operands of a step, as 32-bit words: integers, bits of floats (widened for double_fma), pairs of
/// halves.
struct ArithmeticOperands {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
};

[[nodiscard]] ArithmeticOperands arithmetic_operands(Arithmetic operation);

/// The largest relative error of a chain's end: 0 where every step is defined exactly. The approximations
/// have an error of up to 2^-21 each, and every step halves an error before it, or nearly.
[[nodiscard]] double arithmetic_tolerance(Arithmetic operation);

/// The value after `steps` steps as a double: integers and pairs of halves by their bits.
///
/// The first value comes from the word w = `start`. Integers: w; made odd for add and multiply; w / 4 for
/// convert; w / 2^16, made odd, for divide, so that no divisor is 0. Floats: 1 and the upper 23 bits of w as
/// a fraction. Halves: 1 and the lower 10 bits of each half of w;
/// for half2_add the lower 7 bits alone, which is a number below 2^-14.
[[nodiscard]] double arithmetic_end(Arithmetic operation, std::uint32_t start, unsigned steps);

/// What a chain's end is multiplied by: 1 and the upper 23 bits of `start` as a fraction. Chains of roots all
/// end at the same value, and a constant must not be right.
[[nodiscard]] constexpr double arithmetic_weight(std::uint32_t start) { return 1 + (start >> 9U) * 0x1p-23; }

/// ends[i] = arithmetic_end(operation, starts[i], steps) * arithmetic_weight(starts[i]). At most `threads`
/// threads, 0 for one per core; the result does not depend on it.
void arithmetic_ends(Arithmetic operation, unsigned steps, std::span<const std::uint32_t> starts,
                     std::span<double> ends, unsigned threads = 0);

}  // namespace reference
