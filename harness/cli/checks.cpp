#include "harness/cli/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <rungs/core/errors.hpp>
#include <string>

namespace rungs {
namespace {

void check_pictures(const Options& options) {
  if (options.self_test && !options.dump.empty()) throw BadUsage("--self-test: cannot go with --dump");
  if (options.input.empty()) return;
  if (options.self_test) throw BadUsage("--self-test: cannot go with --input");
  if (!options.sizes.empty()) throw BadUsage("--input: the picture gives the size; leave out --sizes");
  if (options.edge_cases) throw BadUsage("--edge-cases: brings its own inputs; leave out --input");
}

bool uses_no_gpu(const Options& options) {
  return options.backend == Backend::host || options.backend == Backend::simulator;
}

void check_energy(const Options& options) {
  if (!options.energy) return;
  if (options.out.empty())
    throw BadUsage("--energy: needs --out FILE, next to which the energies are written");
  if (options.profile || options.verify_only || options.edge_cases || options.self_test) {
    throw BadUsage(
        "--energy: is measured with a time; leave out --profile, --verify-only, --edge-cases and "
        "--self-test");
  }
  if (uses_no_gpu(options)) {
    throw BadUsage("--energy: is a GPU's, but --backend " + std::string(name_of(*options.backend)) +
                   " uses none");
  }
  if (std::find(options.caches.begin(), options.caches.end(), Cache::hot) == options.caches.end())
    throw BadUsage("--energy: launches run back to back, with hot caches; expected --cache=hot or all");
}

void check_several(const Options& options) {
  if (options.concurrent &&
      (!options.devices || (!options.devices->all && options.devices->indices.size() < 2)))
    throw BadUsage("--concurrent: runs several GPUs at the same time; it needs --device=all or --device=0,1");
  if (options.concurrent && options.phases)
    throw BadUsage("--phases: adds up times that follow each other; leave out --concurrent");
}

void check_processes(const Options& options) {
  if (options.processes == 1) return;
  if (options.isolate != Isolate::automatic)
    throw BadUsage("--processes: starts workers by itself, one for each repetition; leave out --isolate");
  if (options.verify_only || options.profile || options.edge_cases || options.self_test) {
    throw BadUsage(
        "--processes: repeats times; leave out --verify-only, --paranoid, --profile, --edge-cases and "
        "--self-test");
  }
}

void check_format(const Options& options) {
  if (options.format == Format::table) return;
  if (options.list != ListFormat::none) throw BadUsage("--format: is of rows; with --list use --list=json");
  if (options.self_test) throw BadUsage("--format: is of rows, but --self-test prints a report");
}

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

void check_combinations(const Options& options) {
  check_pictures(options);
  check_energy(options);
  check_several(options);
  check_processes(options);
  check_format(options);
  if (!options.google_benchmark.empty() &&
      (options.list != ListFormat::none || options.version || options.self_test)) {
    throw BadUsage("-- " + options.google_benchmark.front() +
                   ": has no effect with --list, --version or --self-test");
  }
  if (options.resume && options.out.empty())
    throw BadUsage("--resume: needs --out FILE, the file to complete");
  if (options.edge_cases && !options.sizes.empty())
    throw BadUsage("--edge-cases: brings its own sizes; leave out --sizes");
  if (options.devices && uses_no_gpu(options)) {
    throw BadUsage("--device: chooses a GPU, but --backend " + std::string(name_of(*options.backend)) +
                   " uses none");
  }
  if (!options.counters.empty() && (options.profile || options.verify_only))
    throw BadUsage("--counters: is read with a time; leave out --profile and --verify-only");
  if (!options.counters.empty() && uses_no_gpu(options)) {
    throw BadUsage("--counters: are a GPU's, but --backend " + std::string(name_of(*options.backend)) +
                   " uses none");
  }
  if (options.profile_launches > 1 && !options.profile)
    throw BadUsage("--profile-launches: launches are for a profiler; it needs --profile");
  if (options.interleave && (options.profile || options.verify_only || options.edge_cases)) {
    throw BadUsage(
        "--interleave: orders samples, but none are taken with --profile, --verify-only or --edge-cases");
  }
  if (options.interleave && options.backend == Backend::simulator)
    throw BadUsage("--interleave: orders samples, but --backend simulator takes none");
  if (options.profile && options.verify_only) throw BadUsage("--profile: cannot go with --verify-only");
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
