#include <utility>
#include "harness/engine/outputs.hpp"
#include "harness/output/json.hpp"
#include "harness/output/side_file.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// The key of a row without the version of the variant.
RowKey without_version(RowKey key, const std::string& axes) {
  key.params.resize(key.params.size() - axes.size());
  if (key.params.ends_with(';')) key.params.pop_back();
  return key;
}

}  // namespace

void RowLines::begins(const Group& group) {
  for (const PlannedRow* planned : group) {
    const RowKey key = key_of(*planned);
    open_.insert(key);
    first_.emplace(without_version(key, empty_row(*planned).axes), key);
  }
}

void RowLines::ends(const Group& group, const Write& write) {
  for (const PlannedRow* planned : group) open_.erase(key_of(*planned));
  write_complete(write);
}

void RowLines::add(const PlannedRow& planned, const Row& row, bool asked_for, const Write& write) {
  open_.erase(key_of(planned));
  if (row.timed()) medians_.emplace(key_of(planned), row.median_us());
  Line line{to_record(row), {}, row.median_us(), asked_for, row.variant};
  if (const RegisteredVariant* before = Registry::global().previous(*row.variant)) {
    RowKey key = without_version(key_of(planned), row.axes);
    key.variant = before->info.name;
    if (const auto found = first_.find(key); found != first_.end()) line.before = found->second;
  }
  lines_.push_back(std::move(line));
  write_complete(write);
}

void RowLines::write_complete(const Write& write) {
  std::erase_if(lines_, [&](const Line& line) {
    if (line.before && open_.contains(*line.before)) return false;
    const auto found = line.before && line.us > 0 ? medians_.find(*line.before) : medians_.end();
    write(json_line(line.record, {{"is_ceiling", line.asked_for ? "false" : "true"},
                                  {"step", found == medians_.end() ? "null" : number_text(found->second / line.us)},
                                  {"technique", json_text(technique_text(*line.variant))},
                                  {"step_kind", json_text(name_of(line.variant->info.step))},
                                  {"source", json_text(line.variant->source)}}));
    return true;
  });
}

}  // namespace rungs
