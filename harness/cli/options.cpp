#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <limits>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include "harness/cli/parse_options.hpp"

namespace rungs {
namespace {

/// A number within the bounds. CLI11's own check accepts NaN and prints limits with 300 digits.
template <class Number> CLI::Validator within(Number least, Number most) {
  const auto why_not = [=](const std::string& text) -> std::string {
    if constexpr (std::is_integral_v<Number>) {
      std::uint64_t value = 0;
      if (parse_integer(text, least, most, value)) return "";
      return fmt::format("'{}'; expected an integer from {} to {}", text, least, most);
    } else {
      return parse_real(text, least, most) ? "" : fmt::format("'{}'; expected {:g} to {:g}", text, least, most);
    }
  };
  return {why_not, ""};
}

/// An option with a number in this unit; its default is what `target` holds.
template <class Number>
void add_number(CLI::App& app, const std::string& name, auto& target, const char* unit, Number least, Number most,
                const std::string& what) {
  const auto option = app.add_option(name, target, what)->type_name(unit)->check(within(least, most));
  if constexpr (requires { target += 1; }) option->capture_default_str();
}

CLI::Option* add_text(CLI::App& app, const std::string& name, std::string& target, const char* form,
                      const std::string& what) {
  return app.add_option(name, target, what)->type_name(form);
}

const CLI::Validator not_empty(
    [](const std::string& text) { return std::string(text.empty() ? "'' is not a path" : ""); }, "");

/// An option whose value `take` gets, which may throw BadUsage.
CLI::Option* add_parsed(CLI::App& app, const std::string& name, const char* form, const std::string& what,
                        const std::function<void(const std::string&)>& take) {
  return app.add_option_function<std::string>(name, take, what)->type_name(form);
}

/// An option that takes one of these words; the first is the default.
template <class T>
void add_words(CLI::App& app, const std::string& name, T& target, const std::vector<std::pair<std::string, T>>& words,
               const std::string& what) {
  std::vector<std::string> names;
  for (const auto& [word, value] : words) names.push_back(word);
  const auto take = [&target, words](const std::string& given) {
    for (const auto& [word, value] : words) {
      if (word == given) target = value;
    }
  };
  const std::string form = fmt::format("{}", fmt::join(names, "|"));
  add_parsed(app, name, form.c_str(), what, take)->check(CLI::IsMember(names).description(""))->default_str(names[0]);
}

void add_choice(CLI::App& app, Options& o) {
  app.option_defaults()->group("What runs");
  add_text(app, "--filter", o.filter, "REGEX",
           "run variants whose name (case/place/variant) matches this regular expression");
  add_parsed(app, "--sizes", "SIZE,SIZE",
             "sizes to run: 1024,1920x1080,256..16384*2, or by the names of the sides m=64,n=64,k=8..64*2; "
             "2^20 is a power, 1k, M, G are of 1000, 1Ki, Mi, Gi of 1024 (default: each case's own)",
             [&](const std::string& text) { o.sizes = parse_sizes(text); });
  app.add_option_function<std::vector<std::string>>(
         "--param",
         [&](const std::vector<std::string>& all) {
           for (const std::string& text : all) o.params.push_back(parse_parameter(text));
         },
         "values of a parameter, or of an axis that variants are compiled for, or all for its whole sweep; may "
         "be given again")
      ->type_name("NAME=V,V|NAME=all")
      ->expected(1)
      ->take_all();
  add_words<std::optional<Backend>>(
      app, "--backend", o.backend,
      {{"auto", {}}, {"host", Backend::host}, {"cuda", Backend::cuda}, {"simulator", Backend::simulator}},
      "where to run; auto: GPU variants on a GPU where there is one, else on the simulator");
  add_parsed(app, "--device", "N,N|all",
             "which GPUs, from 0 (default: 0). Rows of several GPUs go into one file, one GPU after another; "
             "rows of the host, and of variants that use all GPUs, are made once, before them",
             [&](const std::string& text) { o.devices = parse_devices(text); });
  add_parsed(app, "--cache", "cold|dirty|hot|all",
             "state of the caches before a sample: cold (emptied, nothing left to write back), dirty (emptied "
             "by writing over them, as other tools do: lines are written back inside the time; GPUs only), "
             "hot (as the launch before left them), or several joined by commas",
             [&](const std::string& text) { o.caches = parse_caches(text); })
      ->default_str("cold");
  add_text(app, "--input", o.input, "FILE",
           "a picture to run on, for cases whose input is an image: 8-bit gray PNG; its size is the problem's")
      ->check(not_empty);
  app.add_flag("--edge-cases", o.edge_cases,
               "verify each case's edge cases (1x1, primes, ...) under three seeds, or under that of --seed");
  add_number<std::uint64_t>(app, "--seed", o.seed, "N", 0, std::numeric_limits<std::uint64_t>::max(),
                            "draws inputs, the order of variants, and thread orders");
  add_number<std::uint64_t>(app, "--check-seed", o.check_seed, "N", 0, std::numeric_limits<std::uint64_t>::max(),
                            "draws the other inputs, on which results are checked (default: drawn for each run)");
}

void add_output(CLI::App& app, Options& o) {
  app.option_defaults()->group("What is written");
  add_text(app, "--out", o.out, "FILE", "write rows to this CSV; must not exist yet, unless with --resume");
  app.add_flag("--resume", o.resume, "complete the file of --out: skip the rows that it holds");
  app.add_flag("--retry-failed", o.retry_failed, "as --resume, and make the rows again that failed in it");
  add_words<Format>(
      app, "--format", o.format, {{"table", Format::table}, {"brief", Format::brief}, {"jsonl", Format::jsonl}},
      "what standard output gets: tables, a line for each table, or each row as a line of JSON, with the columns "
      "of --out as names, once all rows of its problem are complete");
  add_text(app, "--samples", o.samples, "FILE", "write every sample to this CSV; must not exist yet");
  add_text(app, "--json", o.json, "FILE", "write Google Benchmark's JSON, as its compare.py reads it");
  add_words<std::string>(app, "--progress", o.progress, {{"auto", "auto"}, {"always", "always"}, {"never", "never"}},
                         "standard error gets a line that says what runs and how long it will take (always; "
                         "auto: if it is a terminal, else a line for each row), or nothing (never)");
}

void add_measuring(CLI::App& app, Options& o) {
  app.option_defaults()->group("How rows are measured");
  app.add_flag("--verify-only", o.verify_only, "check results, time nothing");
  app.add_flag_callback(
      "--paranoid", [&] { o.paranoid = o.verify_only = true; },
      "check each row in 5000 launches, with inputs and garbage that change in between, and time "
      "nothing; meant for small sizes");
  add_number<std::uint64_t>(app, "--min-samples", o.stop.min_samples, "N", 1, 10'000'000, "least samples a row");
  add_number(app, "--min-time", o.stop.min_time_s, "SECONDS", 0.0, 3600.0, "least time spent on the samples of a row");
  add_number(app, "--max-noise", o.stop.max_ci_percent, "PERCENT", 0.001, 1000.0,
             "sample on while the interval of the median reaches farther from it than this");
  add_number(app, "--time-limit", o.stop.time_limit_s, "SECONDS", 0.001, 86400.0,
             "end a row after this time all the same; on the host after 5 s, unless this is given");
  app.add_flag("--quick", o.quick,
               "a tenth of the time: of --min-time, --time-limit and the samples of long kernels, where they are "
               "not given; each row says so");
  add_number<std::uint64_t>(
      app, "--processes", o.processes, "N", 1, 1000,
      "repeat each row in this many fresh processes; the row has the samples of all, and its interval "
      "reaches over their medians, which --out rows.csv lists in rows.side.csv");
  app.add_flag("--interleave", o.interleave,
               "take the samples of a problem's variants in turn, so that a drift of the clock meets all alike; "
               "for a close comparison");
  app.add_flag("--tune", o.tune,
               "try all versions of the tunable variants (see --list): each is verified, then they are timed in turn");
  add_parsed(app, "--counters", "NAME,NAME",
             "read hardware counters of each GPU row (with --out rows.csv into rows.side.csv): " + counter_names() +
                 ", or NVIDIA's metrics by name",
             [&](const std::string& list) { o.counters = parse_counters(list); });
  const std::string energy =
      "measure the joules of a launch of each GPU row with hot caches, from NVML's energy counter, over so "
      "long (5 s if no time is given) after 4 s of idling, into rows.side.csv next to --out rows.csv; "
      "implies --cache=hot";
  app.add_flag("--energy", energy)->option_text("[=SECONDS]")->each([&](const std::string& text) {
    o.energy.emplace();
    if (text == "true") return;
    const auto seconds = parse_real(text, 1, 600);
    if (!seconds) throw BadUsage("--energy: '" + text + "'; expected 1 to 600");
    o.energy->seconds = *seconds;
  });
  const std::string why =
      "take less of one resource at a time from each GPU row with cold caches (multiprocessors, DRAM, L2, resident "
      "blocks), and write the times to this CSV, or to rows.why.csv next to --out rows.csv";
  app.add_flag("--why", why)->option_text("[=FILE]")->each([&](const std::string& text) {
    o.why = true;
    if (text != "true") o.why_file = text;
  });
  app.add_flag("--time-unoptimised", o.time_unoptimised, "time although the build is not optimised");
}

void add_running(CLI::App& app, Options& o) {
  app.option_defaults()->group("Processes and profilers");
  add_words<Isolate>(
      app, "--isolate", o.isolate, {{"auto", Isolate::automatic}, {"row", Isolate::row}, {"none", Isolate::none}},
      "processes that rows run in: auto (one worker, replaced when a row crashes, hangs or leaves something "
      "behind), row (a new worker for each row), none (this process: for debuggers, profilers and sanitizers)");
  add_number(app, "--deadline", o.deadline_s, "SECONDS", 1.0, 1e6,
             "end a variant whose code makes no progress for so long (default: 60 on a GPU, 600 elsewhere); "
             "not with --isolate=none");
  app.add_flag("--profile", o.profile,
               "one launch each, in an NVTX range of domain 'rungs', behind cold caches, for profilers");
  add_number<std::uint64_t>(app, "--profile-launches", o.profile_launches, "N", 1, 10'000,
                            "with --profile: so many launches each");
}

void add_instead(CLI::App& app, Options& o) {
  app.option_defaults()->group("Instead of a run");
  const std::string list =
      "print the variants (those that --filter selects), each below the one that it improves; json: cases, "
      "parameters and variants, for tools; schema: the JSON schema of a row of --format=jsonl";
  app.add_flag("--list", list)->option_text("[=json|=schema]")->each([&](const std::string& text) {
    if (text != "true" && text != "json" && text != "schema")
      throw BadUsage("--list=" + text + ": expected --list, --list=json or --list=schema");
    o.list = text == "json" ? ListFormat::json : text == "schema" ? ListFormat::schema : ListFormat::text;
  });
  app.add_flag("--self-test", o.self_test, "measure the device's ceilings and the harness's own agreement");
  app.add_flag("--version", o.version, "print version, commit, compiler and CUDA");
  app.set_help_flag("-h,--help", "print this");
}

}  // namespace

void add_options(CLI::App& app, Options& options) {
  add_choice(app, options);
  add_measuring(app, options);
  add_output(app, options);
  add_running(app, options);
  add_instead(app, options);
}

}  // namespace rungs
