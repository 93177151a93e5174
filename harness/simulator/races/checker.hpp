// Looks at every access of kernels: is it ordered with those before it, and is there something to access?
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <rungs/simulator/wait.hpp>
#include <string>
#include "harness/simulator/races/block_races.hpp"
#include "harness/simulator/races/shadow.hpp"
#include "harness/simulator/races/sites.hpp"

namespace rungs::simulator::races {

enum class Does { read, write, update };

struct Checker {
  Shadow* shadow = new Shadow;  // not destroyed: other threads may still run at the end
  Releases releases;
  std::map<const void*, std::unique_ptr<Region>> regions;
  Tick now = 1;
  subset::dim3 blocks;
  subset::dim3 threads;
  const void* kernel = nullptr;
  bool lets_pass = false;
  std::optional<std::string> found;      ///< the first message of this grid
  std::optional<std::string> unwritten;  ///< of a read before any write: a race, if a write follows
  std::vector<Tick> last_strong;         ///< by block: of its last atomic or volatile write

  static Checker& global();

  void access(const void* address, std::size_t bytes, Does does, Way way, const void* return_address);
  /// The part in synchronisation of an atomic or volatile access.
  void synchronise(const void* address, Does does, Way way, bool acquires, bool releases_too);
  void fence(Reach reach);
  void tell(const std::string& what);
  [[nodiscard]] std::string beginning() const;
  [[nodiscard]] std::string thread_name(ThreadId id) const;
  [[nodiscard]] std::string block_name(ThreadId id) const;

 private:
  struct Place;  // what an access goes to
  bool locate(std::uintptr_t address, std::size_t bytes, Does does, std::uint32_t site, Place& place);
  void look(Word& word, const Place& place, Does does, const Access& mine);
  void look_at_others(Word& word, const Place& place, Does does, const Access& mine);
  void remember_read(Word& word, const Place& place, const Access& mine);
  static unsigned distance(const Access& other, const Access& mine);
  bool races_with(const Access& other, const Place& place, const Access& mine);
  void tell_race(const Access& mine, Does does, const Access& other, Does did, const char* where);
  void tell_unwritten(const char* where, std::uint32_t site);
};

/// The running thread, where a kernel runs on this OS thread.
struct Running {
  BlockRaces* block = nullptr;  ///< null: none
  unsigned thread = 0;
  Reach reach = Reach::device;
  std::uintptr_t stack = 0;
  std::size_t stack_bytes = 0;
  const std::vector<ThreadLocals>* locals = nullptr;
};
extern constinit thread_local Running running;

/// One thread at a time, which stays the running one, looks at what all share: blocks that wait for others
/// have OS threads of their own.
class Alone {
 public:
  Alone() { mutex.lock(); }
  ~Alone() { mutex.unlock(); }

 private:
  static inline std::mutex mutex;
  Undisturbed here_;
};

}  // namespace rungs::simulator::races
