#include "harness/measure/ranges.hpp"

#include <algorithm>
#include <map>

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>

namespace rungs {
namespace {

nvtxDomainHandle_t domain() {
  static nvtxDomainHandle_t const handle = [] {
    nvtxDomainHandle_t created = nvtxDomainCreateA("rungs");
    const auto name = [&](Phase phase, const char* text) {
      nvtxDomainNameCategoryA(created, static_cast<std::uint32_t>(phase), text);
    };
    name(Phase::set_up, "set-up");
    name(Phase::verify, "verify");
    name(Phase::measure, "measure");
    name(Phase::profile, "profile");
    return created;
  }();
  return handle;
}

nvtxStringHandle_t registered(const std::string& name) {
  static std::map<std::string, nvtxStringHandle_t> strings;
  const auto [entry, is_new] = strings.try_emplace(name, nullptr);
  if (is_new) entry->second = nvtxDomainRegisterStringA(domain(), name.c_str());
  return entry->second;
}

nvtxEventAttributes_t attributes_of(Phase phase, const std::string& name) {
  nvtxEventAttributes_t attributes{};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.category = static_cast<std::uint32_t>(phase);
  attributes.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
  attributes.message.registered = registered(name);
  return attributes;
}

}  // namespace

Range::Range(Phase phase, const std::string& name) {
  const nvtxEventAttributes_t attributes = attributes_of(phase, name);
  nvtxDomainRangePushEx(domain(), &attributes);
}
Range::Range(Phase phase, const std::string& name, std::uint64_t payload) {
  nvtxEventAttributes_t attributes = attributes_of(phase, name);
  attributes.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
  attributes.payload.ullValue = payload;
  nvtxDomainRangePushEx(domain(), &attributes);
}
Range::~Range() { nvtxDomainRangePop(domain()); }

}  // namespace rungs
#else
namespace rungs {
Range::Range(Phase, const std::string&) {}
Range::Range(Phase, const std::string&, std::uint64_t) {}
Range::~Range() = default;
}  // namespace rungs
#endif

namespace rungs {

std::string range_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::string_view("/@,[]*+ ;").find(c) != std::string_view::npos; }, '.');
  return text;
}

}  // namespace rungs
