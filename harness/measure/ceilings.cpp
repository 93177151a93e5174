#include "harness/measure/ceilings.hpp"
#include <algorithm>
#include <cmath>

namespace rungs {
namespace {

struct Share {
  Ceiling kind;
  std::uint64_t bytes;
};

/// How the bytes of the work are divided among the ceilings.
std::vector<Share> shares(const Work& work) {
  const std::uint64_t both = std::min(work.bytes_read, work.bytes_written);
  std::vector<Share> all{
      {Ceiling::copy, 2 * both}, {Ceiling::fill, work.bytes_written - both}, {Ceiling::read, work.bytes_read - both}};
  std::erase_if(all, [&](const Share& share) { return share.bytes == 0 || share.bytes * 100 < work.bytes(); });
  return all;
}

bool near(std::uint64_t a, std::uint64_t b) {
  return std::fabs(static_cast<double>(a) - static_cast<double>(b)) <= 0.01 * static_cast<double>(b);
}

}  // namespace

std::string text_of(const Conditions& on, const std::vector<Ceiling>& kinds) {
  std::string text;
  for (const Ceiling kind : kinds) {
    const std::string_view on_bus = kind == Ceiling::read   ? "upload"
                                    : kind == Ceiling::fill ? "download"
                                                            : "transfer both ways";
    text += (text.empty() ? "" : "+") + std::string(on.bus ? on_bus : name_of(kind));
  }
  return text + (on.all_cores && !on.bus ? " (all cores)" : "");
}

void Ceilings::add(const Conditions& on, Ceiling kind, std::uint64_t bytes, double bytes_per_second) {
  entries_.push_back({on, kind, bytes, bytes_per_second});
}

std::optional<double> Ceilings::rate(const Conditions& on, Ceiling kind, std::uint64_t bytes) const {
  std::optional<double> best;
  for (const Entry& entry : entries_) {
    if (entry.on != on || entry.kind != kind || !near(entry.bytes, ceiling_bytes(bytes))) continue;
    best = std::max(best.value_or(0), entry.bytes_per_second);
  }
  return best;
}

std::optional<double> Ceilings::speed_of_light_us(const Conditions& on, const Work& work) const {
  Conditions one_core = on;
  one_core.all_cores = false;
  double us = 0;
  for (const Share& share : shares(work)) {
    auto measured = rate(on, share.kind, work.bytes());
    if (!measured) return std::nullopt;
    if (on.all_cores) measured = std::max(measured, rate(one_core, share.kind, work.bytes()));
    us += 1e6 * static_cast<double>(share.bytes) / *measured;
  }
  if (us > 0) return us;
  return std::nullopt;
}

std::vector<Ceiling> Ceilings::needed(const Work& work) {
  std::vector<Ceiling> kinds;
  for (const Share& share : shares(work)) kinds.push_back(share.kind);
  return kinds;
}

}  // namespace rungs
