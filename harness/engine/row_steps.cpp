// Steps of a visit to a row besides its samples: thousands of checked launches, counters, energy, remarks.
#include <fmt/format.h>
#include <algorithm>
#include "harness/engine/row_visit.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

constexpr unsigned paranoid_launches = 5000;

std::string add_counters(Row& row, BoundVariant& bound) {
  try {
    row.counters = bound.ask(&Executor::count, *row.cache);
  } catch (const Unsupported& error) {
    return std::string("no counters: ") + error.what();
  }
  return "";
}

std::string add_energy(Row& row, BoundVariant& bound, const EnergyRules& rules) {
  if (*row.cache != Cache::hot || row.backend != Backend::cuda) return "";
  if (row.variant->on.at(row.backend).all_gpus) return "no energy: it runs on all GPUs";
  try {
    row.energy = bound.ask(&Executor::energy, rules);
  } catch (const Unsupported& error) {
    return std::string("no energy: ") + error.what();
  }
  return row.energy->note;
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
    if (Verdict verdict = bound.verify(fmt::format("in launch {}", launches)); !verdict.correct) return verdict;
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

void add_why(Row& row, BoundVariant& bound) {
  if (*row.cache != Cache::cold || row.backend != Backend::cuda) return;
  if (row.variant->on.at(row.backend).all_gpus || bound.with_copies()) {
    row.why = no_why("it uses more than the kernels of one GPU");
    return;
  }
  try {
    row.why = bound.ask(&Executor::why);
  } catch (const Unsupported& error) {
    row.why = no_why(error.what());
  }
}

std::string remark_on(const Row& row) {
  const Measurement& measured = *row.measurement;
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

void judge_by_ceiling(Row& row, double least_us, bool of_device) {
  constexpr double most_percent_of_device = 105;
  constexpr double most_percent_of_host = 300;  // a busy host can have measured a third of what it reaches
  const double ends_us = of_device ? 2 : 0.2;   // kernels that do the same start and finish up to this apart
  const double share = 100 * least_us / row.median_us();
  const auto reach = row.measurement->summary.interval_percent();
  const double surely = share / (1 + reach.value_or(0) / 100);
  const double most = of_device ? most_percent_of_device : most_percent_of_host;
  if (surely > most && least_us - row.median_us() > ends_us) {
    row.status = Status::incorrect;
    row.message =
        fmt::format("faster than the device can be: {:.0f} % of the speed of the measured {}", share, row.ceiling);
    row.measurement.reset();
    return;
  }
  row.speed_of_light_percent = share;
  if (share <= 100 || !row.message.empty()) return;
  if (reach && share - 100 <= *reach) {
    row.message = "at the ceiling that this run measured, to within the noise";
    return;
  }
  const std::string above = share < 110 ? fmt::format("{:.2g}", share - 100) : fmt::format("{:.0f}", share - 100);
  row.message = above + " % above the ceiling that this run measured: its kernels do not reach the hardware's here";
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
