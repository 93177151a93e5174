// What the supervisor and a worker tell each other: requests, and for each its reply.
#pragma once

#include "harness/engine/problem_memory.hpp"
#include "harness/engine/row_runner.hpp"
#include "harness/worker/archive.hpp"

namespace rungs {

/// A row as a worker is asked for it: all that making it needs, and nothing that both sides must look up.
struct Task {
  std::string variant;         ///< "stitch/gpu/modulo"
  std::string axes;            ///< "block=128"
  std::vector<unsigned> size;  ///< the sides of the problem
  std::string params;          ///< of the problem: "repeater=100"
  std::string input;           ///< the path of --input, or empty
  RowTerms terms;
  bool operator==(const Task&) const = default;
};

struct RowToVisit {
  Task task;
  RowProgress progress;
  bool operator==(const RowToVisit&) const = default;
};
/// Rows to visit together. The reply is Visited.
using ToVisit = std::vector<RowToVisit>;

struct VisitedRow {
  bool visited = false, postponed = false, declined = false;  ///< as in RowInProgress
  RowProgress progress;
  bool operator==(const VisitedRow&) const = default;
};
struct Visited {
  std::vector<VisitedRow> rows;
  VisitOutcome outcome;
  std::optional<BackendFacts> facts;
  bool operator==(const Visited&) const = default;
};

using FactsOf = Backend;                      ///< The reply is BackendFacts.
using CheckGpu = std::monostate;              ///< The reply is Done, if the GPU works.
using CountersToOpen = std::vector<Counter>;  ///< The reply is Done.
using Done = std::monostate;

/// From the worker during a visit. The supervisor's reply is Comparison.
struct ToCompare {
  Inputs inputs = Inputs::asked;
  std::vector<std::uint8_t> held;    ///< by each output, before the launch
  std::vector<std::string> outputs;  ///< the bytes of each
  bool operator==(const ToCompare&) const = default;
};

/// From the worker during a visit: the number of what only the supervisor has, a key (0) or a seed of the checks.
/// The supervisor's reply is that.
using Secret = std::uint64_t;

/// The reply to any request that failed.
struct Refused {
  std::string why;
  bool unsupported = false;
  bool operator==(const Refused&) const = default;
};

/// The first request are the rules, with the worker's GPU; the reply is Done.
using Request = std::variant<Rules, ToVisit, FactsOf, CheckGpu, CountersToOpen>;
using Reply = std::variant<Done, Refused, Visited, BackendFacts, ToCompare, Comparison, Secret>;

/// A Request or a Reply as the bytes of a Channel. All messages about a request carry the number that was drawn for it.
template <class Message> [[nodiscard]] std::string packed(Message message, std::uint64_t number = 0);
/// The same from its bytes. Throws BadMessage if they are none, more than one, or of another number.
template <class Message> [[nodiscard]] Message unpacked(const std::string& bytes, std::uint64_t number = 0);
/// The number of a message. Throws BadMessage if it is none.
[[nodiscard]] std::uint64_t number_of(const std::string& bytes);

/// The reply to a request: what `work` returns, or its error.
[[nodiscard]] Reply reply_of(const std::function<Reply()>& work);
/// Throws the error of a reply, if it is one: Unsupported or BadUsage.
void throw_error_of(const Reply& reply);
/// The reply, which must be of this kind. Throws BadMessage if it is of another.
template <class Kind> [[nodiscard]] Kind& expected(Reply& reply) {
  if (auto* found = std::get_if<Kind>(&reply)) return *found;
  throw BadMessage("a message is of another kind than was asked for");
}

/// The task of a row; the GPU is left out, as a worker knows only one.
[[nodiscard]] Task task_of(const PlannedRow& planned);

/// Finds what tasks name. Tasks of one problem that follow each other get the same object, so that they share
/// its memory.
class Tasks {
 public:
  /// The row of a task, without a group. Throws BadUsage if this program does not have what it names.
  [[nodiscard]] PlannedRow planned(const Task& task);

 private:
  void find_problem(const AnyCase& of, const Task& task);

  Task last_;
  std::shared_ptr<const AnyProblem> problem_;  ///< of `last_`
  std::shared_ptr<const InputImage> input_;    ///< the last one
};

}  // namespace rungs
