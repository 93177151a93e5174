// Floating-point functions and intrinsics.
#include <math_constants.h>
#include <rungs/device.hpp>
#include "probe.hpp"

using probes::near;

PROBE("`__expf`, `__exp10f`, `__logf`, `__log2f`, `__log10f`, `__powf`") {
  CHECK(near(__expf(1.0F), 2.718281828) && near(__exp10f(2.0F), 100) && near(__logf(10.0F), 2.302585));
  CHECK(near(__log2f(8.0F), 3) && near(__log10f(1000.0F), 3) && near(__powf(2.0F, 0.5F), 1.41421356));
}
PROBE("`__sinf`, `__cosf`, `__tanf`, `__sincosf`") {
  float s = 0, c = 0;
  __sincosf(1.0F, &s, &c);
  CHECK(near(s, 0.841471) && near(c, 0.540302) && near(__sinf(1.0F), s) && near(__cosf(1.0F), c));
  CHECK(near(__tanf(1.0F), 1.557408));
}
PROBE("`__fdividef`, `fdividef`, `__frcp_rn`, `__frsqrt_rn`, `__fsqrt_rn`") {
  CHECK(near(__fdividef(1.0F, 3.0F), 0.3333333) && near(fdividef(1.0F, 3.0F), 0.3333333));
  CHECK(__frcp_rn(8.0F) == 0.125F && __frsqrt_rn(4.0F) == 0.5F && __fsqrt_rn(9.0F) == 3.0F);
}
PROBE("`__saturatef`") {
  CHECK(__saturatef(2.0F) == 1.0F && __saturatef(-1.0F) == 0.0F && __saturatef(CUDART_NAN_F) == 0.0F);
}
PROBE("`rsqrtf`, `rsqrt`") { CHECK(near(rsqrtf(4.0F), 0.5) && near(rsqrt(16.0), 0.25)); }
PROBE("`sincosf`, `sincos`") {
  float s = 0, c = 0;
  double t = 0, d = 0;
  sincosf(1.0F, &s, &c);
  sincos(1.0, &t, &d);
  CHECK(near(s, 0.841471) && near(c, 0.540302) && near(t, 0.841471) && near(d, 0.540302));
}
PROBE("`expf`, `exp2f`, `exp10f`, `log1pf`, `powf`, `cbrtf`, `hypotf`, `erff`, `lgammaf`, `atan2f`, ...") {
  CHECK(near(expf(1.0F), 2.718281828) && exp2f(3.0F) == 8.0F && near(exp10f(2.0F), 100) &&
        near(log1pf(1.0F), 0.6931472));
  CHECK(near(powf(2.0F, 0.5F), 1.41421356) && near(cbrtf(27.0F), 3) && near(hypotf(3.0F, 4.0F), 5));
  CHECK(near(erff(1.0F), 0.8427008) && near(lgammaf(4.0F), 1.7917595) && near(atan2f(1.0F, 1.0F), 0.7853982));
}
PROBE(
    "`fmaf`, `fminf`, `fmaxf`, `fabsf`, `floorf`, `ceilf`, `rintf`, `truncf`, `copysignf`, `fmodf`, "
    "`ldexpf`") {
  CHECK(fmaf(2.0F, 3.0F, 1.0F) == 7.0F && fminf(1.0F, CUDART_NAN_F) == 1.0F && fmaxf(1.0F, 2.0F) == 2.0F);
  CHECK(fabsf(-1.0F) == 1.0F && floorf(-1.5F) == -2.0F && ceilf(-1.5F) == -1.0F && rintf(2.5F) == 2.0F);
  CHECK(truncf(-1.5F) == -1.0F && copysignf(1.0F, -2.0F) == -1.0F && fmodf(7.0F, 4.0F) == 3.0F &&
        ldexpf(1.0F, 4) == 16.0F);
}
PROBE("`isnan`, `isinf`, `isfinite`, `signbit`, `nanf`, `abs`, `round`, `lrintf`, `INFINITY`") {
  CHECK(isnan(nanf("")) && isinf(INFINITY) && isfinite(1.0F) && signbit(-1.0F) && abs(-2.5F) == 2.5F && abs(-3) == 3);
  CHECK(round(2.5) == 3.0 && lrintf(2.5F) == 2);
}
PROBE("`min` and `max` of mixed types and with NaN, `umin`, `llmax`, `ullmin`") {
  CHECK(min(3, 4) == 3 && max(-1, 4U) == 0xFFFFFFFFU && min(1.0F, CUDART_NAN_F) == 1.0F && max(1.0F, 2.0) == 2.0);
  CHECK(min(5LL, 4ULL) == 4ULL && max(static_cast<unsigned char>(3), static_cast<unsigned char>(250)) == 250);
  CHECK(umin(1U, 2U) == 1U && llmax(-1LL, -2LL) == -1 && ullmin(1ULL, 2ULL) == 1);
}
PROBE("`__fadd_rn`, `_rz`, `_rd`, `_ru`, and `__fsub`, `__fmul`, `__fdiv`") {
  CHECK(__fadd_rz(1.0F, 0x1p-30F) == 1.0F && __fadd_ru(1.0F, 0x1p-30F) == 0x1.000002p0F);
  CHECK(__fadd_rd(-1.0F, -0x1p-30F) == -0x1.000002p0F && __fsub_ru(1.0F, 0x1p-30F) == 1.0F);
  CHECK(__fmul_ru(1.1F, 1.1F) > __fmul_rd(1.1F, 1.1F) && __fdiv_ru(1.0F, 3.0F) > __fdiv_rz(1.0F, 3.0F));
  CHECK(__fadd_rn(1.0F, 0x1p-30F) == 1.0F);
}
PROBE("`__fmaf_rn`, `_rz`, `_rd`, `_ru`; `__frcp`, `__fsqrt` in all modes") {
  CHECK(__fmaf_ru(1.0F, 1.0F, 0x1p-30F) == 0x1.000002p0F && __fmaf_rz(-1.0F, 1.0F, -0x1p-30F) == -1.0F);
  CHECK(__frcp_ru(3.0F) > __frcp_rd(3.0F) && __fsqrt_ru(2.0F) > __fsqrt_rz(2.0F));
}
PROBE("`__dadd`, `__dsub`, `__dmul`, `__ddiv`, `__fma`, `__drcp`, `__dsqrt` in all modes") {
  CHECK(__dadd_ru(1.0, 0x1p-60) > 1.0 && __dadd_rz(1.0, 0x1p-60) == 1.0 && __dsub_rd(1.0, 0x1p-60) < 1.0);
  CHECK(__dmul_ru(1.1, 1.1) > __dmul_rd(1.1, 1.1) && __ddiv_ru(1.0, 3.0) > __ddiv_rz(1.0, 3.0));
  CHECK(__fma_ru(1.0, 1.0, 0x1p-60) > 1.0 && __fma_rn(2.0, 3.0, 1.0) == 7.0 && __drcp_rn(4.0) == 0.25 &&
        __dsqrt_rn(4.0) == 2.0);
}
PROBE("`__float2int_rn`, `_rz`, `_rd`, `_ru`, saturating; `__float2uint_rn`, ...") {
  CHECK(__float2int_rn(2.5F) == 2 && __float2int_rz(-2.5F) == -2 && __float2int_rd(-2.5F) == -3 &&
        __float2int_ru(2.1F) == 3);
  CHECK(__float2int_rz(1e20F) == 2147483647 && __float2int_rn(CUDART_NAN_F) == 0 && __float2uint_rz(-3.0F) == 0U);
}
PROBE(
    "`__float2ll_rz`, `__float2ull_ru`, `__double2int_rd`, `__double2uint_rn`, `__double2ll_rn`, "
    "`__double2ull_rz`") {
  CHECK(__float2ll_rz(-1e10F) == -10000000000LL && __float2ull_ru(0.5F) == 1 && __double2int_rd(-0.5) == -1);
  CHECK(__double2uint_rn(2.5) == 2 && __double2ll_rn(1e300) == 9223372036854775807LL && __double2ull_rz(3.9) == 3);
}
PROBE("`__int2float_rn`, `_rz`, `_rd`, `_ru`, `__uint2float`, `__ll2float`, `__ull2float`, `__double2float`") {
  CHECK(__int2float_rn(16777217) == 16777216.0F && __int2float_ru(16777217) == 16777218.0F);
  CHECK(__uint2float_rz(0xFFFFFFFF) == 4294967040.0F && __ll2float_rd(-16777217LL) == -16777218.0F);
  CHECK(__double2float_ru(0.1) > __double2float_rd(0.1) && __ull2float_rn(1ULL << 40) == 0x1p40F);
}
PROBE("`__ll2double_rn`, `_rz`, ..., `__ull2double_rn`, `__int2double_rn`, `__uint2double_rn`") {
  CHECK(__ll2double_ru((1LL << 53) + 1) == 0x1p53 + 2 && __ll2double_rz((1LL << 53) + 1) == 0x1p53);
  CHECK(__int2double_rn(-3) == -3.0 && __uint2double_rn(3U) == 3.0 && __ull2double_rn(1ULL << 60) == 0x1p60);
}
PROBE(
    "`__float_as_uint`, `__int_as_float`, `__double_as_longlong`, `__double2hiint`, `__hiloint2double`, "
    "...") {
  CHECK(__float_as_uint(-1.0F) == 0xBF800000U && __int_as_float(0x3F800000) == 1.0F && __double_as_longlong(0.0) == 0);
  CHECK(__hiloint2double(__double2hiint(1.1), __double2loint(1.1)) == 1.1);
}
PROBE("`CUDART_INF_F`, `CUDART_NAN_F`, `CUDART_PI_F`, ... (`math_constants.h`)") {
  CHECK(CUDART_INF_F > 1e38F && isnan(CUDART_NAN_F) && near(CUDART_PI_F, 3.14159265) && CUDART_INF > 1e300);
}
