// The buffers shared by the rows of one problem: host data once, working memory once per backend.
#pragma once

#include "harness/engine/plan.hpp"
#include "harness/measure/executor.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {

/// The executors of a run, created on first use: a run on the host never touches CUDA.
class Executors {
 public:
  Executors(int device, std::uint64_t seed) : device_(device), seed_(seed) {}
  [[nodiscard]] Executor& on(Backend backend);
  /// Creates the backend's executor again after a variant has left it unusable; open counters are opened
  /// again. Its memory must be freed before.
  void restart(Backend backend);
  void open_counters(const std::vector<Counter>& counters);

 private:
  int device_;
  std::uint64_t seed_;
  std::vector<Counter> counters_;  ///< open on the GPU
  std::map<Backend, std::unique_ptr<Executor>> executors_;
};

/// Which inputs of a problem: those of the row's seed, or others of the same kind, drawn from seeds of
/// the checks. In the others --input's picture is turned by 180 degrees.
enum class Inputs { asked, other, third, fourth };

/// What a variant shall not know: the seeds of the checks until they are used, and the key under which
/// expected outputs lie in memory while it runs.
struct Secrets {
  std::function<std::uint64_t(std::uint64_t draw)> seed;
  AskKey key = {};  ///< empty: they lie there as they are
};
/// Secrets::seed of a run with this --check-seed. One does not tell another.
[[nodiscard]] std::function<std::uint64_t(std::uint64_t)> seeds_of(std::uint64_t check_seed);

/// Holds the memory of one problem at a time; a request for another problem first frees the previous one's.
class ProblemMemory {
 public:
  ProblemMemory(Executors& executors, Secrets secrets) : executors_(executors), secrets_(std::move(secrets)) {}

  /// The inputs alone, as `data` has them.
  [[nodiscard]] std::shared_ptr<HostImage> inputs(const PlannedRow& row, Inputs inputs);
  /// Inputs and expected outputs. Valid until the next call: where memory is short, one set replaces the
  /// other. Throws Unsupported if there is not enough host memory for one, and Failed if the case takes the
  /// result of a kernel that computes nothing for right.
  [[nodiscard]] ProblemData& data(const PlannedRow& row, Inputs inputs);
  /// Inputs that nobody has seen, different for each `draw`; the first are kept for other rows. Throws
  /// Unsupported if there is not enough host memory.
  [[nodiscard]] std::shared_ptr<HostImage> fresh_inputs(const PlannedRow& row, std::uint64_t draw);
  /// On which of its visits a row of this name is launched on such inputs: nobody knows before.
  [[nodiscard]] unsigned drawn_visit(std::string_view row) const;
  /// The memory in which the backend of `row` computes. Throws Unsupported if there is not enough.
  [[nodiscard]] GuardedMemory& working(const PlannedRow& row);
  /// The host buffers of a variant that copies.
  [[nodiscard]] GuardedMemory& mirror(const PlannedRow& row);
  void drop();

 private:
  void switch_to(const PlannedRow& row);
  /// What `make` makes; where memory is short, in place of all data that are there.
  template <class Make> auto with_room(const Make& make);
  void drop_data();

  Executors& executors_;
  Secrets secrets_;
  std::shared_ptr<const AnyProblem> problem_;
  std::uint64_t seed_ = 0;
  std::map<std::pair<Inputs, int>, std::unique_ptr<ProblemData>> data_;  ///< the number: kind of result
  std::map<Inputs, std::shared_ptr<HostImage>> inputs_;
  std::shared_ptr<HostImage> fresh_;
  std::shared_ptr<HostImage> results_;  ///< memory for one result
  std::map<Backend, std::unique_ptr<GuardedMemory>> working_;
  std::map<std::pair<Backend, bool>, std::unique_ptr<GuardedMemory>> mirrors_;  ///< the flag: pageable
};

}  // namespace rungs
