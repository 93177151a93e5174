// The race check's messages.
#include <fmt/format.h>
#include "harness/simulator/races/checker.hpp"

namespace rungs::simulator::races {
namespace {

std::string position(std::uint64_t index, subset::dim3 extents) {
  return fmt::format("({}, {}, {})", index % extents.x, index / extents.x % extents.y, index / extents.x / extents.y);
}

std::string_view file_of(const char* path) {
  const std::string_view all(path);
  return all.substr(all.rfind('/') + 1);
}

}  // namespace

void Checker::tell(const std::string& what) {
  if (!found) found = what;
}

void Checker::tell_unwritten(const char* where, std::uint32_t site) {
  if (!unwritten) {
    unwritten =
        fmt::format("undefined: {} reads {} at {}, where nobody has written", beginning(), where, line_of(site));
  }
}

// "in kernel tree, block (0, 0, 0): thread (1, 0, 0)"
std::string Checker::beginning() const {
  const ThreadId me = running.block->clock_.id(running.thread);
  return fmt::format("in kernel {}, block {}: thread {}", name_of_kernel(kernel), block_name(me), thread_name(me));
}

std::string Checker::thread_name(ThreadId id) const {
  return position(id % (threads.x * threads.y * threads.z), threads);
}

std::string Checker::block_name(ThreadId id) const {
  return position(id / (threads.x * threads.y * threads.z), blocks);
}

void Checker::tell_race(const Access& mine, Does does, const Access& other, Does did, const char* where) {
  const auto way = [](const Access& access, const char* plain, const char* volatile_, const char* atomic) {
    return access.way() == Way::plain ? plain : access.way() == Way::volatile_ ? volatile_ : atomic;
  };
  const char* const now_does = does == Does::read ? way(mine, "reads", "reads (volatile)", "reads atomically")
                                                  : way(mine, "writes", "writes (volatile)", "updates atomically");
  const char* const did_then = did == Does::read ? way(other, "read", "read (volatile)", "read atomically")
                                                 : way(other, "wrote", "wrote (volatile)", "updated atomically");
  const bool own = running.block->clock_.is_own(other.thread);
  const std::uint64_t block = other.thread / (threads.x * threads.y * threads.z);
  const auto strong_after = [&](std::uint64_t number) {
    return number < last_strong.size() && last_strong[number] > 0 && last_strong[number] >= other.tick;
  };
  const char* missing = "nothing orders the blocks of a launch";
  if (own) {
    missing = distance(other, mine) == 0 ? "no __syncwarp() or barrier between them" : "no barrier between them";
  } else if (mine.way() != Way::plain && other.way() != Way::plain) {
    missing = "the scope of an atomic is its block";
  } else if (strong_after(block) && strong_after(mine.thread / (threads.x * threads.y * threads.z))) {
    missing = "no fence (__threadfence) orders them with the blocks' atomics";
  }
  tell(fmt::format("race: {} {} {}{}, thread {}{} {} at {}: {}", beginning(), now_does,
                   where[0] == '\0' ? "at " : fmt::format("{} at ", where), line_of(mine.site),
                   thread_name(other.thread), own ? "" : " of block " + block_name(other.thread), did_then,
                   line_of(other.site), missing));
}

void BlockRaces::tell_sites(unsigned lane, const Wait& here, unsigned other, const Wait& there) {
  const Alone alone;
  Checker& checker = Checker::global();
  const ThreadId first = clock_.id(0);
  checker.tell(
      fmt::format("undefined: in kernel {}, block {}: {} is reached at two places: by thread {} at {}:{}, by thread {} "
                  "at {}:{}",
                  name_of_kernel(checker.kernel), checker.block_name(first), here.operation,
                  checker.thread_name(first + lane), file_of(here.site.file), here.site.line,
                  checker.thread_name(first + other), file_of(there.site.file), there.site.line));
}

}  // namespace rungs::simulator::races
