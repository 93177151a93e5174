#include "harness/cli/parse_options.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <random>
#include <rungs/core/errors.hpp>
#include <sstream>
#include "harness/core/selection.hpp"
#include "harness/output/append_file.hpp"

namespace rungs {
namespace {

constexpr std::size_t description_column = 30;  ///< at which CLI11 begins what an option says

/// CLI11 would take the next argument as the value of "--name=", and an empty one for none.
void refuse_empty_values(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool ends = words[i].starts_with("--") && words[i].find('=') + 1 == words[i].size();
    const std::string& option = words[i].empty() && i > 0 ? words[i - 1] : words[i];
    if (words[i].empty() || ends) throw BadUsage(option + ": '' is not a value; expected one (see bench --help)");
  }
}

/// "; nearest is --filter", of an argument that is no option.
std::string nearest_option(const CLI::App& app, const std::string& unknown) {
  std::vector<std::string> names;
  for (const CLI::Option* one : app.get_options()) names.push_back(one->get_name());
  return unknown.starts_with("--")
             ? "; nearest is " + nearest_names(unknown.substr(0, unknown.find('=')), names).front()
             : "";
}

/// A text of help in lines of at most `width`; what an option says goes on below where it began.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string made;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = line.starts_with("  -") ? description_column : line.find_first_not_of(' ');
    while (line.size() > width) {
      const std::size_t cut = line.rfind(' ', width);
      if (cut == std::string::npos || cut <= indent) break;
      made += line.substr(0, cut) + '\n';
      line.replace(0, cut + 1, indent, ' ');
    }
    made += line + '\n';
  }
  return made;
}

/// Throws BadUsage, naming the option, if two of them contradict each other or one has no effect.
void check_combinations(const Options& o) {
  const auto refuse = [](bool wrong, const std::string& why) {
    if (wrong) throw BadUsage(why);
  };
  using Asked = std::pair<bool, const char*>;
  const bool no_file = o.out.empty() || is_stream(o.out);
  const auto has = [&](Cache cache) { return std::ranges::find(o.caches, cache) != o.caches.end(); };

  refuse(o.self_test && !o.input.empty(), "--self-test: cannot go with --input");
  refuse(!o.input.empty() && !o.sizes.empty(), "--input: the picture gives the size; leave out --sizes");
  refuse(!o.input.empty() && o.edge_cases, "--edge-cases: brings its own inputs; leave out --input");
  refuse(o.edge_cases && !o.sizes.empty(), "--edge-cases: brings its own sizes; leave out --sizes");

  const std::string untimed = o.profile       ? "--profile"
                              : o.paranoid    ? "--paranoid"
                              : o.verify_only ? "--verify-only"
                              : o.edge_cases  ? "--edge-cases"
                              : o.self_test   ? "--self-test"
                                              : "";
  for (const auto& [asked, option] :
       {Asked{o.energy.has_value(), "--energy"}, Asked{o.why, "--why"}, Asked{!o.counters.empty(), "--counters"},
        Asked{o.processes > 1, "--processes"}, Asked{o.interleave, "--interleave"}, Asked{o.tune, "--tune"}})
    refuse(asked && !untimed.empty(), fmt::format("{}: is for rows that are timed; leave out {}", option, untimed));
  for (const auto& [asked, option] : {Asked{o.interleave, "--interleave"}, Asked{o.tune, "--tune"}})
    refuse(asked && o.backend == Backend::simulator, fmt::format("{}: --backend simulator takes no times", option));
  const bool no_gpu = o.backend == Backend::host || o.backend == Backend::simulator;
  for (const auto& [asked, option] :
       {Asked{o.energy.has_value(), "--energy"}, Asked{o.why, "--why"}, Asked{!o.counters.empty(), "--counters"},
        Asked{o.devices.has_value(), "--device"}}) {
    refuse(asked && no_gpu, fmt::format("{}: is for GPUs, but --backend {} uses none", option,
                                        name_of(o.backend.value_or(Backend::cuda))));
  }

  refuse(o.energy && no_file, "--energy: needs --out FILE, next to which the energies are written");
  refuse(o.energy && !has(Cache::hot),
         "--energy: launches run back to back, with hot caches; expected --cache=hot or all");
  refuse(o.why && o.why_file.empty() && no_file,
         "--why: needs a file, or --out FILE, next to which the times are written");
  refuse(o.why && (o.interleave || o.processes > 1),
         "--why: is measured alone; leave out --interleave and --processes");
  refuse(o.why && !has(Cache::cold), "--why: caches are cold in it; expected --cache=cold or all");
  refuse(o.processes > 1 && o.isolate != Isolate::automatic,
         "--processes: starts workers by itself, one for each repetition; leave out --isolate");
  refuse(o.profile && o.verify_only, "--profile: cannot go with --verify-only");
  refuse(o.profile_launches > 1 && !o.profile, "--profile-launches: launches are for a profiler; it needs --profile");

  refuse(o.resume && o.out.empty(), "--resume: needs --out FILE, the file to complete");
  refuse(o.resume && is_stream(o.out), "--resume: needs a file to complete, but --out " + o.out + " is a stream");
  refuse(o.format != Format::table && (o.out == "-" || o.samples == "-" || o.json == "-"),
         "--format: is of standard output, which gets a file here; leave it out, or name another file than -");
  refuse(o.format != Format::table && o.list != ListFormat::none, "--format: is of rows; with --list use --list=json");
  refuse(o.format != Format::table && o.self_test, "--format: is of rows, but --self-test prints a report");
  refuse(!o.google_benchmark.empty() && (o.list != ListFormat::none || o.version || o.self_test),
         "-- " + (o.google_benchmark.empty() ? "" : o.google_benchmark.front()) +
             ": has no effect with --list, --version or --self-test");
}

