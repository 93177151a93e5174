// What the supervisor and a worker tell each other: rows in progress and facts of a backend, as CBOR.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/cli/visitor.hpp"

namespace rungs {

using Json = nlohmann::json;

/// A message as the bytes of a Channel, and back.
[[nodiscard]] std::string packed(const Json& message);
[[nodiscard]] Json unpacked(const std::string& bytes);

/// What names a planned row in both processes, whose plans are the same.
[[nodiscard]] Json place_of(const PlannedRow& planned);

/// What visits add to a row.
[[nodiscard]] Json progress_of(const Row& row);
/// Takes over what `progress_of` gave.
void take_progress(const Json& from, Row& row);

[[nodiscard]] Json json_of(const BackendFacts& facts);
[[nodiscard]] BackendFacts facts_from(const Json& from);

}  // namespace rungs
