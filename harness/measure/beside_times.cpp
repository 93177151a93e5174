// What rows can have besides their times: hardware counters, and visits of experiments.
#include <fmt/format.h>
#include <algorithm>
#include "harness/core/lists.hpp"
#include "harness/measure/executor.hpp"

namespace rungs {

const std::vector<Counter>& named_counters() {
  static const std::vector<Counter> counters{
      {"dram_bytes", "dram__bytes.sum", "bytes"},
      {"dram_read", "dram__bytes_read.sum", "bytes"},
      {"dram_write", "dram__bytes_write.sum", "bytes"},
      {"dram_busy", "dram__throughput.avg.pct_of_peak_sustained_elapsed", "percent"},
      {"l2_hit", "lts__t_sector_hit_rate.pct", "percent"},
      {"l1_hit", "l1tex__t_sector_hit_rate.pct", "percent"},
      {"load_sectors", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "sectors/request"},
      {"store_sectors", "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", "sectors/request"},
      {"load_sector_bytes", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", "bytes/sector"},
      {"store_sector_bytes", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.ratio", "bytes/sector"},
      {"bank_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "conflicts"},
      {"local_sectors", "l1tex__t_sectors_pipe_lsu_mem_local.sum", "sectors"},
      {"instructions", "smsp__inst_executed.sum", "instructions"},
      {"occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active", "percent"},
      {"issue", "smsp__issue_active.avg.pct_of_peak_sustained_active", "percent"},
      {"sm_busy", "sm__throughput.avg.pct_of_peak_sustained_elapsed", "percent"},
  };
  return counters;
}

std::string counter_names() {
  std::string names;
  for (const Counter& counter : named_counters()) names += (names.empty() ? "" : ", ") + counter.name;
  return names;
}

std::vector<Counter> parse_counters(const std::string& list) {
  std::vector<Counter> counters;
  const auto& known = named_counters();
  for (const std::string& name : split(list, ',')) {
    const auto found = std::ranges::find(known, name, &Counter::name);
    if (found == known.end() && name.find("__") == std::string::npos) {
      throw BadUsage(fmt::format("--counters: no counter is named '{}'; expected {}, or the name of an NVIDIA metric",
                                 name, counter_names()));
    }
    if (std::ranges::find(counters, name, &Counter::name) == counters.end())
      counters.push_back(found != known.end() ? *found : Counter{name, name, ""});
  }
  return counters;
}

std::vector<WhyVisit> no_why(const std::string& note) {
  std::vector<WhyVisit> none;
  for (const std::string_view resource : why_resources)
    none.push_back({.resource = std::string(resource), .note = note});
  return none;
}

}  // namespace rungs
