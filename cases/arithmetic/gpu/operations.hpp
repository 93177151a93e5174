// The operations: the values of a chain, and a step from one to the next (see reference::Arithmetic).
//
// A step must become one instruction, and no step may be folded with the next. The operands are known only at
// run time. Sums and products are of the last two values: each value is used twice, so the compiler cannot
// merge two additions into one with three inputs, nor compute a power. Minima and maxima, and the two shifts,
// alternate. Floats are never reordered.
#pragma once

#include <cuda_fp16.h>
#include <rungs/device.hpp>
#include <tuple>
#include "cases/arithmetic/case.hpp"

#ifndef RUNGS_SIMULATOR

namespace arithmetic::inline RUNGS_BACKEND {

using Word = std::uint32_t;
using Operands = reference::ArithmeticOperands;

// An operation has
//   void start(Word word, const Operands&);
//   void step(bool odd, const Operands&);
//   double end() const;
// step() is unrolled, so `odd` is known to the compiler.

/// reference::arithmetic_weight, and where a chain of floats starts.
__device__ inline float first_float(Word word) { return __uint_as_float(0x3F800000U | word >> 9U); }

/// The value of most integer operations.
struct OfWord {
  Word x;
  __device__ void start(Word word, const Operands&) { x = word; }
  __device__ double end() const { return x; }
};

/// The last two values.
struct OfTwo {
  Word x;
  Word y;
  __device__ void start(Word word, const Operands& o) {
    x = word | 1U;
    y = o.a;
  }
  __device__ void follow(Word next) {
    x = y;
    y = next;
  }
  __device__ double end() const { return y; }
};

struct OfFloat {
  float x;
  __device__ void start(Word word, const Operands&) { x = first_float(word); }
  __device__ double end() const { return x; }
};

struct Add : OfTwo {
  __device__ void step(bool, const Operands&) { follow(x + y); }
};

struct Multiply : OfTwo {
  __device__ void step(bool, const Operands&) { follow(x * y); }
};

struct MultiplyAdd : OfWord {
  __device__ void step(bool, const Operands& o) { x = x * o.a + o.b; }
};

struct Minimum : OfWord {
  __device__ void step(bool odd, const Operands& o) {
    const auto value = static_cast<int>(x);
    x = odd ? max(value, static_cast<int>(o.c)) : min(value, static_cast<int>(o.a));
  }
};

struct Minimum3 : OfWord {
  __device__ void step(bool odd, const Operands& o) {
    const auto i = [](Word word) { return static_cast<int>(word); };
    x = odd ? __vimax3_s32(i(x), i(o.c), i(o.d)) : __vimin3_s32(i(x), i(o.a), i(o.b));
  }
};

struct Shift : OfWord {
  __device__ void step(bool odd, const Operands& o) { x = odd ? x >> o.b : x << o.a; }
};

struct FunnelShift : OfWord {
  __device__ void step(bool, const Operands& o) { x = __funnelshift_l(x, x, o.a); }
};

struct PackedMinimum : OfWord {
  __device__ void step(bool odd, const Operands& o) { x = odd ? __vmaxu2(x, o.c) : __vminu2(x, o.a); }
};

struct PackedMinimum3 : OfWord {
  __device__ void step(bool odd, const Operands& o) {
    x = odd ? __vimax3_u16x2(x, o.c, o.d) : __vimin3_u16x2(x, o.a, o.b);
  }
};

struct FloatAdd : OfFloat {
  __device__ void step(bool, const Operands& o) { x = __fadd_rn(x, __uint_as_float(o.a)); }
};

struct FloatMultiply : OfFloat {
  __device__ void step(bool, const Operands& o) { x = __fmul_rn(x, __uint_as_float(o.a)); }
};

struct FloatFma : OfFloat {
  __device__ void step(bool, const Operands& o) { x = __fmaf_rn(x, __uint_as_float(o.a), __uint_as_float(o.b)); }
};

struct Half2Fma : OfWord {
  static __device__ __half2 halves(Word word) {
    return __halves2half2(__ushort_as_half(static_cast<unsigned short>(word)),
                          __ushort_as_half(static_cast<unsigned short>(word >> 16U)));
  }
  __half2 pair;
  __device__ void start(Word word, const Operands&) { pair = halves(0x3C003C00U | (word & 0x03FF03FFU)); }
  __device__ void step(bool, const Operands& o) { pair = __hfma2(pair, halves(o.a), halves(o.b)); }
  __device__ double end() const {
    return Word{__half_as_ushort(__low2half(pair))} | Word{__half_as_ushort(__high2half(pair))} << 16U;
  }
};

/// Bits of halves below 2048 are integers: the sum of two is the bits of the sum, and nothing is rounded.
struct Half2Add : Half2Fma {
  __device__ void start(Word word, const Operands&) { pair = halves(word & 0x007F007FU); }
  __device__ void step(bool odd, const Operands& o) {
    pair = odd ? __hsub2(pair, halves(o.a)) : __hadd2(pair, halves(o.a));
  }
};

struct DoubleFma : OfFloat {
  double wide;
  __device__ void start(Word word, const Operands& o) {
    OfFloat::start(word, o);
    wide = x;
  }
  __device__ void step(bool, const Operands& o) {
    wide = __fma_rn(wide, double{__uint_as_float(o.a)}, double{__uint_as_float(o.b)});
  }
  __device__ double end() const { return wide; }
};

// The plain functions add steps for numbers below 2^-126, which these leave out.
struct ReciprocalRoot : OfFloat {
  __device__ void step(bool, const Operands&) { asm("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x)); }
};

struct Root : OfFloat {
  __device__ void step(bool, const Operands&) { asm("sqrt.approx.ftz.f32 %0, %0;" : "+f"(x)); }
};

struct Exp2 : OfFloat {
  __device__ void step(bool, const Operands&) {
    x = -x;
    asm("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
  }
};

struct Divide : OfWord {
  __device__ void start(Word word, const Operands&) { x = word >> 16U | 1U; }
  __device__ void step(bool, const Operands& o) { x = o.a / x; }
};

// From unsigned and to signed integers: the compilers leave out conversions there and back to one type.
struct Convert : OfWord {
  __device__ void start(Word word, const Operands&) { x = word >> 2U; }
  __device__ void step(bool odd, const Operands&) {
    float value = __uint_as_float(x);
    if (odd) {
      asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(x) : "f"(value));
    } else {
      asm("cvt.rn.f32.u32 %0, %1;" : "=f"(value) : "r"(x));
      x = __float_as_uint(value);
    }
  }
};

/// In the order of reference::Arithmetic.
using Operations = std::tuple<Add, Multiply, MultiplyAdd, Minimum, Minimum3, Shift, FunnelShift, PackedMinimum,
                              PackedMinimum3, FloatAdd, FloatMultiply, FloatFma, Half2Fma, Half2Add, DoubleFma,
                              ReciprocalRoot, Root, Exp2, Divide, Convert>;
static_assert(std::tuple_size_v<Operations> == reference::arithmetic_names.size());

/// Calls `use` with an object of the operation's type.
template <class Use> inline void with_operation(Op op, const Use& use) {
  std::apply(
      [&, number = 0](const auto&... operation) mutable {
        ((static_cast<int>(op) == number++ ? use(operation) : void()), ...);
      },
      Operations{});
}

/// Takes every chain `steps` steps further, a multiple of `group_steps`.
template <class Operation, unsigned count>
__device__ void follow(Operation (&chains)[count], unsigned steps, const Operands& operands) {
#pragma unroll 1
  for (unsigned group = 0; group < steps / group_steps; ++group) {
#pragma unroll
    for (unsigned step = 0; step < group_steps; ++step) {
#pragma unroll
      for (unsigned i = 0; i < count; ++i) chains[i].step(step % 2 != 0, operands);
    }
  }
}

}  // namespace arithmetic::inline RUNGS_BACKEND

#endif
