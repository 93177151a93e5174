// Integer intrinsics and vector types.
#include <rungs/device.hpp>
#include "probe.hpp"

PROBE("`__popc`, `__popcll`, `__clz`, `__clzll`, `__ffs`, `__ffsll`, `__brev`, `__brevll`, `__fns`") {
  CHECK(__popc(0xF0F0) == 8 && __popcll(~0ULL) == 64 && __clz(1) == 31 && __clz(0) == 32 && __clzll(1) == 63);
  CHECK(__ffs(0) == 0 && __ffs(8) == 4 && __ffsll(1LL << 40) == 41 && __brev(1) == 0x80000000U &&
        __brevll(1) == 1ULL << 63);
  CHECK(__brev(0x12345678) == 0x1E6A2C48U);
  CHECK(__fns(0xF0, 0, 2) == 5 && __fns(0xF0, 7, -2) == 6 && __fns(0xF0, 0, 9) == 0xFFFFFFFF);
}
PROBE("`__funnelshift_l`, `_lc`, `_r`, `_rc`, `__byte_perm`") {
  CHECK(__funnelshift_l(0x80000001, 0x40000000, 1) == 0x80000001U && __funnelshift_lc(1, 2, 32) == 1U);
  CHECK(__funnelshift_r(1, 2, 32) == 1U && __funnelshift_rc(1, 2, 40) == 2U);
  CHECK(__funnelshift_l(1, 2, 32) == 2U && __funnelshift_r(0x80000001, 1, 1) == 0xC0000000U);
  CHECK(__byte_perm(0x33221100, 0x77665544, 0x7160) == 0x77116600U);
  CHECK(__byte_perm(0x000080FF, 0x0000007F, 0x4C98) == 0x7F00FFFFU);
}
PROBE("`__umulhi`, `__mulhi`, `__umul64hi`, `__mul64hi`, `__umul24`, `__mul24`") {
  CHECK(__umulhi(0xFFFFFFFF, 0xFFFFFFFF) == 0xFFFFFFFEU && __mulhi(-1, 2) == -1 && __mul64hi(-1LL, 2LL) == -1);
  CHECK(__umul64hi(~0ULL, ~0ULL) == ~0ULL - 1 && __umul24(0xFF000003, 0x01000002) == 6U && __mul24(-3, 5) == -15);
}
PROBE("`__sad`, `__usad`, `__hadd`, `__rhadd`, `__uhadd`, `__urhadd`") {
  CHECK(__sad(-2, 3, 1) == 6 && __usad(2, 3, 1) == 2 && __uhadd(0xFFFFFFFF, 1) == 0x80000000U);
  CHECK(__hadd(-3, 2) == -1 && __rhadd(-3, 2) == 0 && __urhadd(1, 2) == 2);
}
PROBE("`__dp4a`, signed and unsigned") {
  CHECK(__dp4a(0x01020304U, 0x01010101U, 5U) == 15U && __dp4a(static_cast<int>(0xFF020304), 0x01010101, 0) == 8);
}
PROBE(
    "`__vadd4`, `__vsub2`, `__vminu4`, `__vmaxs2`, `__vabsdiffu4`, `__vcmpgtu4`, `__vsetlts2`, `__vsadu4`, "
    "...") {
  CHECK(__vadd4(0x01FF0203, 0x01010101) == 0x02000304 && __vsub2(0x00010002, 0x00020001) == 0xFFFF0001);
  CHECK(__vminu4(0x01FF0203, 0x02020202) == 0x01020202 && __vmaxs2(0xFFFF0001, 0x00000002) == 0x00000002);
  CHECK(__vabsdiffu4(0x01050000, 0x02010000) == 0x01040000 && __vcmpgtu4(0x02000000, 0x01010000) == 0xFF000000);
  CHECK(__vsetlts2(0xFFFF0001, 0) == 0x00010000 && __vsadu4(0x01020304, 0x04030201) == 8);
  CHECK(__vadd2(0x0001FFFF, 0x80000001) == 0x80010000 && __vsub4(0x00800102, 0x01800203) == 0xFF00FFFF);
  CHECK(__vminu2(0x80000001, 0x7FFF0002) == 0x7FFF0001 && __vmaxu2(0x80000001, 0x7FFF0002) == 0x80000002);
  CHECK(__vmins2(0x80000001, 0x7FFF0002) == 0x80000001 && __vmaxu4(0x80017F00, 0x7F02FF01) == 0x8002FF01);
  CHECK(__vmins4(0x80017F00, 0x7F02FF01) == 0x8001FF00 && __vmaxs4(0x80017F00, 0x7F02FF01) == 0x7F027F01);
  CHECK(__vabsdiffu2(0xFFFF0002, 0x00010005) == 0xFFFE0003 && __vcmpgtu2(0x80000001, 0x7FFF0001) == 0xFFFF0000);
  CHECK(__vsetlts4(0x80017F00, 0x7F02FF00) == 0x01010000);
}
PROBE("`__vabs2`, `__vneg4`, `__vavgu4`, `__vavgs2`, `__vaddus4`, `__vsubss2`") {
  CHECK(__vabs2(0xFFFE0002) == 0x00020002 && __vneg4(0x01FF0002) == 0xFF0100FE &&
        __vavgu4(0x01020304, 0x02020202) == 0x02020303);
  CHECK(__vavgs2(0xFFFD0001, 0x00000002) == 0xFFFE0002 && __vaddus4(0xFF000001, 0x01000001) == 0xFF000002);
  CHECK(__vsubss2(0x80000005, 0x00010002) == 0x80000003 && __vaddss2(0x80007FFF, 0xFFFF0001) == 0x80007FFF);
  CHECK(__vsubus2(0x00018000, 0x00027FFF) == 0x00000001 && __vavgu4(0xFF020304, 0x01020202) == 0x80020303);
}
PROBE("`__viaddmin_u16x2`, `__viaddmax_u16x2`, `__vimin3_u16x2`, `__vimax3_u16x2`, `__vimin3_s32`, `__vimax3_s32`") {
  CHECK(__vimax3_s32(-3, -1, -2) == -1 && __vimin3_s32(-3, 1, 2) == -3);
  CHECK(__vimin3_u16x2(0x80000003, 0x7FFF0002, 0x90000001) == 0x7FFF0001 &&
        __vimax3_u16x2(0x80000003, 0x7FFF0002, 0x00010001) == 0x80000003);
  CHECK(__viaddmin_u16x2(0xFFFF0001, 0x00020002, 0x80000002) == 0x00010002 &&
        __viaddmax_u16x2(0xFFFF0001, 0x00020002, 0x00058000) == 0x00058000);
}
PROBE("`long long`, `__int128`, `size_t`, bit fields") {
  const auto product = static_cast<unsigned __int128>(~0ULL) * 2;
  struct {
    unsigned a : 3, b : 5;
  } bits{9 & 7, 17};
  CHECK(static_cast<unsigned long long>(product >> 64) == 1 && bits.a == 1 && bits.b == 17 && sizeof(size_t) == 8);
}
PROBE("`char1` to `double4` with `make_` functions and CUDA's alignments; `uint3`, `dim3`") {
  const float4 f = make_float4(1, 2, 3, 4);
  const uchar4 u = make_uchar4(1, 2, 3, 4);
  const longlong2 l = make_longlong2(5, 6);
  const ushort3 s = make_ushort3(7, 8, 9);
  const dim3 d(2, 3);
  CHECK(f.w == 4 && u.z == 3 && l.y == 6 && s.z == 9 && d.z == 1 && d.y == 3 && make_char1(3).x == 3);
  CHECK(alignof(float4) == 16 && alignof(uchar4) == 4 && sizeof(ushort3) == 6 && alignof(double2) == 16 &&
        alignof(int3) == 4);
  CHECK(sizeof(float3) == 12 && alignof(ushort4) == 8 && alignof(ulonglong2) == 16 && sizeof(uint2) == 8);
}
PROBE("`constexpr` functions, lambdas, templates, classes with virtual-free inheritance, recursion") {
  struct Base {
    int a;
  };
  struct Derived : Base {
    __device__ int twice() const { return 2 * a; }
  };
  const auto add = [](auto x, auto y) { return x + y; };
  const Derived d{{21}};
  CHECK(d.twice() == 42 && add(1, 2.5) == 3.5);
}
