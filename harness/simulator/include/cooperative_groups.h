// Cooperative groups: the block, and tiles of a warp.
#pragma once

#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/barriers.hpp>
#include <rungs/simulator/vector_types.hpp>
#include <rungs/simulator/warp.hpp>

namespace cooperative_groups {
inline namespace rungs_simulator {

namespace rs = ::rungs::simulator;

class thread_block {
 public:
  static void sync(rs::Site site = rs::Site::here()) { rs::block_barrier("thread_block::sync", site, false); }
  [[nodiscard]] static unsigned thread_rank() { return rs::thread_rank(); }
  [[nodiscard]] static unsigned num_threads() { return rs::block_threads(); }
  [[nodiscard]] static unsigned size() { return num_threads(); }
  [[nodiscard]] static rs::subset::dim3 group_index() { return rs::subset::blockIdx; }
  [[nodiscard]] static rs::subset::dim3 thread_index() { return rs::subset::threadIdx; }
  [[nodiscard]] static rs::subset::dim3 dim_threads() { return rs::subset::blockDim; }
  [[nodiscard]] static rs::subset::dim3 group_dim() { return dim_threads(); }
};

inline thread_block this_thread_block() { return {}; }

/// `Size` neighbouring lanes of a warp.
template <unsigned Size, class Parent = thread_block>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a power of two up to 32");

 public:
  [[nodiscard]] static unsigned thread_rank() { return rs::thread_rank() % Size; }
  [[nodiscard]] static constexpr unsigned num_threads() { return Size; }
  [[nodiscard]] static constexpr unsigned size() { return Size; }
  [[nodiscard]] static unsigned meta_group_rank() { return rs::thread_rank() / Size; }
  [[nodiscard]] static unsigned meta_group_size() { return (rs::block_threads() + Size - 1) / Size; }

  static void sync(rs::Site site = rs::Site::here()) { rs::subset::__syncwarp(mask(), site); }
  template <class T>
  static T shfl(T value, int source, rs::Site site = rs::Site::here()) {
    return rs::subset::__shfl_sync(mask(), value, source, Size, site);
  }
  template <class T>
  static T shfl_up(T value, unsigned delta, rs::Site site = rs::Site::here()) {
    return rs::subset::__shfl_up_sync(mask(), value, delta, Size, site);
  }
  template <class T>
  static T shfl_down(T value, unsigned delta, rs::Site site = rs::Site::here()) {
    return rs::subset::__shfl_down_sync(mask(), value, delta, Size, site);
  }
  template <class T>
  static T shfl_xor(T value, int lanes, rs::Site site = rs::Site::here()) {
    return rs::subset::__shfl_xor_sync(mask(), value, lanes, Size, site);
  }
  /// Bit i: thread i of the tile.
  static unsigned ballot(int predicate, rs::Site site = rs::Site::here()) {
    return rs::subset::__ballot_sync(mask(), predicate, site) >> first_lane();
  }
  static int any(int predicate, rs::Site site = rs::Site::here()) {
    return ballot(predicate, site) != 0 ? 1 : 0;
  }
  static int all(int predicate, rs::Site site = rs::Site::here()) {
    return ballot(predicate, site) == full ? 1 : 0;
  }
  template <class T>
  static unsigned match_any(T value, rs::Site site = rs::Site::here()) {
    return rs::subset::__match_any_sync(mask(), value, site) >> first_lane();
  }

 private:
  static constexpr unsigned full = Size == 32 ? 0xFFFFFFFFU : (1U << (Size % 32)) - 1;
  static unsigned first_lane() { return rs::thread_rank() % 32 / Size * Size; }
  static unsigned mask() { return full << first_lane(); }
};

template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

template <class Group>
void sync(const Group& group, rs::Site site = rs::Site::here()) {
  group.sync(site);
}

}  // namespace rungs_simulator
}  // namespace cooperative_groups
