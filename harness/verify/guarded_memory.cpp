#include "harness/verify/guarded_memory.hpp"
#include <fmt/format.h>
#include <atomic>
#include <map>
#include <mutex>
#include <random>

namespace rungs {
namespace {

/// The first guard zone of the next memory: a variant that copies from one memory to another may have two or three.
std::size_t next_first_zone() {
  static std::atomic<std::size_t> memories{0};
  return 7 * memories++;
}

/// The digest of a zone that holds what it was filled with.
std::uint64_t digest_of_fill(const Fill& zone) {
  static std::map<std::pair<std::byte, std::size_t>, std::uint64_t> known;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  auto& digest = known[{zone.value, zone.bytes}];
  if (digest == 0) digest = digest_on_all_cores(HostBytes(zone.bytes, zone.value)).value();
  return digest;
}

/// The guards' ranges: the least byte, and how many there are. Four equal bytes 0x50 to 0x7E are floats from
/// 1e10 to 8e37, 0xD0 to 0xFE the same with a minus, and 0x01 to 0x2F small.
constexpr std::array<unsigned, 3> least_guard{0x50, 0xD0, 0x01};
constexpr unsigned guard_count = 0x2F;

std::byte draw(std::random_device& random, unsigned least) {
  return static_cast<std::byte>(std::uniform_int_distribution(least, least + guard_count - 1)(random));
}

}  // namespace

GuardedMemory::GuardedMemory(MemorySpace& space, std::vector<BufferInfo> buffers)
    : space_(space), buffers_(std::move(buffers)), first_zone_(next_first_zone()) {
  require_free(space_, bytes_needed(buffers_));
  try {
    for (const auto& buffer : buffers_) {
      const std::size_t guard = guard_bytes(buffer.bytes);
      pointers_.push_back(static_cast<std::byte*>(space_.allocate(buffer.bytes + 2 * guard)) + guard);
    }
    fill_guards();
    for (std::size_t i = 0; i < buffers_.size() && memory_watch != nullptr; ++i)
      memory_watch->made(pointers_[i], guard_bytes(buffers_[i].bytes), buffers_[i]);
    for (const auto& buffer : buffers_) held_.push_back(buffer.poison);
  } catch (...) {
    release_all();
    throw;
  }
}

std::size_t GuardedMemory::bytes_needed(const std::vector<BufferInfo>& buffers) {
  std::size_t bytes = 0;
  for (const auto& buffer : buffers) bytes += buffer.bytes + 2 * guard_bytes(buffer.bytes);
  return bytes;
}

std::vector<Fill> GuardedMemory::zones() const {
  std::vector<Fill> all;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    auto* start = static_cast<std::byte*>(pointers_[i]);
    const std::size_t bytes = guard_bytes(buffers_[i].bytes);
    all.push_back({start - bytes, guard(2 * i), bytes});
    all.push_back({start + buffers_[i].bytes, guard(2 * i + 1), bytes});
  }
  return all;
}

void GuardedMemory::fill_guards() {
  allow_access();
  space_.fill(zones());
}

void GuardedMemory::allow_access() const {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const std::size_t guard = guard_bytes(buffers_[i].bytes);
    space_.allow_access(static_cast<std::byte*>(pointers_[i]) - guard, buffers_[i].bytes + 2 * guard);
  }
}

void GuardedMemory::set_guards(std::size_t which) {
  guards_ = which;
  fill_guards();
}

void GuardedMemory::release_all() noexcept {
  for (std::size_t i = 0; i < pointers_.size(); ++i) {
    if (memory_watch != nullptr) memory_watch->freed(pointers_[i]);
    space_.release(static_cast<std::byte*>(pointers_[i]) - guard_bytes(buffers_[i].bytes));
  }
}

void GuardedMemory::load_inputs(const HostImage& image) {
  fill_guards();
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].role != Role::input) continue;
    space_.write(pointers_[i], image.buffers[i].data(), buffers_[i].bytes);
    if (memory_watch != nullptr) memory_watch->filled(pointers_[i], true);
  }
}

std::optional<std::uint64_t> GuardedMemory::digest(std::size_t buffer) const {
  const std::size_t bytes = buffers_[buffer].bytes;
  if (bytes < digest_bytes || space_.on_host()) return std::nullopt;
  return space_.digest(pointers_[buffer], bytes, garbage().digest_key);
}

