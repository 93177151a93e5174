#include "harness/simulator/races/checker.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <rungs/core/errors.hpp>

namespace rungs::simulator::races {

constinit thread_local Running running;

struct Checker::Place {
  Tick floor = 0;  ///< what is older belongs to an earlier block
  bool shared = false;
  Region* region = nullptr;
  const char* name = "";
};

Checker& Checker::global() {
  static Checker checker;
  return checker;
}

// Bytes outside of any variable or buffer are told, and not looked at.
bool Checker::locate(std::uintptr_t address, std::size_t bytes, Does does, std::uint32_t site, Place& place) {
  const auto outside = [&](std::string_view where) {
    tell(fmt::format("undefined: {} {} {} {}", beginning(), does == Does::read ? "reads" : "writes", where,
                     "at " + line_of(site)));
    return false;
  };
  const BlockRaces& block = *running.block;
  constexpr std::size_t guard = 256;  // bytes around it, of SharedMemory
  const std::uintptr_t dynamic = address - (block.shared_ - guard);
  if (dynamic < block.bytes_ + 2 * guard) {
    place.shared = true;
    place.floor = block.clock_.begun();
    place.name = "dynamic shared memory";
    if (dynamic >= guard && dynamic + bytes <= guard + block.bytes_) return true;
    return outside(fmt::format("{} dynamic shared memory ({} bytes),",
                               dynamic < guard ? "before the start of" : "past the end of", block.bytes_));
  }
  for (const ThreadLocals& locals : *running.locals) {
    if (!locals.holds(address)) continue;
    const std::uint16_t kind = locals.kind(address);
    if (kind == ThreadLocals::other) return false;
    place.shared = true;
    place.floor = block.clock_.begun();
    if (kind != ThreadLocals::gap) place.name = locals.variable(kind).name.c_str();
    if (kind != ThreadLocals::gap && kind == locals.kind(address + bytes - 1)) return true;
    const Variable* const before = locals.before(address + bytes);
    return outside(fmt::format("past the end of shared memory {},", kind != ThreadLocals::gap ? place.name
                                                                    : before != nullptr       ? before->name
                                                                                              : ""));
  }
  place.region = shadow->piece(address).region;
  if (place.region == nullptr) return true;
  place.name = place.region->name.c_str();
  if (address >= place.region->begin && address + bytes <= place.region->end) return true;
  // A GPU reads whole words: the others of a word's bytes do no harm.
  if (does == Does::read && bytes <= 4 && address % bytes == 0 && address < place.region->end &&
      address + bytes > place.region->begin)
    return true;
  return outside(
      fmt::format("{} {},", address < place.region->begin ? "before the start of" : "past the end of", place.name));
}

void Checker::access(const void* memory, std::size_t bytes, Does does, Way way, const void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (address - running.stack < running.stack_bytes || found || bytes == 0) return;
  const std::uint32_t site = site_of(return_address);
  Place place;
  if (!locate(address, bytes, does, site, place)) return;
  if (place.region != nullptr && place.region->input && place.region->written.empty()) return;
  const Access mine{running.block->clock_.id(running.thread), now, site | static_cast<std::uint32_t>(way) << 30U};
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address; at < end;) {
    const std::uintptr_t word_begin = at & ~std::uintptr_t{3};
    const std::uintptr_t next = std::min(end, word_begin + 4);
    if (place.region != nullptr && !place.region->written.empty()) {
      auto& written = place.region->written[(word_begin - place.region->begin) / 4];
      const unsigned mask = ((1U << (next - at)) - 1) << (at - word_begin);
      if (does != Does::write && (written & mask) != mask && !lets_pass) tell_unwritten(place.name, site);
      written = static_cast<std::uint8_t>(written | mask);
    }
    Word& word = shadow->word(at);
    if (word.parts == 0 && next - at == 4) {
      look(word, place, does, mine);
    } else if (word.parts != Word::exempt) {
      Word* const parts = shadow->parts(word);
      for (; at < next; ++at) look(parts[at - word_begin], place, does, mine);
    }
    at = next;
  }
}

void Checker::look(Word& word, const Place& place, Does does, const Access& mine) {
  const bool again = mine.way() == Way::plain;
  if (again && does == Does::read && word.read.tick == mine.tick && word.read.thread == mine.thread) return;
  if (again && does == Does::write && word.write.tick == mine.tick && word.write.thread == mine.thread &&
      word.read.tick <= place.floor && word.more == 0)
    return;
  look_at_others(word, place, does, mine);
}

bool Checker::races_with(const Access& other, const Place& place, const Access& mine) {
  if (other.tick <= place.floor || other.thread == mine.thread) return false;
  const BlockClock& clock = running.block->clock_;
  if (lets_pass && !place.shared) return false;
  if (other.way() != Way::plain && mine.way() != Way::plain) {
    const bool own = clock.is_own(other.thread);
    const bool narrow = other.way() == Way::atomic_in_block || mine.way() == Way::atomic_in_block;
    // Lanes that count on each other's volatile accesses of shared memory are warp-synchronous.
    const bool lanes =
        place.shared && distance(other, mine) == 0 && other.way() == Way::volatile_ && mine.way() == Way::volatile_;
    if (!lanes && (own || !narrow)) return false;
  }
  return !clock.knows(running.thread, other.thread, other.tick);
}

