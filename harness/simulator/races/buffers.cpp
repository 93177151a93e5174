// The buffers of problems: where they end, and what of them has been written.
#include <rungs/core/any_case.hpp>
#include "harness/simulator/races/checker.hpp"

namespace rungs::simulator::races {
namespace {

void made(const void* memory, std::size_t guard, const BufferInfo& info) {
  Checker& checker = Checker::global();
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  auto& region = checker.regions[memory];
  region = std::make_unique<Region>(Region{begin, begin + info.bytes, guard, info.name, info.role == Role::input, {}});
  checker.shadow->set_region(*region, region.get());
}

Region* region_of(const void* memory) {
  const auto found = Checker::global().regions.find(memory);
  return found == Checker::global().regions.end() ? nullptr : found->second.get();
}

void filled(const void* memory, bool with_values) {
  Region* const region = region_of(memory);
  if (region == nullptr) return;
  region->written.assign(with_values ? 0 : (region->end - region->begin + 3) / 4, 0);
}

void freed(const void* memory) {
  Region* const region = region_of(memory);
  if (region == nullptr) return;
  Checker::global().shadow->set_region(*region, nullptr);
  Checker::global().regions.erase(memory);
}

constexpr MemoryWatch watch{made, filled, freed};
[[maybe_unused]] const bool watches = (memory_watch = &watch) != nullptr;

}  // namespace

void note_host_write(const void* to, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(to);
  Region* const region = Checker::global().shadow->piece(address).region;
  if (region == nullptr || region->written.empty() || address < region->begin) return;
  for (std::uintptr_t at = address; at < std::min(address + bytes, region->end); ++at)
    region->written[(at - region->begin) / 4] |= static_cast<std::uint8_t>(1U << (at & 3U));
}

}  // namespace rungs::simulator::races
