// What the supervisor and a worker tell each other: requests, and for each its reply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/core/phase_clock.hpp"
#include "harness/engine/problem_memory.hpp"
#include "harness/engine/row_runner.hpp"
#include "harness/engine/task.hpp"
#include "harness/worker/archive.hpp"

namespace rungs {

using Threads = std::size_t;  ///< how many the worker has

struct RowToVisit {
  Task task;
  RowProgress progress;
  bool operator==(const RowToVisit&) const = default;
};
/// Rows to visit together. The reply is Visited.
using ToVisit = std::vector<RowToVisit>;

struct VisitedRow {
  bool visited = false, postponed = false;  ///< as in RowInProgress
  RowProgress progress;
  bool operator==(const VisitedRow&) const = default;
};
struct Visited {
  std::vector<VisitedRow> rows;
  VisitOutcome outcome;
  Threads threads = 0;
  SpentSeconds spent{};  ///< by the worker, so far
  std::optional<BackendFacts> facts;
  bool operator==(const Visited&) const = default;
};

using FactsOf = Backend;             ///< The reply is BackendFacts.
using CheckGpu = std::monostate;     ///< The reply is Done, if the GPU works.
using CountersToOpen = std::string;  ///< for parse_counters; the reply is Done.
using Done = std::monostate;

/// From the worker during a visit, before the bytes of each output. The supervisor's reply is Comparison.
struct ToCompare {
  Inputs inputs = Inputs::asked;
  std::vector<std::uint8_t> held;  ///< by each output, before the launch
  bool operator==(const ToCompare&) const = default;
};

/// The reply to any request that failed.
struct Refused {
  std::string why;
  bool unsupported = false;
  bool operator==(const Refused&) const = default;
};

/// The first request are the rules, with the worker's GPU; the reply is Threads.
using Request = std::variant<Rules, ToVisit, FactsOf, CheckGpu, CountersToOpen>;
using Reply = std::variant<Done, Refused, Threads, Visited, BackendFacts, ToCompare, Comparison>;

/// A Request or a Reply as the bytes of a Channel.
template <class Message>
[[nodiscard]] std::string packed(Message message);
/// The same from its bytes. Throws BadMessage if they are none, or more than one.
template <class Message>
[[nodiscard]] Message unpacked(const std::string& bytes);

/// The reply to a request: what `work` returns, or its error.
[[nodiscard]] Reply reply_of(const std::function<Reply()>& work);
/// Throws the error of a reply, if it is one: Unsupported or BadUsage.
void throw_error_of(const Reply& reply);
/// The reply, which must be of this kind. Throws BadMessage if it is of another.
template <class Kind>
[[nodiscard]] Kind& expected(Reply& reply) {
  if (auto* found = std::get_if<Kind>(&reply)) return *found;
  throw BadMessage("a message is of another kind than was asked for");
}

}  // namespace rungs
