// What the compiler calls before each access to memory (g++ -fsanitize=thread), at an index beyond an array
// (bounds) and at a pointer beyond one that it knows (object-size), and what the headers for kernels call.
#include <fmt/format.h>
#include <cstdint>
#include "harness/simulator/races/checker.hpp"

namespace rungs::simulator::races {
namespace {

/// What the simulator does for a kernel may run through functions that a kernel's file has, too.
bool is_looked_at() { return running.block != nullptr && !undisturbed; }

void look(const void* address, std::size_t bytes, Does does, const void* return_address) {
  const Alone alone;
  Checker::global().access(address, bytes, does, Way::plain, return_address);
}

[[gnu::always_inline]] inline void access(const void* address, std::size_t bytes, Does does,
                                          const void* return_address) {
  if (!is_looked_at()) return;
  look(address, bytes, does, return_address);
}

void look_strong(const volatile void* address, std::size_t bytes, Does does, Way way, int order,
                 const void* return_address) {
  const void* const memory = const_cast<const void*>(address);
  if (way == Way::atomic && running.reach == Reach::block) way = Way::atomic_in_block;
  const bool acquires = order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
  Checker::global().access(memory, bytes, does, way, return_address);
  Checker::global().synchronise(memory, does, way, acquires, order >= __ATOMIC_RELEASE);
}

void access_volatile(const void* address, std::size_t bytes, Does does, const void* return_address) {
  if (!is_looked_at()) return;
  const Alone alone;
  look_strong(address, bytes, does, Way::volatile_, __ATOMIC_RELAXED, return_address);
}

/// Does what an atomic does, `change()`, which says whether it wrote; nothing comes between this and the look at it.
template <class T, class Change>
[[gnu::always_inline]] inline void atomic(const volatile T* address, Does does, int order, const void* return_address,
                                          const Change& change) {
  if (!is_looked_at()) return static_cast<void>(change());
  const Alone alone;
  const bool wrote = change();
  look_strong(address, sizeof(T), wrote ? does : Does::read, Way::atomic, order, return_address);
}

// As the compiler lays it out.
struct Beyond {
  const char* file;
  std::uint32_t line, column;
  const struct Type {
    std::uint16_t kind, info;
    char name[1];
  } * type;                      ///< of the array, or of what is accessed
  unsigned char alignment_bits;  ///< of what is accessed
};

void tell(const Beyond& where, const std::string& what) {
  if (!is_looked_at()) return;
  const Alone alone;
  const std::string_view file(where.file);
  Checker& checker = Checker::global();
  checker.tell(fmt::format("undefined: {} {} {} at {}:{}", checker.beginning(), what,
                           static_cast<const char*>(where.type->name), file.substr(file.rfind('/') + 1), where.line));
}

}  // namespace

void set_reach(Reach reach) { running.reach = reach; }

void note_object(const void* object, std::size_t bytes) {
  if (running.block == nullptr) return;
  const Alone alone;
  const auto begin = reinterpret_cast<std::uintptr_t>(object);
  for (std::uintptr_t at = begin; at < begin + bytes; at += 4) Checker::global().shadow->word(at).parts = Word::exempt;
}

void release(const void* object) {
  if (running.block == nullptr) return;
  const Alone alone;
  Checker::global().synchronise(object, Does::update, Way::atomic_in_block, false, true);
}

void acquire(const void* object) {
  if (running.block == nullptr) return;
  const Alone alone;
  Checker::global().synchronise(object, Does::read, Way::atomic_in_block, true, false);
}

void note_read(const void* from, std::size_t bytes) {
  if (running.block != nullptr) look(from, bytes, Does::read, __builtin_return_address(0));
}
void note_write(void* to, std::size_t bytes) {
  if (running.block != nullptr) look(to, bytes, Does::write, __builtin_return_address(0));
}

// NOLINTBEGIN(bugprone-reserved-identifier): the compiler's names
extern "C" {

void* rungs_races_memcpy(void* to, const void* from, std::size_t bytes) {
  access(from, bytes, Does::read, __builtin_return_address(0));
  access(to, bytes, Does::write, __builtin_return_address(0));
  return __builtin_memcpy(to, from, bytes);
}
void* rungs_races_memset(void* to, int value, std::size_t bytes) {
  access(to, bytes, Does::write, __builtin_return_address(0));
  return __builtin_memset(to, value, bytes);
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void*, void*) {}
void __tsan_vptr_read(void*) {}
void __tsan_read_range(void* from, std::size_t bytes) { access(from, bytes, Does::read, __builtin_return_address(0)); }
void __tsan_write_range(void* to, std::size_t bytes) { access(to, bytes, Does::write, __builtin_return_address(0)); }

#define RUNGS_ACCESS(name, does, bytes)                                                                         \
  void __tsan_##name##bytes(void* at) { access(at, bytes, Does::does, __builtin_return_address(0)); }           \
  void __tsan_unaligned_##name##bytes(void* at) { access(at, bytes, Does::does, __builtin_return_address(0)); } \
  void __tsan_volatile_##name##bytes(void* at) {                                                                \
    access_volatile(at, bytes, Does::does, __builtin_return_address(0));                                        \
  }                                                                                                             \
  void __tsan_unaligned_volatile_##name##bytes(void* at) {                                                      \
    access_volatile(at, bytes, Does::does, __builtin_return_address(0));                                        \
  }
