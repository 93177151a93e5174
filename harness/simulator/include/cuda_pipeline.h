// Asynchronous copies to shared memory, per thread: done when the thread waits for them.
#pragma once

#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/races.hpp>

namespace rungs::simulator::subset {

/// Copies `bytes - zeros` bytes and writes `zeros` zero bytes after them. Throws rungs::Failed unless `bytes`
/// is 4, 8 or 16 and both addresses are multiples of it.
inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros = 0) {
  check_async_copy(to, from, bytes, zeros);
  races::note_copy(to, from, bytes);
  thread_copies().add({to, from, bytes - zeros, zeros});
}
inline void __pipeline_commit() { thread_copies().commit(); }
/// Waits for all but the newest `batches` batches.
inline void __pipeline_wait_prior(std::size_t batches) { thread_copies().wait_prior(batches); }

}  // namespace rungs::simulator::subset

using namespace rungs::simulator::subset;  // NOLINT(google-build-using-namespace): CUDA's names are global
