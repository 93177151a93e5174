#include "harness/bench/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "harness/registry/errors.hpp"
#include "harness/registry/parameter.hpp"

namespace rungs {
namespace {

/// A finite number within the bounds; CLI11's own check lets NaN through and prints limits of 300 digits.
CLI::Validator between(double least, double most) {
  return {[=](const std::string& text) -> std::string {
            char* end = nullptr;
            const double value = std::strtod(text.c_str(), &end);
            if (!text.empty() && *end == '\0' && value >= least && value <= most) return "";
            return fmt::format("'{}' is not legal; legal is {:g} to {:g}", text, least, most);
          },
          fmt::format("{:g} to {:g}", least, most)};
}

CLI::Validator whole(std::uint64_t least, std::uint64_t most) {
  return {[=](const std::string& text) -> std::string {
            std::uint64_t value = 0;
            if (parse_whole(text, least, most, value)) return "";
            return fmt::format("'{}' is not legal; legal are whole numbers from {} to {}", text, least, most);
          },
          fmt::format("{} to {}", least, most)};
}

CLI::Validator not_empty() {
  return {[](const std::string& text) { return std::string(text.empty() ? "'' is no path" : ""); }, "PATH"};
}

CLI::Validator cache_states() {
  return {[](const std::string& text) -> std::string {
            std::istringstream list(text + ",");  // so that an empty part at the end is one
            for (std::string state; std::getline(list, state, ',');) {
              const auto known = {"cold", "dirty", "hot", "all", "both"};  // both: of an earlier release
              if (std::find(known.begin(), known.end(), state) != known.end()) continue;
              return fmt::format(
                  "'{}' is no state of the caches; expected cold, dirty, hot, all, or several "
                  "joined by commas",
                  state);
            }
            return "";
          },
          "cold|dirty|hot|all"};
}

std::string counter_names() {
  std::string names;
  for (const Counter& counter : named_counters()) names += (names.empty() ? "" : ", ") + counter.name;
  return names;
}

void add_choice(CLI::App& app, Options& options) {
  app.add_flag("--list", options.list, "print every variant, its backends and its idea, and leave");
  app.add_option("--filter", options.filter,
                 "run variants whose name (case/place/variant) matches this regular expression");
  app.add_option("--sizes", options.sizes,
                 "sizes to run: 1024,1920x1080,256..16384*2 (default: the documents')");
  app.add_option("--param", options.params,
                 "a parameter's values: NAME=V,V or NAME=all for its whole sweep; may be given again")
      ->type_name("NAME=V,V")
      ->expected(1)
      ->take_all();
  app.add_option("--backend", options.backend, "where to run")
      ->check(CLI::IsMember({"auto", "host", "cuda", "simulator"}))
      ->capture_default_str();
  app.add_option("--device", options.device, "which GPU, from 0 (default: 0)")->check(whole(0, 1023));
  app.add_option(
         "--cache", options.cache,
         "state of the caches before a sample: cold (emptied, nothing left to write back), dirty (emptied "
         "by writing over them, as other tools do: lines are written back inside the time; GPUs only), hot "
         "(as the launch before left them), all")
      ->check(cache_states())
      ->capture_default_str();
  app.add_option("--input", options.input,
                 "a picture to run median and distance on: 8-bit gray PNG or PGM; its size is the problem's")
      ->check(not_empty());
  app.add_flag("--awkward", options.awkward,
               "verify each case's awkward shapes (1x1, primes, ...) under three seeds");
}

void add_output(CLI::App& app, Options& options) {
  app.add_option("--out", options.out, "write rows to this CSV; must not exist yet, unless with --resume");
  app.add_option("--samples", options.samples, "write every sample to this CSV; must not exist yet");
  app.add_option("--json", options.json, "write Google Benchmark's JSON, as its compare.py reads it");
  app.add_option("--dump", options.dump,
                 "write the inputs and results of the selected variants to this folder, as gray PNGs "
                 "(of planes over 16384 pixels on a side, every k-th pixel)")
      ->check(not_empty());
  app.add_option("--published", options.published,
                 "published figures to show beside the rows: a CSV with the columns of "
                 "reference/published/published.csv (default: that file)")
      ->check(not_empty());
  app.add_flag("--resume", options.resume, "complete the file of --out: skip the rows that it holds");
  app.add_option("--progress", options.progress, "a status line on stderr; auto: only on a terminal")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

void add_measuring(CLI::App& app, Options& options) {
  app.add_flag("--verify-only", options.verify_only, "check results, time nothing");
  app.add_flag(
      "--interleave", options.interleave,
      "take the samples of a problem's variants in turn, so that a drift of the clock meets all alike; "
      "for a close comparison");
  app.add_flag("--profile", options.profile,
               "one launch each, in an NVTX range of domain 'rungs', behind cold caches, for profilers");
  app.add_option("--profile-launches", options.profile_launches, "with --profile: so many launches each")
      ->check(whole(1, 10'000))
      ->capture_default_str();
  app.add_option("--min-samples", options.stop.min_samples, "least samples a row")
      ->check(whole(1, 10'000'000))
      ->capture_default_str();
  app.add_option("--min-time", options.stop.min_time_s, "least measured time a row, in seconds")
      ->check(between(0.0, 3600.0))
      ->capture_default_str();
  app.add_option("--max-noise", options.stop.max_noise_percent,
                 "sample on while the interval of the median reaches farther from it than this, in percent")
      ->check(between(0.001, 1000.0))
      ->capture_default_str();
  app.add_option("--time-limit", options.stop.time_limit_s, "end a row after this many seconds all the same")
      ->check(between(0.001, 86400.0))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--counters", [&](const std::string& list) { options.counters = parse_counters(list); },
         "read hardware counters beside each GPU row (with --out rows.csv into rows.counters.csv): " +
             counter_names() + ", or NVIDIA's metrics by name")
      ->type_name("NAME,NAME");
  app.add_option("--seed", options.seed, "draws inputs, the order of variants, and thread orders")
      ->check(whole(0, std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str();
  app.add_flag("--time-unoptimised", options.time_unoptimised, "time although the build is not optimised");
  app.add_flag("--self-test", options.self_test,
               "measure the device's ceilings and the harness's own agreement");
  app.add_flag("--version", options.version, "print version, commit, compiler and CUDA, and leave");
}

/// CLI11 takes the next argument as the value of "--name=".
void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--") && argument.ends_with("=") && argument.find('=') + 1 == argument.size()) {
      throw BadUsage(argument + ": '' is not legal, it needs a value (see bench --help)");
    }
  }
}

void check_pictures(const Options& options) {
  if (options.self_test && !options.dump.empty()) throw BadUsage("--self-test: cannot go with --dump");
  if (options.input.empty()) return;
  if (options.self_test) throw BadUsage("--self-test: cannot go with --input");
  if (!options.sizes.empty()) throw BadUsage("--input: the picture gives the size; leave out --sizes");
  if (options.awkward) throw BadUsage("--awkward: brings its own inputs; leave out --input");
}

void check_combinations(const Options& options) {
  check_pictures(options);
  if (!options.google_benchmark.empty() && (options.list || options.version || options.self_test)) {
    throw BadUsage("-- " + options.google_benchmark.front() +
                   ": has no effect with --list, --version or --self-test");
  }
  if (options.resume && options.out.empty())
    throw BadUsage("--resume: needs --out FILE, the file to complete");
  if (options.awkward && !options.sizes.empty())
    throw BadUsage("--awkward: brings its own sizes; leave out --sizes");
  if (options.device && (options.backend == "host" || options.backend == "simulator")) {
    throw BadUsage("--device: chooses a GPU, but --backend " + options.backend + " uses none");
  }
  if (!options.counters.empty() && (options.profile || options.verify_only))
    throw BadUsage("--counters: is read beside a time; leave out --profile and --verify-only");
  if (!options.counters.empty() && (options.backend == "host" || options.backend == "simulator"))
    throw BadUsage("--counters: are a GPU's, but --backend " + options.backend + " uses none");
  if (options.profile_launches > 1 && !options.profile)
    throw BadUsage("--profile-launches: launches are for a profiler; it needs --profile");
  if (options.interleave && (options.profile || options.verify_only || options.awkward)) {
    throw BadUsage(
        "--interleave: orders samples, but none are taken with --profile, --verify-only or --awkward");
  }
  if (options.interleave && options.backend == "simulator")
    throw BadUsage("--interleave: orders samples, but --backend simulator takes none");
  if (options.profile && options.verify_only) throw BadUsage("--profile: cannot go with --verify-only");
  for (const std::string& param : options.params) {
    const auto equals = param.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == param.size()) {
      throw BadUsage("--param " + param + ": legal is NAME=VALUE or NAME=V,V");
    }
  }
}

}  // namespace

ParsedOptions parse_options(int argc, const char* const* argv) {
  ParsedOptions parsed;
  CLI::App app("Runs, verifies and measures ladders of CUDA kernels.", "bench");
  add_choice(app, parsed.options);
  add_output(app, parsed.options);
  add_measuring(app, parsed.options);
  app.footer(
      "Options after a single -- go to Google Benchmark (--benchmark_repetitions=3, ...).\n"
      "Exit codes: 0 all rows ok or unsupported, 1 a variant incorrect or failed, 2 bad usage.\n"
      "Examples:\n"
      "  bench --filter=stitch --param repeater=all --cache=cold,hot --out rows.csv\n"
      "  bench --filter='gpu/modulo$' --sizes=256..16384*2\n"
      "  bench --backend=simulator --awkward\n"
      "  bench --filter='^(median|distance)/' --input photo.png --dump pictures");
  int own = 0;
  while (own < argc && std::string(argv[own]) != "--") ++own;
  for (int i = own + 1; i < argc; ++i) {
    // Google Benchmark calls its help --help, but says of itself that
    // all its options begin with --benchmark_.
    const std::string argument = argv[i];
    parsed.options.google_benchmark.push_back(argument == "--benchmark_help" ? "--help" : argument);
  }
  refuse_empty_values(own, argv);
  try {
    app.parse(own, argv);
  } catch (const CLI::CallForHelp&) {
    parsed.help = app.help();
    return parsed;
  } catch (const CLI::ParseError& error) {
    throw BadUsage(std::string(error.what()) + " (see bench --help)");
  }
  if (app.count("--sizes") > 0 && parsed.options.sizes.empty())
    throw BadUsage("--sizes: '' is no size; legal are N, WxH and ranges like 256..16384*2");
  check_combinations(parsed.options);
  return parsed;
}

}  // namespace rungs
