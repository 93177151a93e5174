// What a thread waits for, for error messages; and code that belongs to the simulator though a kernel's thread runs it.
#pragma once

#include <string>
#include <string_view>

namespace rungs::simulator {

// Nearly always the same literal, so compare the addresses first.
inline bool same_text(const char* a, const char* b) { return a == b || std::string_view(a) == b; }

/// A line of a kernel's source, taken by default arguments so that kernels do not mention it. Not
/// std::source_location, which clang 14 does not have.
struct Site {
  const char* file = "";
  unsigned line = 0;

  static constexpr Site here(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
    return {file, line};
  }
  friend bool operator==(const Site& a, const Site& b) { return a.line == b.line && same_text(a.file, b.file); }
};

struct Wait {
  const char* operation = "";  ///< "__syncthreads()"
  unsigned mask = 0;           ///< of a warp operation; 0 for the others
  Site site;

  friend bool operator==(const Wait& a, const Wait& b) {
    return a.site == b.site && a.mask == b.mask && same_text(a.operation, b.operation);
  }
};

/// "__shfl_sync (mask 0x0000ffff) at cases/sum/gpu/shuffle.cu:12"
[[nodiscard]] std::string to_string(const Wait& wait);

/// True while the OS thread runs no code of a kernel.
extern constinit thread_local volatile bool undisturbed;

/// During its lifetime the running thread stays the running one, unless it waits. For functions that change
/// what the threads of a block share: elsewhere a thread may be interrupted between any two instructions.
class Undisturbed {
 public:
  Undisturbed() { undisturbed = true; }
  ~Undisturbed() { undisturbed = before_; }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  bool before_ = undisturbed;
};

}  // namespace rungs::simulator
