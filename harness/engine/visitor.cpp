#include "harness/engine/visitor.hpp"

#include <utility>

namespace rungs {

Row empty_row(const PlannedRow& planned) {
  Row row;
  row.variant = planned.variant;
  row.backend = planned.backend;
  RowKey key = key_of(planned);
  row.size = std::move(key.size);
  row.params = std::move(key.params);
  row.provenance.device_uuid = std::move(key.device_uuid);
  if (const auto on = planned.variant->on.find(planned.backend); on != planned.variant->on.end())
    row.axes = on->second.versions.at(planned.version).params;
  row.cache = planned.cache;
  row.work = planned.problem->work(planned.variant->info.result);
  row.seed = planned.seed;
  row.timestamp = timestamp_now();
  return row;
}

}  // namespace rungs
