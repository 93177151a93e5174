// Half precision and bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <rungs/device.hpp>
#include "probe.hpp"

using probes::near, probes::sum_of;

__device__ unsigned bits(__half a) { return __half_as_ushort(a); }
__device__ unsigned bits(__nv_bfloat16 a) { return __bfloat16_as_ushort(a); }

PROBE("`__half` operators, rounded to nearest even; compound assignment, increment, negation") {
  __half a = __float2half(1.5F);
  CHECK(bits(a + __float2half(0x1p-11F)) == 0x3E00);  // a tie, to even
  CHECK(bits(a + __float2half(0x1.8p-11F)) == 0x3E01 && __half2float(a * a - a / a) == 1.25F);
  CHECK(bits(__float2half(65504.0F) + __float2half(16.0F)) == 0x7C00);
  a += __float2half(1.5F);
  a *= a;
  ++a;
  a -= __float2half(4.0F);
  a /= __float2half(-2.0F);
  CHECK(__half2float(-a) == 3.0F);
}
PROBE("`__half` comparisons, also with NaN; `__heq`, `__hlt`, ... and the unordered `__hequ`, `__hltu`, ...") {
  const __half a = __float2half(1.0F), b = __float2half(2.0F), n = __ushort_as_half(0x7E00);
  CHECK(a < b && a <= b && b > a && b >= a && a != b && a == a && !(n == n) && n != n && !(n < a));
  CHECK(__hlt(a, b) && __hle(a, a) && __hgt(b, a) && __hge(b, b) && __heq(a, a) && __hne(a, b));
  CHECK(!__heq(n, n) && __hequ(n, a) && __hltu(a, n) && !__hne(a, n) && __hneu(a, n));
}
PROBE("`__half` from and to `float`, `double`, `int`, by construction and conversion; `half`, `half2` as names") {
  const half a = 1.5F, b(2), c(0.1);
  const float f = a;
  CHECK(f == 1.5F && static_cast<int>(b) == 2 && bits(c) == 0x2E66 && static_cast<float>(b) == 2.0F);
  CHECK(static_cast<bool>(a) && static_cast<int>(__half(-3.9F)) == -3 && sizeof(half2) == 4 && alignof(half2) == 4);
}
PROBE("`__float2half_rn`, `_rz`, `_rd`, `_ru`, of subnormals, ties, overflow, NaN; `__double2half` rounds once") {
  CHECK(bits(__float2half(0x1p-24F)) == 1 && bits(__float2half(0x1p-25F)) == 0 && bits(__float2half(NAN)) == 0x7FFF);
  CHECK(bits(__float2half_rn(65519.0F)) == 0x7BFF && bits(__float2half(65520.0F)) == 0x7C00);
  CHECK(bits(__float2half_rz(-1.0009F)) == 0xBC00 && bits(__float2half_rd(-1.0001F)) == 0xBC01);
  CHECK(bits(__float2half_rz(1e9F)) == 0x7BFF && bits(__float2half_ru(1e-9F)) == 1);
  CHECK(bits(__double2half(1.0 + 0x1p-11 + 0x1p-40)) == 0x3C01 && bits(__double2half(1.0 + 0x1p-11)) == 0x3C00);
}
PROBE("`__half2int_rn`, `_rz`, `_rd`, `_ru`, `__int2half_rn`, also of `uint`, `short`, `ll`") {
  const __half a = __float2half(-2.5F);
  CHECK(__half2int_rn(a) == -2 && __half2int_rz(a) == -2 && __half2int_rd(a) == -3 && __half2int_ru(a) == -2);
  CHECK(__half2uint_rn(a) == 0 && __half2short_rd(a) == -3 && __half2ll_rd(a) == -3);
  CHECK(bits(__int2half_rn(2049)) == 0x6800 && bits(__int2half_ru(2049)) == 0x6801);
  CHECK(bits(__uint2half_rn(70000)) == 0x7C00 && bits(__ll2half_rn(-1)) == 0xBC00);
}
PROBE("`__hadd`, `__hsub`, `__hmul`, `__hdiv`, `__hneg`, `__habs`, `__hadd_sat`, `__hmul_sat`, `__hfma_relu`, ...") {
  const __half a = __float2half(3.0F), b = __float2half(-2.0F);
  CHECK(__half2float(__hadd(a, b)) == 1.0F && __half2float(__hsub(a, b)) == 5.0F);
  CHECK(__half2float(__hmul(a, b)) == -6.0F && __half2float(__hdiv(a, b)) == -1.5F);
  CHECK(__half2float(__hneg(a)) == -3.0F && __half2float(__habs(b)) == 2.0F && __half2float(__hadd_sat(a, a)) == 1.0F);
  CHECK(__half2float(__hmul_sat(a, b)) == 0.0F && __half2float(__hfma_relu(a, b, a)) == 0.0F);
}
PROBE("`__hfma` rounds once; `__hmax`, `__hmin` and `__hmax_nan`, `__hmin_nan`") {
  const __half a = __float2half(0x1.004p0F), n = __ushort_as_half(0x7E00);
  CHECK(bits(__hfma(a, a, __float2half(0x1p-24F))) == 0x3C02);
  CHECK(bits(__hmax(a, n)) == 0x3C01 && bits(__hmin(n, a)) == 0x3C01 && __hisnan(__hmax_nan(a, n)));
  CHECK(__hmin_nan(a, __hneg(a)) == __hneg(a));
}
PROBE("`hsqrt`, `hrsqrt`, `hrcp`, `hexp`, `hlog`, `hsin`, `hcos`, `hceil`, `hfloor`, `htrunc`, `hrint`, ...") {
  const __half a = __float2half(4.0F), b = __float2half(-2.5F);
  CHECK(__half2float(hsqrt(a)) == 2.0F && __half2float(hrsqrt(a)) == 0.5F && __half2float(hrcp(a)) == 0.25F);
  CHECK(near(__half2float(hexp(__float2half(1.0F))), 2.71828, 1e-3) && near(__half2float(hlog(a)), 1.38629, 1e-3));
  CHECK(near(__half2float(hcos(a)), -0.65364, 2e-3) && near(__half2float(hsin(a)), -0.7568, 2e-3));
  CHECK(__half2float(hceil(b)) == -2.0F && __half2float(hfloor(b)) == -3.0F && __half2float(hrint(b)) == -2.0F);
}
PROBE("`__half2` operators, comparisons; `__hadd2`, `__hsub2`, `__hmul2`, `__h2div`, `__hfma2`, `__hmax2`, ...") {
  const __half2 a = __floats2half2_rn(1.0F, -2.0F), b = __floats2half2_rn(4.0F, 8.0F);
  const __half2 c = __hfma2(__hadd2(a, b), __hsub2(b, a), __hmul2(a, b)), d = (a + b) * a - b / b;
  CHECK(__low2float(c) == 19.0F && __high2float(c) == 44.0F && __high2float(__h2div(b, a)) == -4.0F);
  CHECK(__low2float(d) == 4.0F && __high2float(d) == -13.0F && a < b && a != b && !(a == b));
  CHECK(__high2float(__habs2(a)) == 2.0F && __low2float(__hneg2(a)) == -1.0F);
  CHECK(__high2float(__hmax2(a, b)) == 8.0F && __high2float(__hmin2(a, b)) == -2.0F);
}
PROBE("`__heq2`, `__hbeq2`, `__heq2_mask`, ... of pairs; `h2sqrt`, `h2exp`, `h2rcp`, `h2floor`, ...") {
  const __half2 a = __floats2half2_rn(4.0F, 0.25F), b = __floats2half2_rn(4.0F, 3.0F), same = __heq2(a, b);
  CHECK(__low2float(same) == 1.0F && __high2float(same) == 0.0F && !__hbeq2(a, b) && __hble2(a, b));
  CHECK(__heq2_mask(a, b) == 0xFFFF && __hlt2_mask(a, b) == 0xFFFF0000 && near(__low2float(h2exp(a)), 54.598, 1e-3));
  CHECK(__high2float(h2sqrt(a)) == 0.5F && __low2float(h2rcp(a)) == 0.25F && __high2float(h2floor(a)) == 0.0F);
}
PROBE(
    "`__halves2half2`, `__half2half2`, `__low2half`, `__lowhigh2highlow`, `make_half2`, `__half22float2`, `.x`, ...") {
  const __half one = __float2half(1.0F), two = __float2half(2.0F);
  const __half2 a = __halves2half2(one, two), b = make_half2(two, one);
  CHECK(a.x == one && a.y == two && __low2half(b) == two && __high2half(b) == one);
  CHECK(__lowhigh2highlow(a) == b && __lows2half2(a, b) == a && __highs2half2(a, b) == b);
  CHECK(__half2half2(one) == __low2half2(a) && __high2half2(a) == __half2half2(two) && __half22float2(a).y == 2.0F);
}
PROBE("`__nv_bfloat16` operators, comparisons, conversions in all modes; `__hfma`, `__hmax`, `hexp`, ...") {
  __nv_bfloat16 a = __float2bfloat16(1.5F);
  a += __float2bfloat16(0x1p-8F);  // a tie, to even
  CHECK(bits(a) == 0x3FC0 && a == a && a > __float2bfloat16(1.0F) && static_cast<float>(-a) == -1.5F);
  CHECK(bits(__nv_bfloat16(3)) == 0x4040 && __bfloat162int_rd(-a) == -2 && __bfloat162float(a * a / a - a) == 0.0F);
  CHECK(bits(__float2bfloat16_rn(3.4e38F)) == 0x7F80 && bits(__float2bfloat16_rz(3.4e38F)) == 0x7F7F);
  CHECK(bits(__float2bfloat16_ru(1.0001F)) == 0x3F81 && bits(__float2bfloat16_rd(-1.0001F)) == 0xBF81);
  CHECK(__bfloat162float(__hfma(a, a, a)) == 3.75F && __hmax(a, -a) == a && __hlt(-a, a) && hsqrt(__hmul(a, a)) == a);
  CHECK(near(__bfloat162float(hexp(a)), 4.4817, 4e-3));
}
PROBE("`__nv_bfloat162`: operators, `__hfma2`, `__floats2bfloat162_rn`, `__bfloat1622float2`, ...") {
  const __nv_bfloat162 a = __floats2bfloat162_rn(1.0F, 2.0F), b = __float2bfloat162_rn(3.0F);
  const float2 f = __bfloat1622float2(__hfma2(a, b, a + b));
  CHECK(f.x == 7.0F && f.y == 11.0F && __low2float(a) == 1.0F && __high2bfloat16(a) == __float2bfloat16(2.0F));
  CHECK(__hbeq2(a, __halves2bfloat162(a.x, a.y)));
}
PROBE("`atomicAdd` and shuffles of `__half`, `__half2`, `__nv_bfloat16`") {
  const __half mine = __int2half_rn(static_cast<int>(threadIdx.x));
  CHECK(__half2int_rn(__shfl_sync(0xFFFFFFFF, mine, 3)) == static_cast<int>(threadIdx.x / 32 * 32 + 3));
  CHECK(__half2int_rn(__shfl_xor_sync(0xFFFFFFFF, __half2half2(mine), 1).y) == static_cast<int>(threadIdx.x ^ 1));
  CHECK(__half2float(sum_of(__float2half(1.0F), __float2half(0.0F))) == 64.0F);
  CHECK(__high2float(sum_of(__floats2half2_rn(1.0F, 2.0F), __float2half2_rn(0.0F))) == 128.0F);
  const __nv_bfloat16 one = __shfl_sync(0xFFFFFFFF, __float2bfloat16(1.0F), 0);
  CHECK(__bfloat162float(sum_of(one, __float2bfloat16(0.0F))) == 64.0F);
}
