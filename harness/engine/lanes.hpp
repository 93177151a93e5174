// The rows of several GPUs: one GPU after another, or all at the same time.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "harness/engine/session.hpp"
#include "harness/measure/gpus.hpp"

namespace rungs {

/// Repeats the GPU rows of a plan for each of `gpus`. With one GPU all rows are in lane 0. With several, lane
/// 0 has the rows that are made once (those of host and simulator, and of variants that use all GPUs), and
/// each GPU a lane of its own behind it, in this order.
[[nodiscard]] std::vector<PlannedRow> spread(std::vector<PlannedRow> rows, const std::vector<GpuFacts>& gpus);

/// Makes the visitor of a GPU, given as --device counts; it also visits host and simulator.
using MakeVisitor = std::function<std::unique_ptr<Visitor>(int device)>;

/// Runs lanes of rows, each with a visitor and a session of its own. Lane 0 runs first and alone. The others
/// follow one after another, since GPUs that share a host also share its bus, its CPUs and its cooling; with
/// --concurrent they run at the same time, in a thread each.
class Lanes {
 public:
  /// `gpus` as for `spread`. `outputs` must outlive this object.
  Lanes(const Options& options, const std::vector<GpuFacts>& gpus, const MakeVisitor& make_visitor,
        Outputs& outputs);
  ~Lanes();
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  /// See Outputs::drop_held.
  void drop_held(std::vector<PlannedRow>& rows);
  /// See Session::begin.
  void begin(const std::vector<PlannedRow>& rows, std::function<bool()> interrupted);
  /// Makes one of these rows, or waits until its lane has. Empty if it was interrupted. Throws what a lane
  /// has thrown.
  std::optional<Row> make(const PlannedRow& planned);
  /// Completes tables and files.
  void finish();
  /// 3 if a GPU was lost; 1 if some row was incorrect or failed; else 0.
  [[nodiscard]] int exit_code() const;

 private:
  struct Lane {
    std::unique_ptr<Visitor> visitor;
    std::unique_ptr<Session> session;
    std::vector<const PlannedRow*> rows;
    std::jthread thread;
    bool ended = false;  ///< its thread has
  };
  void change_to(std::size_t lane);
  void start_threads();
  void run(Lane& lane);
  void join();

  bool concurrent_;
  unsigned processes_;
  Outputs& outputs_;
  std::vector<Lane> lanes_;
  std::size_t current_ = 0;
  std::mutex mutex_;  ///< for what follows
  std::condition_variable news_;
  std::map<const PlannedRow*, Row> ready_;  ///< made by threads, but not requested yet
  std::exception_ptr error_;
  bool started_ = false;
};

}  // namespace rungs