// A word holds what a later access may race with: the last write, and since then the reads and strong writes.
void Checker::look_at_others(Word& word, const Place& place, Does does, const Access& mine) {
  More* const more = word.more == 0 ? nullptr : &shadow->more(word);
  if (races_with(word.write, place, mine)) return tell_race(mine, does, word.write, Does::write, place.name);
  bool written = word.write.tick > place.floor;
  if (more != nullptr) {
    for (const Access& other : more->strong) {
      written = written || other.tick > place.floor;
      if (races_with(other, place, mine)) return tell_race(mine, does, other, Does::update, place.name);
    }
  }
  if (place.shared && does != Does::write && !written) tell_unwritten(place.name, mine.site);
  if (does == Does::read) return remember_read(word, place, mine);
  const auto check_read = [&](const Access& other) {
    if (!races_with(other, place, mine)) return false;
    tell_race(mine, does, other, Does::read, place.name);
    return true;
  };
  if (check_read(word.read) || (more != nullptr && std::ranges::any_of(more->reads, check_read))) return;
  if (mine.way() == Way::plain) {
    word.write = mine;
    word.read = {};
    shadow->drop_more(word);
    return;
  }
  Access* const kept = shadow->more(word).strong;
  if (kept[0].tick > place.floor && kept[0].thread != mine.thread) {
    kept[1 + distance(kept[0], mine)] = kept[0];
  }
  kept[0] = mine;
}

/// 0: in a warp, 1: in a block, 2: in other blocks.
unsigned Checker::distance(const Access& other, const Access& mine) {
  const BlockClock& clock = running.block->clock_;
  if (!clock.is_own(other.thread)) return 2;
  return clock.warp(other.thread) == clock.warp(mine.thread) ? 0 : 1;
}

void Checker::remember_read(Word& word, const Place& place, const Access& mine) {
  if (word.read.tick > place.floor && word.read.thread != mine.thread) {
    shadow->more(word).reads[distance(word.read, mine)] = word.read;
  }
  word.read = mine;
}

void Checker::synchronise(const void* address, Does does, Way way, bool acquires, bool releases_too) {
  BlockRaces& block = *running.block;
  const Reach reach = way == Way::atomic_in_block ? Reach::block : Reach::device;
  if (does != Does::write) block.clock_.read(running.thread, releases, address, reach, acquires);
  if (does == Does::read && way == Way::volatile_) block.clock_.watch(running.thread, address);
  if (does == Does::read) return;
  block.clock_.write(running.thread, releases, address, reach, releases_too, does == Does::update, now);
  if (releases_too) ++now;
  const std::uint64_t number = block.clock_.id(0) / (std::uint64_t{threads.x} * threads.y * threads.z);
  if (number < last_strong.size()) last_strong[number] = now;
}

void Checker::fence(Reach reach) {
  running.block->clock_.fence(running.thread, releases, reach, now);
  ++now;
}

void begin_grid(subset::dim3 blocks, subset::dim3 threads, const void* kernel, bool lets_pass) {
  Checker& checker = Checker::global();
  checker.shadow->clear();
  checker.releases.clear();
  checker.blocks = blocks;
  checker.threads = threads;
  checker.kernel = kernel;
  checker.lets_pass = lets_pass;
  checker.found.reset();
  checker.unwritten.reset();
  constexpr std::uint64_t most = 1U << 22U;
  checker.last_strong.assign(std::min(most, std::uint64_t{blocks.x} * blocks.y * blocks.z), 0);
}

void throw_found(bool at_end) {
  const Alone alone;
  const Checker& checker = Checker::global();
  if (checker.found) throw Misdeed(*checker.found);
  if (at_end && checker.unwritten) throw Misdeed(*checker.unwritten);
}

BlockRaces::BlockRaces(bool looks, subset::dim3 threads, const void* shared, std::size_t bytes)
    : looks_(looks),
      clock_(looks ? threads.x * threads.y * threads.z : 0),
      shared_(reinterpret_cast<std::uintptr_t>(shared)),
      bytes_(bytes),
      locals_(looks ? &ThreadLocals::all() : nullptr) {}

void BlockRaces::begin(std::uint64_t block) {
  if (!looks_) return;
  const Alone alone;
  clock_.begin(block, Checker::global().now++);
}

void BlockRaces::run(unsigned thread, const void* stack, std::size_t bytes) {
  if (looks_) running = {this, thread, Reach::device, reinterpret_cast<std::uintptr_t>(stack), bytes, locals_};
}

void BlockRaces::stop() { running.block = nullptr; }

void BlockRaces::barrier() {
  if (!looks_) return;
  const Alone alone;
  Checker& checker = Checker::global();
  clock_.barrier(checker.releases, checker.now++);
}

void BlockRaces::sync_warp(unsigned first, unsigned mask) {
  const Alone alone;
  clock_.sync_warp(first, mask, Checker::global().now++);
}

}  // namespace rungs::simulator::races
