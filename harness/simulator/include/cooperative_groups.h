// Cooperative groups: the grid, the block, tiles of a warp, and lanes that are at the same
// place.
#pragma once

#include <cstring>
#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/barriers.hpp>
#include <rungs/simulator/bits.hpp>
#include <rungs/simulator/grid_sync.hpp>
#include <rungs/simulator/vector_types.hpp>
#include <rungs/simulator/warp.hpp>
#include <type_traits>

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

class grid_group {
 public:
  static void sync(rs::Site site = rs::Site::here()) { rs::GridSync::wait(num_blocks(), site); }
  [[nodiscard]] static unsigned long long num_blocks() {
    return 1ULL * rs::subset::gridDim.x * rs::subset::gridDim.y * rs::subset::gridDim.z;
  }
  [[nodiscard]] static unsigned long long block_rank() {
    const auto& at = rs::subset::blockIdx;
    return (1ULL * at.z * rs::subset::gridDim.y + at.y) * rs::subset::gridDim.x + at.x;
  }
  [[nodiscard]] static unsigned long long num_threads() { return num_blocks() * rs::block_threads(); }
  [[nodiscard]] static unsigned long long size() { return num_threads(); }
  [[nodiscard]] static unsigned long long thread_rank() {
    return block_rank() * rs::block_threads() + rs::thread_rank();
  }
  [[nodiscard]] static rs::subset::dim3 block_index() { return rs::subset::blockIdx; }
  [[nodiscard]] static rs::subset::dim3 dim_blocks() { return rs::subset::gridDim; }
  [[nodiscard]] static rs::subset::dim3 group_dim() { return rs::subset::gridDim; }
};

inline grid_group this_grid() { return {}; }

/// Some lanes of a warp, ranked by lane.
class lanes_group {
 public:
  explicit lanes_group(unsigned mask) : mask_(mask) {}

  [[nodiscard]] unsigned thread_rank() const { return rank_of(mask_ & ((1U << rs::thread_rank() % 32) - 1)); }
  [[nodiscard]] unsigned num_threads() const { return rank_of(mask_); }
  [[nodiscard]] unsigned size() const { return num_threads(); }

  void sync(rs::Site site = rs::Site::here()) const { rs::subset::__syncwarp(mask_, site); }
  /// The value of the thread with this rank; of any type that can be copied as bytes.
  template <class T> T shfl(T value, unsigned rank, rs::Site site = rs::Site::here()) const {
    static_assert(std::is_trivially_copyable_v<T>);
    const int lane = lane_of(rank % num_threads());
    for (std::size_t at = 0; at < sizeof(T); at += 4) {
      unsigned word = 0;
      const std::size_t bytes = sizeof(T) - at < 4 ? sizeof(T) - at : 4;
      std::memcpy(&word, reinterpret_cast<char*>(&value) + at, bytes);
      word = rs::subset::__shfl_sync(mask_, word, lane, 32, site);
      std::memcpy(reinterpret_cast<char*>(&value) + at, &word, bytes);
    }
    return value;
  }
  /// As shfl; the thread's own value where there is no such thread.
  template <class T> T shfl_up(T value, unsigned delta, rs::Site site = rs::Site::here()) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank < delta ? rank : rank - delta, site);
  }
  template <class T> T shfl_down(T value, unsigned delta, rs::Site site = rs::Site::here()) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank + delta < num_threads() ? rank + delta : rank, site);
  }
  template <class T> T shfl_xor(T value, unsigned ranks, rs::Site site = rs::Site::here()) const {
    return shfl(value, thread_rank() ^ ranks, site);
  }
  /// Bit i: the thread of rank i.
  [[nodiscard]] unsigned ballot(int predicate, rs::Site site = rs::Site::here()) const {
    return by_rank(rs::subset::__ballot_sync(mask_, predicate, site));
  }
  [[nodiscard]] int any(int predicate, rs::Site site = rs::Site::here()) const {
    return rs::subset::__any_sync(mask_, predicate, site);
  }
  [[nodiscard]] int all(int predicate, rs::Site site = rs::Site::here()) const {
    return rs::subset::__all_sync(mask_, predicate, site);
  }
  template <class T> [[nodiscard]] unsigned match_any(T value, rs::Site site = rs::Site::here()) const {
    return by_rank(rs::subset::__match_any_sync(mask_, value, site));
  }
  template <class T> [[nodiscard]] unsigned match_all(T value, int& all_match, rs::Site site = rs::Site::here()) const {
    return by_rank(rs::subset::__match_all_sync(mask_, value, &all_match, site));
  }

  [[nodiscard]] unsigned mask() const { return mask_; }

 private:
  [[nodiscard]] int lane_of(unsigned rank) const {
    return static_cast<int>(rs::subset::__fns(mask_, 0, static_cast<int>(rank) + 1));
  }
  static unsigned rank_of(unsigned lanes) { return static_cast<unsigned>(rs::subset::__popc(lanes)); }
  [[nodiscard]] unsigned by_rank(unsigned lanes) const {
    unsigned ranks = 0;
    for (unsigned rank = 0; rank < num_threads(); ++rank) ranks |= (lanes >> lane_of(rank) & 1U) << rank;
    return ranks;
  }
  unsigned mask_;
};

/// The caller's lane and its neighbours, aligned.
inline unsigned tile_of(unsigned size) {
  return (size == 32 ? 0xFFFFFFFFU : (1U << size) - 1) << rs::thread_rank() % 32 / size * size;
}

/// `Size` neighbouring lanes of a warp.
template <unsigned Size, class Parent = thread_block> class thread_block_tile : public lanes_group {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a power of two up to 32");

 public:
  thread_block_tile() : lanes_group(tile_of(Size)) {}
  [[nodiscard]] static unsigned thread_rank() { return rs::thread_rank() % Size; }
  [[nodiscard]] static constexpr unsigned num_threads() { return Size; }
  [[nodiscard]] static constexpr unsigned size() { return Size; }
  [[nodiscard]] static unsigned meta_group_rank() { return rs::thread_rank() / Size; }
  [[nodiscard]] static unsigned meta_group_size() { return (rs::block_threads() + Size - 1) / Size; }
};

template <unsigned Size, class Parent> thread_block_tile<Size, Parent> tiled_partition(const Parent&) { return {}; }

/// The threads that call it together: see active_lanes.
class coalesced_group : public lanes_group {
 public:
  using lanes_group::lanes_group;
};

inline coalesced_group coalesced_threads(rs::Site site = rs::Site::here()) {
  return coalesced_group(rs::active_lanes(site));
}

template <class Group> void sync(const Group& group, rs::Site site = rs::Site::here()) { group.sync(site); }

}  // namespace rungs_simulator
}  // namespace cooperative_groups
