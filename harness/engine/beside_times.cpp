#include "harness/engine/beside_times.hpp"

#include "harness/core/phase_clock.hpp"

namespace rungs {
namespace {

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

}  // namespace

std::string measure_beside(Row& row, BoundVariant& bound, const RowRules& rules) {
  std::string notes = add_counters(row, bound);
  const std::string energy = rules.energy ? add_energy(row, bound, *rules.energy) : "";
  if (!notes.empty() && !energy.empty()) notes += "; ";
  return notes + energy;
}

}  // namespace rungs
