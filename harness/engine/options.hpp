// The command line options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/engine/sizes.hpp"
#include "harness/measure/counters.hpp"
#include "harness/measure/executor.hpp"
#include "harness/measure/sampler.hpp"

namespace rungs {

/// Output of --list: none, a table for people, or JSON for tools.
enum class ListFormat { none, text, json, schema };

/// The values that --param requests for one parameter or axis; "all" is its whole sweep.
struct AskedParameter {
  std::string name;
  std::vector<std::string> values;
};

/// The GPUs that --device asks for.
struct AskedDevices {
  bool all = false;
  std::vector<int> indices;  ///< from 0; empty with `all`
};

/// What standard output gets: tables, a line for each of them, or the rows as lines of JSON.
enum class Format { table, brief, jsonl };

/// Which rows share a worker process: a row has its own, all share one until something goes wrong in it, or
/// there is none and rows run in the process of the command line.
enum class Isolate { row, automatic, none };

/// The options of `bench`, checked as far as possible without registry and device.
struct Options {
  ListFormat list = ListFormat::none;
  bool version = false;
  bool self_test = false;
  bool paranoid = false;  ///< with verify_only
  bool phases = false;    ///< print where the time went
  bool verify_only = false;
  bool profile = false;
  unsigned profile_launches = 1;  ///< per variant, with `profile`
  bool resume = false;
  bool edge_cases = false;
  bool time_unoptimised = false;
  bool interleave = false;
  std::string filter;
  std::vector<AskedSize> sizes;  ///< empty: the default size of each case
  std::string input;             ///< an image to use instead of generated pixels
  std::vector<AskedParameter> params;
  std::optional<Backend> backend;       ///< empty: GPU if there is one; host variants always run on the host
  std::optional<AskedDevices> devices;  ///< empty: the first one
  int device = 0;                       ///< the GPU of this process, once it is known which
  bool concurrent = false;              ///< all GPUs at the same time
  unsigned processes = 1;               ///< in which each row is repeated
  Format format = Format::table;
  std::vector<Cache> caches{Cache::cold};  ///< in the order in which they are measured
  std::vector<Counter> counters;
  std::optional<EnergyRules> energy;  ///< of hot rows; empty: not measured
  std::string out;
  std::string samples;
  std::string json;
  std::string dump;  ///< folder for images of inputs and results
  std::string progress = "auto";
  StopRules stop;
  std::uint64_t seed = 1;
  unsigned edge_seeds = 3;  ///< from `seed` on: with `edge_cases`, of inputs
  Isolate isolate = Isolate::automatic;
  bool retry_failed = false;
  std::optional<double> deadline_s;           ///< of a variant's own code; empty: by backend
  std::vector<std::string> google_benchmark;  ///< the options after "--"
  std::vector<std::string> arguments;         ///< the whole command line, for workers
};

}  // namespace rungs
