// The command line options.
#pragma once

#include <map>
#include "harness/measure/executor.hpp"

namespace rungs {

enum class ListFormat { none, text, json, schema };

/// One requested size, before its case is known: sides in order, one number for all sides, or sides by name.
struct AskedSize {
  std::string text;             ///< as on the command line, for messages
  std::vector<unsigned> sides;  ///< one element: the length of all sides
  std::map<std::string, unsigned> named;
};

/// The values that --param requests for one parameter or axis; "all" is its whole sweep.
struct AskedParameter {
  std::string name;
  std::vector<std::string> values;
};

/// The GPUs that --device asks for, from 0; empty: all.
using AskedDevices = std::vector<int>;

/// What standard output gets: tables, a line for each of them, or the rows as lines of JSON.
enum class Format { table, brief, jsonl };

/// Which rows share a worker process: a row has its own, all share one until something goes wrong in it, or
/// there is none and rows run in the process of the command line.
enum class Isolate { row, automatic, none };

/// How rows are made, whatever the plan says about each. A worker gets them once.
struct Rules {
  StopRules stop;
  bool interleave = false;  ///< samples of a problem's rows in one cache state are taken in turn
  bool paranoid = false;    ///< rows are checked in thousands of launches; with Options::verify_only
  /// Launches are for a profiler: each in an NVTX range, with cold caches, none timed.
  bool profile = false;
  unsigned profile_launches = 1;      ///< per variant, with `profile`
  std::optional<EnergyRules> energy;  ///< of hot rows; empty: not measured
  bool why = false;                   ///< cold rows get experiments with less of each resource
  std::uint64_t seed = 1;             ///< draws inputs, the order of variants, and thread orders
  int device = 0;                     ///< the GPU of this process, once it is known which
  double host_time_limit_s = 5;       ///< of rows on the host, if that of `stop` is longer
  bool operator==(const Rules&) const = default;
};

/// The options of `bench`, checked as far as possible without registry and device.
struct Options : Rules {
  ListFormat list = ListFormat::none;
  bool version = false;
  std::string help;  ///< the text of --help, which is to be printed; usually empty
  bool self_test = false;
  bool verify_only = false;
  bool resume = false;
  bool edge_cases = false;
  bool time_unoptimised = false;
  bool tune = false;   ///< all versions of the tunable variants, in turn
  bool quick = false;  ///< a tenth of the time for each row
  std::string filter;
  std::vector<AskedSize> sizes;  ///< empty: the default size of each case
  std::string input;             ///< an image to use instead of generated pixels
  std::vector<AskedParameter> params;
  std::optional<Backend> backend;       ///< empty: GPU if there is one; host variants always run on the host
  std::optional<AskedDevices> devices;  ///< empty: the first one
  unsigned processes = 1;               ///< in which each row is repeated
  Format format = Format::table;
  std::vector<Cache> caches{Cache::cold};  ///< in the order in which they are measured
  std::vector<Counter> counters;
  std::string out;
  std::string samples;
  std::string why_file;  ///< of the visits of the experiments; empty: beside `out`
  std::string json;
  std::string progress = "auto";
  /// Draws the inputs of checks. Not in Rules, as a worker may not know it. parse_options sets it.
  std::optional<std::uint64_t> check_seed;
  unsigned edge_seeds = 3;  ///< from `seed` on: with `edge_cases`, of inputs
  Isolate isolate = Isolate::automatic;
  bool retry_failed = false;
  std::optional<double> deadline_s;           ///< of a variant's own code; empty: by backend
  std::vector<std::string> google_benchmark;  ///< the options after "--"
};

}  // namespace rungs
