// What a profiler would see: a library that NVTX loads through NVTX_INJECTION64_PATH and that writes each
// call of the domain functions as a line to the file RUNGS_NVTX_LOG. scripts/tests/bench/test_tools.py reads
// it.
//
//   domain <handle> <name>      category <domain> <number> <name>      string <handle> <text>
//   push <domain> <category> <message>      pop <domain>
#include <nvtx3/nvToolsExt.h>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

std::ofstream& log() {
  static std::ofstream file(std::getenv("RUNGS_NVTX_LOG"));
  return file;
}

std::vector<std::string>& strings() {
  static std::vector<std::string> texts;
  return texts;
}

/// Handles are numbers from 1 in the order of creation.
std::uintptr_t domains = 0;

nvtxDomainHandle_t create_domain(const char* name) {
  log() << "domain " << ++domains << ' ' << name << std::endl;
  return reinterpret_cast<nvtxDomainHandle_t>(domains);
}

void name_category(nvtxDomainHandle_t domain, std::uint32_t category, const char* name) {
  log() << "category " << reinterpret_cast<std::uintptr_t>(domain) << ' ' << category << ' ' << name << std::endl;
}

nvtxStringHandle_t register_string(nvtxDomainHandle_t, const char* text) {
  strings().emplace_back(text);
  log() << "string " << strings().size() << ' ' << text << std::endl;
  return reinterpret_cast<nvtxStringHandle_t>(strings().size());
}

int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* event) {
  const bool registered = event->messageType == NVTX_MESSAGE_TYPE_REGISTERED;
  const auto number = registered ? reinterpret_cast<std::uintptr_t>(event->message.registered) : 0;
  log() << "push " << reinterpret_cast<std::uintptr_t>(domain) << ' ' << event->category << ' '
        << (number >= 1 && number <= strings().size() ? strings()[number - 1] : "(not registered)") << std::endl;
  return 0;
}

int pop(nvtxDomainHandle_t domain) {
  log() << "pop " << reinterpret_cast<std::uintptr_t>(domain) << std::endl;
  return 0;
}

}  // namespace

/// NVTX calls this when the program first uses it.
extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t tables) {
  if (std::getenv("RUNGS_NVTX_LOG") == nullptr) return 0;
  const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(tables(NVTX_ETID_CALLBACKS));
  if (callbacks == nullptr) return 0;
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0) return 0;
  const auto put = [table](unsigned index, auto function) {
    *table[index] = reinterpret_cast<NvtxFunctionPointer>(function);
  };
  put(NVTX_CBID_CORE2_DomainCreateA, create_domain);
  put(NVTX_CBID_CORE2_DomainNameCategoryA, name_category);
  put(NVTX_CBID_CORE2_DomainRegisterStringA, register_string);
  put(NVTX_CBID_CORE2_DomainRangePushEx, push);
  put(NVTX_CBID_CORE2_DomainRangePop, pop);
  return 1;
}
