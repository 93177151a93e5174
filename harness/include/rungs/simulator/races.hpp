// What headers for kernels tell the race check (harness/simulator/races); nothing where there is none.
#pragma once

#include <cstddef>
#include <cstring>

#if defined(RUNGS_RACES) && defined(__SANITIZE_THREAD__)
// What a kernel copies and fills by functions of the C library.
extern "C" void* memcpy(void* to, const void* from, std::size_t bytes) noexcept __asm__("rungs_races_memcpy");
extern "C" void* memset(void* to, int value, std::size_t bytes) noexcept __asm__("rungs_races_memset");
#endif

namespace rungs::simulator::races {

/// Which threads an atomic or a fence is for.
enum class Reach { block, device };

#if defined(RUNGS_RACES)
/// The reach of the running thread's next atomics and fences.
void set_reach(Reach reach);
/// The object is one that threads synchronise by: accesses to its bytes are no data races.
void note_object(const void* object, std::size_t bytes);
/// What the thread has done so far comes before all that follows an acquire() of the same object.
void release(const void* object);
void acquire(const void* object);
/// The thread reads or writes memory by other means than instructions of the kernel.
void note_read(const void* from, std::size_t bytes);
void note_write(void* to, std::size_t bytes);
#else
inline void set_reach(Reach) {}
inline void note_object(const void*, std::size_t) {}
inline void release(const void*) {}
inline void acquire(const void*) {}
inline void note_read(const void*, std::size_t) {}
inline void note_write(void*, std::size_t) {}
#endif

/// During its lifetime atomics and fences are for the block alone.
struct WithinBlock {
  WithinBlock() { set_reach(Reach::block); }
  ~WithinBlock() { set_reach(Reach::device); }
  WithinBlock(const WithinBlock&) = delete;
  WithinBlock& operator=(const WithinBlock&) = delete;
};

/// A copy that the thread begins: by itself, so for others as if it were done at once.
inline void note_copy(void* to, const void* from, std::size_t bytes) {
  note_read(from, bytes);
  note_write(to, bytes);
}

}  // namespace rungs::simulator::races
