#include "harness/engine/row_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>

#include "harness/core/phase_clock.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

constexpr unsigned paranoid_launches = 5000;

std::string add_counters(Row& row, BoundVariant& bound) {
  try {
    row.counters = bound.count(*row.cache);
  } catch (const Unsupported& error) {
    return std::string("no counters: ") + error.what();
  }
  return "";
}

std::string add_energy(Row& row, BoundVariant& bound, const EnergyRules& rules) {
  if (*row.cache != Cache::hot || row.backend != Backend::cuda) return "";
  if (row.variant->on.at(row.backend).all_gpus) return "no energy: it runs on all GPUs";
  const Spending spending(Spent::sampling);
  try {
    row.energy = bound.energy(rules);
  } catch (const Unsupported& error) {
    return std::string("no energy: ") + error.what();
  }
  return row.energy->note;
}

std::string beyond_peak(const Row& row, const Executor& executor) {
  const double share = static_cast<double>(row.work.bytes()) / static_cast<double>(executor.cache_bytes());
  return fmt::format(
      "faster than the memory's {}: {}", rate_text(executor.peak_bytes_per_second()),
      share < 2 ? fmt::format("the working set is {:.2g} of the L2", share) : "is work skipped?");
}

}  // namespace

Verdict paranoid_verdict(BoundVariant& bound, std::size_t passes) {
  constexpr std::array sets{Inputs::asked, Inputs::other, Inputs::third, Inputs::fourth};
  std::mt19937 random{std::random_device{}()};
  const auto one_in = [&](unsigned count) { return random() % count == 0; };
  unsigned launches = 0;
  const auto launch = [&] { bound.launch_once(launches++ % passes); };
  for (unsigned checked = 0; checked < paranoid_launches; ++checked) {
    if (one_in(8)) bound.load(sets.at(random() % sets.size()));
    if (one_in(8)) bound.set_guards(random() % garbage().guards.size());
    for (unsigned more = one_in(4) ? 1 + random() % 3 : 0; more > 0; --more) launch();
    if (!one_in(3)) bound.poison(one_in(2) ? Poison::own : Poison::drawn);
    launch();
    if (Verdict verdict = bound.verify(fmt::format("in launch {}", launches)); !verdict.correct)
      return verdict;
  }
  bound.load(Inputs::asked);
  return {};
}

std::string add_counters_and_energy(Row& row, BoundVariant& bound, const std::optional<EnergyRules>& energy) {
  std::string notes = add_counters(row, bound);
  const std::string more = energy ? add_energy(row, bound, *energy) : "";
  if (!notes.empty() && !more.empty()) notes += "; ";
  return notes + more;
}

std::string remark_on(const Row& row, const Executor& executor) {
  const Measurement& measured = *row.measurement;
  if (row.peak_percent > 100) return beyond_peak(row, executor);
  if (measured.stop_reason == StopReason::visits_differ) {
    const auto& medians = measured.visit_medians;
    const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
    return fmt::format("the two visits to it differ by {:.2g} %: {}, {}", 100 * (*most / *least - 1),
                       time_text(medians.front()), time_text(medians.back()));
  }
  const auto apart = measured.summary.modes_apart_percent;
  if (!apart) return "";
  const int digits = *apart < 1 ? 2 : *apart < 10 ? 1 : 0;
  return fmt::format("the times fall into two groups, {:.{}f} % apart", *apart, digits);
}

DeviceState merged(const DeviceState& first, DeviceState second) {
  const bool throttled = !first.throttle.empty() && first.throttle != "none";
  if (throttled && second.throttle == "none") second.throttle = first.throttle;
  if (throttled && second.throttle.find(first.throttle) == std::string::npos) {
    second.throttle += "+" + first.throttle;
  }
  return second;
}

}  // namespace rungs