#define RUNGS_ACCESSES(bytes)     \
  RUNGS_ACCESS(read, read, bytes) \
  RUNGS_ACCESS(write, write, bytes)
RUNGS_ACCESSES(1)
RUNGS_ACCESSES(2)
RUNGS_ACCESSES(4)
RUNGS_ACCESSES(8)
RUNGS_ACCESSES(16)

#define RUNGS_ATOMIC(T, does, ...)                                                  \
  T result{};                                                                       \
  atomic(at, Does::does, order, __builtin_return_address(0), [&] { __VA_ARGS__; }); \
  return result;
#define RUNGS_CHANGE(T, bits, change)                                                               \
  T __tsan_atomic##bits##_##change(volatile T* at, T operand, int order) {                          \
    RUNGS_ATOMIC(T, update, result = __atomic_##change(at, operand, __ATOMIC_SEQ_CST); return true) \
  }
// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define RUNGS_EXCHANGE(T, bits, kind)                                                                                  \
  bool __tsan_atomic##bits##_compare_exchange_##kind(volatile T* at, T* expected, T desired, int order, int) {         \
    RUNGS_ATOMIC(                                                                                                      \
        bool, update,                                                                                                  \
        return result = __atomic_compare_exchange_n(at, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) \
  }
// NOLINTEND(bugprone-macro-parentheses)
#define RUNGS_ATOMICS(T, bits)                                                                      \
  T __tsan_atomic##bits##_load(const volatile T* at, int order) {                                   \
    RUNGS_ATOMIC(T, read, result = __atomic_load_n(at, __ATOMIC_SEQ_CST); return false)             \
  }                                                                                                 \
  void __tsan_atomic##bits##_store(volatile T* at, T value, int order) {                            \
    atomic(at, Does::write, order, __builtin_return_address(0), [&] {                               \
      __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                \
      return true;                                                                                  \
    });                                                                                             \
  }                                                                                                 \
  T __tsan_atomic##bits##_exchange(volatile T* at, T value, int order) {                            \
    RUNGS_ATOMIC(T, update, result = __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); return true) \
  }                                                                                                 \
  RUNGS_CHANGE(T, bits, fetch_add)                                                                  \
  RUNGS_CHANGE(T, bits, fetch_sub)                                                                  \
  RUNGS_CHANGE(T, bits, fetch_and)                                                                  \
  RUNGS_CHANGE(T, bits, fetch_or)                                                                   \
  RUNGS_CHANGE(T, bits, fetch_xor)                                                                  \
  RUNGS_EXCHANGE(T, bits, strong)                                                                   \
  RUNGS_EXCHANGE(T, bits, weak)
RUNGS_ATOMICS(std::uint8_t, 8)
RUNGS_ATOMICS(std::uint16_t, 16)
RUNGS_ATOMICS(std::uint32_t, 32)
RUNGS_ATOMICS(std::uint64_t, 64)

void __tsan_atomic_thread_fence(int) {
  if (!is_looked_at()) return;
  const Alone alone;
  Checker::global().fence(running.reach);
}
void __tsan_atomic_signal_fence(int) {}

void __ubsan_handle_out_of_bounds(const Beyond* where, std::uintptr_t index) {
  tell(*where, fmt::format("has index {} of", static_cast<std::intptr_t>(index)));
}
void __ubsan_handle_type_mismatch_v1(const Beyond* where, std::uintptr_t address) {
  const bool aligned = (address & ((std::uintptr_t{1} << where->alignment_bits) - 1)) == 0;
  tell(*where, aligned ? "leaves its array for" : "accesses, at an address that is not aligned to its size,");
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier)

}  // namespace rungs::simulator::races
