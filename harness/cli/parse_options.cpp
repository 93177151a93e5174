#include "harness/cli/parse_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <sstream>

#include "harness/cli/checks.hpp"
#include "harness/cli/values.hpp"

namespace rungs {
namespace {

/// A finite number within the bounds. CLI11's own check accepts NaN and prints limits with 300 digits.
CLI::Validator between(double least, double most) {
  return {[=](const std::string& text) -> std::string {
            char* end = nullptr;
            const double value = std::strtod(text.c_str(), &end);
            if (!text.empty() && *end == '\0' && value >= least && value <= most) return "";
            return fmt::format("'{}'; expected {:g} to {:g}", text, least, most);
          },
          fmt::format("{:g} to {:g}", least, most)};
}

/// An integer within the bounds.
CLI::Validator whole(std::uint64_t least, std::uint64_t most) {
  return {[=](const std::string& text) -> std::string {
            std::uint64_t value = 0;
            if (parse_integer(text, least, most, value)) return "";
            return fmt::format("'{}'; expected an integer from {} to {}", text, least, most);
          },
          fmt::format("{} to {}", least, most)};
}

CLI::Validator not_empty() {
  return {[](const std::string& text) { return std::string(text.empty() ? "'' is not a path" : ""); },
          "PATH"};
}

/// An option that takes one of these words; the first is the default.
template <class T>
void add_words(CLI::App& app, const std::string& name, T& target,
               const std::vector<std::pair<std::string, T>>& words, const std::string& what) {
  std::vector<std::string> names;
  for (const auto& [word, value] : words) names.push_back(word);
  const auto take = [&target, words](const std::string& given) {
    for (const auto& [word, value] : words) {
      if (word == given) target = value;
    }
  };
  app.add_option_function<std::string>(name, take, what)->check(CLI::IsMember(names))->default_str(names[0]);
}

std::string counter_names() {
  std::string names;
  for (const Counter& counter : named_counters()) names += (names.empty() ? "" : ", ") + counter.name;
  return names;
}

void add_choice(CLI::App& app, Options& options) {
  app.add_flag_callback(
      "--list", [&] { options.list = ListFormat::text; },
      "print the variants (those that --filter selects), each below the one that it improves, and leave; "
      "--list=json: cases, parameters and variants, for tools; --list=schema: the JSON schema of a row of "
      "--format=jsonl");
  app.add_flag_callback("--list-json", [&] { options.list = ListFormat::json; })->group("");
  app.add_flag_callback("--list-schema", [&] { options.list = ListFormat::schema; })->group("");
  app.add_option("--filter", options.filter,
                 "run variants whose name (case/place/variant) matches this regular expression");
  app.add_option_function<std::string>(
         "--sizes", [&](const std::string& text) { options.sizes = parse_sizes(text); },
         "sizes to run: 1024,1920x1080,256..16384*2, or by the names of the sides m=64,n=64,k=8..64*2 "
         "(default: "
         "each case's own)")
      ->type_name("SIZE,SIZE");
  app.add_option_function<std::vector<std::string>>(
         "--param",
         [&](const std::vector<std::string>& all) {
           for (const std::string& text : all) options.params.push_back(parse_parameter(text));
         },
         "values of a parameter, or of an axis that variants are compiled for: NAME=V,V or NAME=all for its "
         "whole "
         "sweep; may be given again")
      ->type_name("NAME=V,V")
      ->expected(1)
      ->take_all();
  add_words<std::optional<Backend>>(
      app, "--backend", options.backend,
      {{"auto", {}}, {"host", Backend::host}, {"cuda", Backend::cuda}, {"simulator", Backend::simulator}},
      "where to run: auto (GPU variants on a GPU where there is one, else on the simulator), host, cuda or "
      "simulator");
  app.add_option_function<std::string>(
         "--device", [&](const std::string& text) { options.devices = parse_devices(text); },
         "which GPUs, from 0: 1, or 0,2, or all (default: 0). Rows of several GPUs go into one file, one GPU "
         "after another; rows of the host, and of variants that use all GPUs, are made once, before them")
      ->type_name("N,N|all");
  app.add_flag("--concurrent", options.concurrent,
               "with several GPUs: all at the same time, in a worker each");
  app.add_option_function<std::string>(
         "--cache", [&](const std::string& text) { options.caches = parse_caches(text); },
         "state of the caches before a sample: cold (emptied, nothing left to write back), dirty (emptied "
         "by writing over them, as other tools do: lines are written back inside the time; GPUs only), hot "
         "(as the launch before left them), all")
      ->type_name("cold|dirty|hot|all")
      ->default_str("cold");
  app.add_option("--input", options.input,
                 "a picture to run on, for cases whose input is an image: 8-bit gray PNG or PGM; its size is "
                 "the problem's")
      ->check(not_empty());
  app.add_flag("--edge-cases", options.edge_cases,
               "verify each case's edge cases (1x1, primes, ...) under three seeds, or under that of --seed");
}

void add_output(CLI::App& app, Options& options) {
  app.add_option("--out", options.out, "write rows to this CSV; must not exist yet, unless with --resume");
  add_words<Format>(
      app, "--format", options.format,
      {{"table", Format::table}, {"brief", Format::brief}, {"jsonl", Format::jsonl}},
      "what standard output gets: table, brief (a line for each table), or jsonl: each row as a line of "
      "JSON as soon as it is complete, with the columns of --out as names");
  app.add_option("--samples", options.samples, "write every sample to this CSV; must not exist yet");
  app.add_option("--json", options.json, "write Google Benchmark's JSON, as its compare.py reads it");
  app.add_option("--dump", options.dump,
                 "write the inputs and results of the selected variants to this folder, as gray PNGs "
                 "(of planes over 16384 pixels on a side, every k-th pixel)")
      ->check(not_empty());
  app.add_flag("--resume", options.resume, "complete the file of --out: skip the rows that it holds");
  app.add_flag("--retry-failed", options.retry_failed,
               "as --resume, and make the rows again that failed in it");
  app.add_option("--progress", options.progress, "a status line on stderr; auto: only on a terminal")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

void add_measuring(CLI::App& app, Options& options) {
  app.add_flag("--verify-only", options.verify_only, "check results, time nothing");
  app.add_flag_callback(
      "--paranoid", [&] { options.paranoid = options.verify_only = true; },
      "check each row in 5000 launches, with inputs and garbage that change in between, and time "
      "nothing; meant for small sizes");
  app.add_option("--processes", options.processes,
                 "repeat each row in this many fresh processes; the row has the samples of all, and its "
                 "interval reaches over their medians, which --out rows.csv lists in rows.side.csv")
      ->check(whole(1, 1000))
      ->capture_default_str();
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
  app.add_option("--min-time", options.stop.min_time_s,
                 "least time spent on the samples of a row, in seconds")
      ->check(between(0.0, 3600.0))
      ->capture_default_str();
  app.add_option("--max-noise", options.stop.max_ci_percent,
                 "sample on while the interval of the median reaches farther from it than this, in percent")
      ->check(between(0.001, 1000.0))
      ->capture_default_str();
  app.add_option("--time-limit", options.stop.time_limit_s, "end a row after this many seconds all the same")
      ->check(between(0.001, 86400.0))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--counters", [&](const std::string& list) { options.counters = parse_counters(list); },
         "read hardware counters of each GPU row (with --out rows.csv into rows.side.csv): " +
             counter_names() + ", or NVIDIA's metrics by name")
      ->type_name("NAME,NAME");
  app.add_option_function<double>(
         "--energy",
         [&](double seconds) {
           options.energy.emplace();
           options.energy->seconds = seconds;
         },
         "measure the joules of a launch of each GPU row with hot caches, from NVML's energy counter, over "
         "this many seconds (5 if none are given) after 4 of idling, into rows.side.csv next to --out "
         "rows.csv; implies --cache=hot")
      ->check(between(1, 600))
      ->type_name("SECONDS");
  add_words<Isolate>(
      app, "--isolate", options.isolate,
      {{"auto", Isolate::automatic}, {"row", Isolate::row}, {"none", Isolate::none}},
      "processes that rows run in: auto (one worker, replaced when a row crashes, hangs or leaves something "
      "behind), row (a new worker for each row), none (this process: for debuggers, profilers and "
      "sanitizers)");
  app.add_option("--deadline", options.deadline_s,
                 "end a variant whose code makes no progress for this many seconds (default: 60 on a GPU, "
                 "600 elsewhere); not with --isolate=none")
      ->check(between(1, 1e6));
  app.add_option("--seed", options.seed, "draws inputs, the order of variants, and thread orders")
      ->check(whole(0, std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str();
  app.add_flag("--time-unoptimised", options.time_unoptimised, "time although the build is not optimised");
  app.add_flag("--self-test", options.self_test,
               "measure the device's ceilings and the harness's own agreement");
  app.add_flag("--phases", options.phases, "say at the end on stderr where the time went");
  app.add_flag("--version", options.version, "print version, commit, compiler and CUDA, and leave");
}

/// CLI11 would take the next argument as the value of "--name=".
void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with("--") && argument.ends_with("=") && argument.find('=') + 1 == argument.size()) {
      throw BadUsage(argument + ": '' is not a value; expected one (see bench --help)");
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
      "Exit codes: 0 all rows ok or unsupported, 1 a variant incorrect or failed, 2 bad usage, 3 the GPU was "
      "lost,\n130 interrupted.\n"
      "Examples:\n"
      "  bench --filter=gpu/ --cache=cold,hot --out rows.csv\n"
      "  bench --filter='^CASE/gpu/' --param NAME=all --sizes=256..16384*2\n"
      "  bench --backend=simulator --edge-cases\n"
      "  bench --filter='^CASE/' --input photo.png --dump pictures");
  int own = 0;
  while (own < argc && std::string(argv[own]) != "--") ++own;
  for (int i = own + 1; i < argc; ++i) {
    // Google Benchmark's help option is --help, but its documentation says that all its options begin with
    // --benchmark_.
    const std::string argument = argv[i];
    parsed.options.google_benchmark.push_back(argument == "--benchmark_help" ? "--help" : argument);
  }
  std::vector<std::string> words(argv + 1, argv + own);
  for (std::string& word : words) {  // options with an optional value
    if (word == "--list=json") word = "--list-json";
    if (word == "--list=schema") word = "--list-schema";
    if (word == "--energy") word = fmt::format("--energy={}", EnergyRules{}.seconds);
    if (word.starts_with("--list=")) throw BadUsage(word + ": expected --list, --list=json or --list=schema");
  }
  refuse_empty_values(own, argv);
  try {
    std::reverse(words.begin(), words.end());  // CLI11 expects them in reverse order
    app.parse(words);
    if (app.count("--seed") > 0) parsed.options.edge_seeds = 1;
    if (parsed.options.energy && app.count("--cache") == 0) parsed.options.caches = {Cache::hot};
  } catch (const CLI::CallForHelp&) {
    parsed.help = app.help();
    return parsed;
  } catch (const CLI::ParseError& error) {
    throw BadUsage(std::string(error.what()) + " (see bench --help)");
  }
  if (parsed.options.retry_failed) parsed.options.resume = true;
  check_combinations(parsed.options);
  return parsed;
}

}  // namespace rungs
