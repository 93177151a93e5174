// What the supervisor and a worker tell each other: rows in progress and facts of a backend, as CBOR.
#pragma once

#include <cstddef>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <rungs/core/errors.hpp>
#include <string>

#include "harness/cli/visitor.hpp"

namespace rungs {

using Json = nlohmann::json;

/// A message as the bytes of a Channel, and back.
[[nodiscard]] std::string packed(const Json& message);
[[nodiscard]] Json unpacked(const std::string& bytes);

/// The reply to a request: what `work` returns, or its error.
template <class Work>
[[nodiscard]] Json reply_of(const Work& work) {
  try {
    return work();
  } catch (const Unsupported& error) {
    return {{"error", error.what()}, {"unsupported", true}};
  } catch (const std::bad_alloc&) {
    return {{"error", "host memory ran out"}, {"unsupported", true}};
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}
/// Throws the error of a reply, if it is one: Unsupported or BadUsage.
void throw_error_of(const Json& reply);

/// What names a planned row in both processes, whose plans are the same.
[[nodiscard]] Json place_of(const PlannedRow& planned);

/// What visits add to a row.
[[nodiscard]] Json progress_of(const Row& row);
/// Takes over what `progress_of` gave.
void take_progress(const Json& from, Row& row);

[[nodiscard]] Json json_of(const Comparison& comparison);
[[nodiscard]] Comparison comparison_from(const Json& from);

[[nodiscard]] Json json_of(const BackendFacts& facts);
[[nodiscard]] BackendFacts facts_from(const Json& from);

}  // namespace rungs