std::string text_of(const AskedDevices& asked) {
  return asked.empty() ? "all" : fmt::format("{}", fmt::join(asked, ","));
}

void check_devices(const Options& options) {
  const auto refuse = [&](const char* what) {
    throw BadUsage(fmt::format("--device={}: several GPUs {}", text_of(*options.devices), what));
  };
  if (options.isolate == Isolate::none) refuse("need a worker each; leave out --isolate=none");
  if (options.profile) refuse("cannot be profiled in one run; choose one, or leave out --profile");
  if (options.self_test) refuse("are not tested in one run; choose one, or leave out --self-test");
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  CLI::App app("Runs, verifies and measures ladders of CUDA kernels.", "bench");
  add_options(app, options);
  app.footer(
      "Options after a single -- go to Google Benchmark (--benchmark_repetitions=3, ...).\n"
      "A FILE may be - (standard output, which then gets no tables), a pipe or a device. Missing folders are made.\n"
      "Exit codes: 0 all rows ok or unsupported, 1 a variant incorrect or failed or no row ok, 2 bad usage "
      "or a file that cannot be written, 3 the GPU was lost, 130 interrupted.\n"
      "Examples:\n"
      "  bench --filter=gpu/ --cache=cold,hot --out rows.csv\n"
      "  bench --filter='^CASE/gpu/' --param NAME=all --sizes=256..16384*2\n"
      "  bench --backend=simulator --edge-cases\n"
      "  bench --filter='^CASE/' --input photo.png");
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto own_end = std::ranges::find(words, "--");
  std::vector<std::string>& others = options.google_benchmark;
  if (own_end != words.end()) others.assign(own_end + 1, words.end());
  // Its documentation says that all its options begin with --benchmark_.
  std::ranges::replace(others, std::string("--benchmark_help"), std::string("--help"));
  words.erase(own_end, words.end());
  refuse_empty_values(words);
  try {
    std::reverse(words.begin(), words.end());  // CLI11 expects them in reverse order
    app.parse(words);
    StopRules& stop = options.stop;
    const bool limited = app.count("--time-limit") > 0;
    if (limited) options.host_time_limit_s = stop.time_limit_s;
    if (options.quick) {
      stop.long_kernel_samples /= 10;
      if (app.count("--min-time") == 0) stop.min_time_s /= 10;
      for (double* limit : {&stop.time_limit_s, &options.host_time_limit_s}) *limit /= limited ? 1 : 10;
    }
    if (app.count("--seed") > 0) options.edge_seeds = 1;
    if (!options.check_seed) options.check_seed = std::random_device{}();
    if (options.energy && app.count("--cache") == 0) options.caches = {Cache::hot};
  } catch (const CLI::CallForHelp&) {
    options.help = wrapped(app.help(), 100);
    return options;
  } catch (const CLI::ExtrasError& error) {
    throw BadUsage(error.what() + nearest_option(app, app.remaining().front()) + " (see bench --help)");
  } catch (const CLI::ParseError& error) {
    throw BadUsage(std::string(error.what()) + " (see bench --help)");
  }
  if (options.retry_failed) options.resume = true;
  for (std::string* path : {&options.out, &options.samples, &options.json}) {
    if (is_standard_output(*path)) *path = "-";
  }
  check_combinations(options);
  return options;
}

std::vector<GpuFacts> chosen_gpus(const Options& options) {
  if (options.backend == Backend::host || options.backend == Backend::simulator) return {};
  std::string why_none;
  auto there = gpus(&why_none);
  if (there.empty()) {
    if (options.devices) {
      throw BadUsage(fmt::format("--device={}: no CUDA device can be used: {}", text_of(*options.devices), why_none));
    }
    if (options.backend == Backend::cuda) {
      throw BadUsage("--backend cuda: no CUDA device can be used: " + why_none +
                     "; expected here host, simulator or auto");
    }
    return {};
  }
  if (!options.devices) return {there.front()};
  std::vector<GpuFacts> chosen;
  for (const int index : *options.devices) {
    if (index >= static_cast<int>(there.size())) {
      throw BadUsage(fmt::format("--device={}: expected numbers from 0 to {}, with commas, or all",
                                 text_of(*options.devices), there.size() - 1));
    }
    chosen.push_back(there[static_cast<std::size_t>(index)]);
  }
  if (options.devices->empty()) chosen = std::move(there);
  if (chosen.size() > 1) check_devices(options);
  return chosen;
}

}  // namespace rungs