bool GuardedMemory::holds_input(std::size_t buffer, const HostImage& image) const {
  const bool known = buffer < image.digests.size() && image.digests[buffer];
  return (known && image.digests[buffer] == digest(buffer)) || holds(buffer, image.buffers[buffer]);
}

void GuardedMemory::poison(Role role, Poison kind, std::byte flipped) {
  std::vector<Fill> parts;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].role != role) continue;
    const std::byte own = buffers_[i].poison;
    const std::byte drawn = garbage().poison;
    held_[i] = (kind == Poison::own ? own : own == drawn ? drawn ^ std::byte{1} : drawn) ^ flipped;
    parts.push_back({pointers_[i], held_[i], buffers_[i].bytes});
    if (memory_watch != nullptr) memory_watch->filled(pointers_[i], false);
  }
  space_.fill(parts);
}

void GuardedMemory::take_output(std::size_t buffer, std::span<const std::byte> bytes, std::byte held) {
  held_[buffer] = held;
  space_.write(pointers_[buffer], bytes.data(), bytes.size());
}

void GuardedMemory::read_outputs(HostImage& image) const {
  std::vector<Read> parts;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (buffers_[i].role == Role::output) parts.push_back({image.buffers[i].data(), pointers_[i], buffers_[i].bytes});
  }
  space_.read(parts);
}

std::string GuardedMemory::damaged_guard() const {
  const std::vector<Fill> all = zones();
  std::vector<std::size_t> looked_at;  // zones
  HostBytes copied;
  std::vector<Read> parts;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!space_.on_host() && all[i].bytes >= digest_bytes &&
        space_.digest(all[i].to, all[i].bytes, garbage().digest_key) == digest_of_fill(all[i]))
      continue;
    looked_at.push_back(i);
  }
  if (!space_.on_host()) copied.resize(longest_guard * looked_at.size());
  for (const std::size_t i : looked_at)
    parts.push_back({&copied[longest_guard * parts.size()], all[i].to, all[i].bytes});
  if (!space_.on_host()) space_.read(parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t zone = looked_at[i];
    const auto* const bytes = static_cast<const std::byte*>(space_.on_host() ? parts[i].from : parts[i].host_to);
    if (all_are({bytes, parts[i].bytes}, all[zone].value)) continue;
    return (zone % 2 == 0 ? "wrote before the start of " : "wrote past the end of ") + buffers_[zone / 2].name;
  }
  return {};
}

std::string GuardedMemory::damage(const HostImage& inputs) const {
  if (std::string guard = damaged_guard(); !guard.empty()) return guard;
  for (std::size_t i = 0; i < buffers_.size() && !inputs.buffers.empty(); ++i) {
    if (buffers_[i].role == Role::input && !holds_input(i, inputs)) return "changed its input " + buffers_[i].name;
  }
  return {};
}

std::byte Garbage::guard(std::size_t which, std::size_t zone) const {
  const unsigned least = least_guard.at(which);
  const auto first = std::to_integer<unsigned>(guards.at(which)) - least;
  return static_cast<std::byte>(least + (first + zone) % guard_count);
}

const Garbage& garbage() {
  static const Garbage drawn = [] {
    std::random_device random;
    return Garbage{draw(random, least_guard[0]),
                   {draw(random, least_guard[0]), draw(random, least_guard[1]), draw(random, least_guard[2])},
                   std::uniform_int_distribution<std::uint64_t>()(random)};
  }();
  return drawn;
}

Verdict verdict_on(const Comparison& comparison, const HostImage& inputs, const GuardedMemory& memory,
                   const std::string& when) {
  Verdict verdict;
  verdict.comparison = comparison;
  if (!verdict.comparison.equal()) {
    verdict.message =
        fmt::format("{}: {} wrong; first {}", when, verdict.comparison.mismatches, verdict.comparison.first);
  }
  if (const std::string damage = memory.damage(inputs); !damage.empty()) {
    verdict.message += fmt::format("{}{}: {}", verdict.message.empty() ? "" : "; ", when, damage);
  }
  verdict.correct = verdict.message.empty();
  return verdict;
}

}  // namespace rungs
