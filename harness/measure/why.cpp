#include <fmt/format.h>
#include <algorithm>
#include "harness/measure/executor.hpp"
#include "harness/measure/statistics.hpp"

namespace rungs {

std::vector<WhyVisit> no_why(const std::string& note) {
  std::vector<WhyVisit> none;
  for (const std::string_view resource : why_resources) {
    none.emplace_back();
    none.back().resource = resource;
    none.back().note = note;
  }
  return none;
}

std::vector<std::string> why_sentences(const std::vector<WhyVisit>& visits) {
  std::vector<std::string> lines;
  for (const std::string_view resource : why_resources) {
    std::vector<double> whole, less;
    double least = 1;
    std::string note;
    for (const WhyVisit& visit : visits) {
      if (visit.resource != resource) continue;
      if (!visit.note.empty()) note = visit.note;
      if (!visit.placebo) least = std::min(least, visit.supply);
    }
    for (const WhyVisit& visit : visits) {
      if (visit.resource != resource || !visit.note.empty()) continue;
      if (visit.placebo && visit.level == 1) whole.push_back(visit.median_us);
      if (!visit.placebo && visit.supply <= least + 0.02 && visit.supply < 1) less.push_back(visit.median_us);
    }
    if (!note.empty()) {
      lines.push_back(fmt::format("{}: {}", resource, note));
    } else if (!whole.empty() && !less.empty()) {
      const double longer = median_of(std::move(less)) / median_of(std::move(whole)) - 1;
      lines.push_back(
          fmt::format("{}: {:.0f} % less of it, {:+.1f} % time", resource, 100 * (1 - least), 100 * longer));
    }
  }
  return lines;
}

}  // namespace rungs
