#include "harness/measure/ranges.hpp"
#include <algorithm>
#include <map>

#ifdef RUNGS_HAS_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace rungs {

namespace {

void note(Phase phase) {
  heartbeat().phase = phase;
  ++heartbeat().count;
}

Heartbeat own;
Heartbeat* used = &own;

}  // namespace

std::string_view name_of(Phase phase) {
  constexpr std::array<std::string_view, phases> names{"row", "set-up", "verify", "measure", "profile"};
  return names.at(static_cast<std::size_t>(phase));
}

std::string range_name(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return std::string_view("/@,[]*+ ;").find(c) != std::string_view::npos; }, '.');
  return text;
}

#ifdef RUNGS_HAS_NVTX
namespace {

/// NVTX reserves category 0 for "none".
std::uint32_t category_of(Phase phase) { return static_cast<std::uint32_t>(phase) + 1; }

nvtxDomainHandle_t domain() {
  static nvtxDomainHandle_t const handle = [] {
    nvtxDomainHandle_t created = nvtxDomainCreateA("rungs");
    for (std::size_t i = 0; i < phases; ++i) {
      const auto phase = static_cast<Phase>(i);
      nvtxDomainNameCategoryA(created, category_of(phase), std::string(name_of(phase)).c_str());
    }
    return created;
  }();
  return handle;
}

/// NVTX cannot free a registered string: each text is registered once and kept.
void* registered(const std::string& name) {
  static std::map<std::string, nvtxStringHandle_t> strings;
  const auto [entry, is_new] = strings.try_emplace(name, nullptr);
  if (is_new) entry->second = nvtxDomainRegisterStringA(domain(), name.c_str());
  return entry->second;
}

}  // namespace

bool has_nvtx() { return true; }

RowRanges::RowRanges(const std::string& row, const std::string& profile_name) {
  for (std::size_t i = 0; i < phases; ++i) {
    const auto phase = static_cast<Phase>(i);
    names_.at(i) = registered(phase == Phase::row       ? row
                              : phase == Phase::profile ? profile_name
                                                        : std::string(name_of(phase)) + " " + row);
  }
}

Range::Range(const RowRanges& ranges, Phase phase) {
  note(phase);
  nvtxEventAttributes_t attributes{};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.category = category_of(phase);
  attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  attributes.message.registered = static_cast<nvtxStringHandle_t>(ranges.names_.at(static_cast<std::size_t>(phase)));
  nvtxDomainRangePushEx(domain(), &attributes);
}
Range::~Range() { nvtxDomainRangePop(domain()); }
#else
bool has_nvtx() { return false; }
RowRanges::RowRanges(const std::string&, const std::string&) {}
Range::Range(const RowRanges&, Phase phase) { note(phase); }
Range::~Range() = default;
#endif

Heartbeat& heartbeat() { return *used; }

void use_heartbeat(Heartbeat& shared) { used = &shared; }

}  // namespace rungs
