// Asynchronous copies by a group: done when a thread waits for them. Each call is a batch.
#pragma once

#include <cooperative_groups.h>
#include <algorithm>
#include <cstddef>
#include <rungs/simulator/races.hpp>

namespace cooperative_groups {
inline namespace rungs_simulator {

/// The threads of the group share the copy of `size` bytes.
template <class Group, class T, class U, class Size>
void memcpy_async(const Group& group, T* to, const U* from, Size size) {
  rs::share_copy(group, to, from, static_cast<::std::size_t>(size), [](const rs::AsyncCopy& part) {
    rs::races::note_copy(part.to, part.from, part.bytes);
    rs::thread_copies().add(part);
  });
  rs::thread_copies().commit();
}
/// As many elements as both have.
template <class Group, class T, class Size>
void memcpy_async(const Group& group, T* to, Size to_count, const T* from, Size from_count) {
  memcpy_async(group, to, from, ::std::min<::std::size_t>(to_count, from_count) * sizeof(T));
}

/// Waits for all but the newest `batches` copies of all threads of the group.
template <unsigned batches, class Group> void wait_prior(const Group& group, rs::Site site = rs::Site::here()) {
  rs::thread_copies().wait_prior(batches);
  group.sync(site);
}
template <class Group> void wait(const Group& group, rs::Site site = rs::Site::here()) { wait_prior<0>(group, site); }

}  // namespace rungs_simulator
}  // namespace cooperative_groups
