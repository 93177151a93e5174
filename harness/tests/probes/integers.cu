// Integer intrinsics and vector types.
#include <rungs/device.hpp>
#include "probe.hpp"

PROBE("`__popc`, `__popcll`, `__clz`, `__clzll`, `__ffs`, `__ffsll`, `__brev`, `__brevll`, `__fns`") {
  CHECK(__popc(0xF0F0) == 8 && __popcll(~0ULL) == 64 && __clz(1) == 31 && __clz(0) == 32 && __clzll(1) == 63);
  CHECK(__ffs(0) == 0 && __ffs(8) == 4 && __ffsll(1LL << 40) == 41 && __brevll(1) == 1ULL << 63);
  CHECK(__brev(0x12345678) == 0x1E6A2C48U && __fns(0xF0, 0, 2) == 5 && __fns(0xF0, 7, -2) == 6);
}
PROBE("`__funnelshift_l`, `_lc`, `_r`, `_rc`, `__byte_perm`") {
  CHECK(__funnelshift_l(0x80000001, 0x40000000, 1) == 0x80000001U && __funnelshift_lc(1, 2, 32) == 1U);
  CHECK(__funnelshift_r(1, 2, 32) == 1U && __funnelshift_rc(1, 2, 40) == 2U);
  CHECK(__funnelshift_l(1, 2, 32) == 2U && __funnelshift_r(0x80000001, 1, 1) == 0xC0000000U);
  CHECK(__byte_perm(0x33221100, 0x77665544, 0x7160) == 0x77116600U);
  CHECK(__byte_perm(0x000080FF, 0x0000007F, 0x4C98) == 0x7F00FFFFU);
}
PROBE("`__umulhi`, `__mulhi`, `__umul64hi`, `__mul64hi`, `__umul24`, `__mul24`, `__sad`, `__usad`, `__uhadd`, ...") {
  CHECK(__umulhi(0xFFFFFFFF, 0xFFFFFFFF) == 0xFFFFFFFEU && __mulhi(-1, 2) == -1 && __mul64hi(-1LL, 2LL) == -1);
  CHECK(__umul64hi(~0ULL, ~0ULL) == ~0ULL - 1 && __umul24(0xFF000003, 0x01000002) == 6U && __mul24(-3, 5) == -15);
  CHECK(__sad(-2, 3, 1) == 6 && __usad(2, 3, 1) == 2 && __uhadd(0xFFFFFFFF, 1) == 0x80000000U);
  CHECK(__hadd(-3, 2) == -1 && __rhadd(-3, 2) == 0 && __urhadd(1, 2) == 2);
}
PROBE("`__dp4a`, `__dp2a_lo`, `__dp2a_hi`, signed and unsigned") {
  CHECK(__dp4a(0x01020304U, 0x01010101U, 5U) == 15U && __dp4a(static_cast<int>(0xFF020304), 0x01010101, 0) == 8);
  CHECK(__dp2a_lo(static_cast<int>(0xFFFF0002), 0x0505'0203, 1) == 5 && __dp2a_hi(0x00010002U, 0x05070203U, 1U) == 20U);
}
PROBE("`__vadd4`, `__vsub2`, `__vminu2`, `__vmaxs4`, `__vabsdiffu4`, `__vcmpgtu4`, `__vsetlts2`, `__vsadu4`, ...") {
  CHECK(__vadd4(0x01FF0203, 0x01010101) == 0x02000304 && __vsub2(0x00010002, 0x00020001) == 0xFFFF0001);
  CHECK(__vabsdiffu4(0x01050000, 0x02010000) == 0x01040000 && __vcmpgtu4(0x02000000, 0x01010000) == 0xFF000000);
  CHECK(__vsetlts2(0xFFFF0001, 0) == 0x00010000 && __vsadu4(0x01020304, 0x04030201) == 8);
  CHECK(__vminu2(0x80000001, 0x7FFF0002) == 0x7FFF0001 && __vmaxu2(0x80000001, 0x7FFF0002) == 0x80000002);
  CHECK(__vmins2(0x80000001, 0x7FFF0002) == 0x80000001 && __vmaxu4(0x80017F00, 0x7F02FF01) == 0x8002FF01);
  CHECK(__vmins4(0x80017F00, 0x7F02FF01) == 0x8001FF00 && __vmaxs4(0x80017F00, 0x7F02FF01) == 0x7F027F01);
}
PROBE("`__vabs2`, `__vneg4`, `__vavgu4`, `__vavgs2`, `__vaddus4`, `__vsubss2`, ...") {
  CHECK(__vabs2(0xFFFE0002) == 0x00020002 && __vneg4(0x01FF0002) == 0xFF0100FE);
  CHECK(__vavgs2(0xFFFD0001, 0x00000002) == 0xFFFE0002 && __vaddus4(0xFF000001, 0x01000001) == 0xFF000002);
  CHECK(__vsubss2(0x80000005, 0x00010002) == 0x80000003 && __vaddss2(0x80007FFF, 0xFFFF0001) == 0x80007FFF);
  CHECK(__vsubus2(0x00018000, 0x00027FFF) == 0x00000001 && __vavgu4(0xFF020304, 0x01020202) == 0x80020303);
}
PROBE("`__viaddmax_s32`, `__vimin3_u32`, `__vimax3_s16x2_relu`, ...") {
  CHECK(__viaddmin_u32(0xFFFFFFFF, 2, 5) == 1U && __viaddmax_s32(2147483647, 1, 5) == 5 && __vimin3_u32(3, 1, 2) == 1U);
  CHECK(__vimax3_s32(-3, -1, -2) == -1 && __vimin3_s32_relu(-3, 1, 2) == 0);
  CHECK(__vimin3_u16x2(0x80000003, 0x7FFF0002, 0x90000001) == 0x7FFF0001);
  CHECK(__vimax3_u16x2(0x80000003, 0x7FFF0002, 0x00010001) == 0x80000003);
  CHECK(__vimax3_s16x2_relu(0xFFFF0001, 0xFFFE0003, 0xFFFD0002) == 3U);
  CHECK(__viaddmin_u16x2(0xFFFF0001, 0x00020002, 0x80000002) == 0x00010002);
  CHECK(__viaddmax_s16x2_relu(0x80000001, 0xFFFF0002, 0xFFFF0007) == 0x7FFF0007);
}
PROBE("`__int128`, `size_t`; `char1` to `double4` with `make_` functions and CUDA's alignments; `uint3`, `dim3`") {
  const auto product = static_cast<unsigned __int128>(~0ULL) * 2;
  CHECK(static_cast<unsigned long long>(product >> 64) == 1 && sizeof(size_t) == 8);
  const float4 f = make_float4(1, 2, 3, 4);
  const uchar4 u = make_uchar4(1, 2, 3, 4);
  const dim3 d(2, 3);
  CHECK(f.w == 4 && u.z == 3 && make_longlong2(5, 6).y == 6 && make_ushort3(7, 8, 9).z == 9 && d.z == 1 && d.y == 3);
  CHECK(alignof(float4) == 16 && alignof(uchar4) == 4 && sizeof(ushort3) == 6 && alignof(double2) == 16);
  CHECK(sizeof(float3) == 12 && alignof(ushort4) == 8 && alignof(ulonglong2) == 16 && alignof(int3) == 4);
}
