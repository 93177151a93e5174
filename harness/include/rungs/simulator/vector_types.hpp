// CUDA's vector types with CUDA's alignments, their make_ functions, and the variables threadIdx, blockIdx,
// blockDim and gridDim: set by the scheduler when it switches threads, read by kernels.
#pragma once

namespace rungs::simulator::subset {

// A macro, because fifty structs differ only in name, element and alignment.
#define RUNGS_VECTORS(name, element)                                                      \
  struct name##1 {                                                                        \
    element x;                                                                            \
  };                                                                                      \
  struct alignas(2 * sizeof(element)) name##2 {                                           \
    element x, y;                                                                         \
  };                                                                                      \
  struct name##3 {                                                                        \
    element x, y, z;                                                                      \
  };                                                                                      \
  struct alignas(sizeof(element) == 8 ? 16 : 4 * sizeof(element)) name##4 {               \
    element x, y, z, w;                                                                   \
  };                                                                                      \
  constexpr name##1 make_##name##1(element x) { return {x}; }                             \
  constexpr name##2 make_##name##2(element x, element y) { return {x, y}; }               \
  constexpr name##3 make_##name##3(element x, element y, element z) { return {x, y, z}; } \
  constexpr name##4 make_##name##4(element x, element y, element z, element w) { return {x, y, z, w}; }

RUNGS_VECTORS(char, signed char)
RUNGS_VECTORS(uchar, unsigned char)
RUNGS_VECTORS(short, short)
RUNGS_VECTORS(ushort, unsigned short)
RUNGS_VECTORS(int, int)
RUNGS_VECTORS(uint, unsigned)
RUNGS_VECTORS(long, long)
RUNGS_VECTORS(ulong, unsigned long)
RUNGS_VECTORS(longlong, long long)
RUNGS_VECTORS(ulonglong, unsigned long long)
RUNGS_VECTORS(float, float)
RUNGS_VECTORS(double, double)

#undef RUNGS_VECTORS

/// Size of a grid or a block; missing values are 1.
struct dim3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;

  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}  // NOLINT: as CUDA's
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}                                         // NOLINT: as CUDA's
  constexpr operator uint3() const { return {x, y, z}; }                                      // NOLINT: as CUDA's
};

// Not const, since the scheduler writes them. nvcc rejects a kernel that writes them.
extern constinit thread_local uint3 threadIdx;
extern constinit thread_local uint3 blockIdx;
extern constinit thread_local dim3 blockDim;
extern constinit thread_local dim3 gridDim;
inline constexpr int warpSize = 32;

}  // namespace rungs::simulator::subset

namespace rungs::simulator {

/// Start of the running block's dynamic shared memory; nullptr outside a kernel.
extern constinit thread_local void* dynamic_shared_memory;

}  // namespace rungs::simulator
