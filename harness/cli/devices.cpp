#include "harness/cli/devices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>

namespace rungs {
namespace {

/// "0 or all", "0, 1 or all", "0 to 7, several joined by commas, or all".
std::string choices(std::size_t gpus) {
  if (gpus == 1) return "0 or all";
  if (gpus == 2) return "0, 1 or all";
  return fmt::format("0 to {}, several joined by commas, or all", gpus - 1);
}

std::string text_of(const AskedDevices& asked) {
  return asked.all ? "all" : fmt::format("{}", fmt::join(asked.indices, ","));
}

/// What several GPUs cannot go with.
void check_devices(const Options& options) {
  const auto refuse = [&](const char* what) {
    throw BadUsage(fmt::format("--device={}: several GPUs {}", text_of(*options.devices), what));
  };
  if (options.isolate == Isolate::none) refuse("need a worker each; leave out --isolate=none");
  if (options.profile) refuse("cannot be profiled in one run; choose one, or leave out --profile");
  if (options.self_test) refuse("are not tested in one run; choose one, or leave out --self-test");
  if (!options.dump.empty()) refuse("would draw into the same files; choose one, or leave out --dump");
}

}  // namespace

AskedDevices parse_devices(const std::string& text) {
  if (text == "all") return {true, {}};
  constexpr std::uint64_t most = 1023;
  AskedDevices asked;
  for (const std::string& word : split_list(text)) {
    std::uint64_t index = 0;
    if (!parse_integer(word, 0, most, index)) {
      throw BadUsage("--device=" + text + ": '" + word +
                     "' is no GPU; expected a number from 0, several joined by commas, or all");
    }
    if (std::find(asked.indices.begin(), asked.indices.end(), static_cast<int>(index)) != asked.indices.end())
      throw BadUsage("--device=" + text + ": " + word + " is there twice; expected each GPU once");
    asked.indices.push_back(static_cast<int>(index));
  }
  return asked;
}

std::vector<GpuFacts> chosen_gpus(const Options& options) {
  if (options.backend == Backend::host || options.backend == Backend::simulator) return {};
  std::string why_none;
  auto there = gpus(&why_none);
  if (there.empty()) {
    if (options.devices) {
      throw BadUsage(
          fmt::format("--device={}: no CUDA device can be used: {}", text_of(*options.devices), why_none));
    }
    if (options.backend == Backend::cuda) {
      throw BadUsage("--backend cuda: no CUDA device can be used: " + why_none +
                     "; expected here host, simulator or auto");
    }
    return {};
  }
  if (!options.devices) return {there.front()};
  std::vector<GpuFacts> chosen;
  for (const int index : options.devices->indices) {
    if (index >= static_cast<int>(there.size())) {
      throw BadUsage(fmt::format("--device={}: this host has {} GPU{}: expected {}",
                                 text_of(*options.devices), there.size(), there.size() == 1 ? "" : "s",
                                 choices(there.size())));
    }
    chosen.push_back(there[static_cast<std::size_t>(index)]);
  }
  if (options.devices->all) chosen = std::move(there);
  if (chosen.size() > 1) check_devices(options);
  return chosen;
}

}  // namespace rungs
