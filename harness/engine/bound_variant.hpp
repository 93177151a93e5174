// One variant bound to one problem, ready to launch and verify.
#pragma once

#include <random>
#include "harness/engine/problem_memory.hpp"
#include "harness/measure/ranges.hpp"
#include "harness/verify/guarded_memory.hpp"

namespace rungs {

/// Compares outputs with what is expected for these inputs of the row.
using Compare = std::function<Comparison(Inputs, const GuardedMemory&)>;

/// Owns the memory of a variant; the problem's memory is shared with the other variants of its group.
class BoundVariant {
 public:
  /// With these inputs loaded. Throws Unsupported if there is not enough memory.
  BoundVariant(const PlannedRow& planned, ProblemMemory& memory, Executor& executor, Inputs inputs);

  /// Loads inputs into the variant's buffers, and prepares it again if they are others than before; what it
  /// writes to stays as it is. If the variant copies, the device gets garbage: it must upload them itself.
  void load(Inputs inputs);
  /// The same for inputs without expected outputs, for launches that are timed and not verified.
  void load_unverified(const HostImage& inputs);
  [[nodiscard]] std::size_t input_bytes() const { return bytes_of(home_.buffers(), Role::input); }
  /// Computes in other memory from the next load on, unless the problem is large. `move_home` ends that, with
  /// the asked inputs.
  void move_elsewhere();
  void move_home();
  /// True if copies between host and device are a part of its time.
  [[nodiscard]] bool with_copies() const { return mirror_ != nullptr; }
  /// True if results are collected from where a launch leaves them: once, since that spoils them there.
  [[nodiscard]] bool collects() const { return static_cast<bool>(implementation_.collect); }
  /// True if it runs on a CPU, whose branch predictor learns the inputs of a small problem by heart.
  [[nodiscard]] bool on_cpu() const { return planned_.backend != Backend::cuda; }
  void set_guards(std::size_t which);
  /// Fills everything that a launch must write with garbage. If the variant copies, the device gets different garbage
  /// than the host's outputs: otherwise bytes that it must not write would still look right after a download.
  void poison(Poison kind = Poison::own);
  /// Loads the same inputs again: they are shared with other variants that may have damaged them.
  void reload() { load(loaded_); }
  /// Runs one launch in a pass of Executor::passes(). Throws Failed on any error.
  void launch_once(std::size_t pass);
  /// Throws Failed if a launch works on another stream than its own.
  void check_stream();
  /// A probe that takes samples of its launches; must not outlive this object.
  [[nodiscard]] std::unique_ptr<Probe> probe(Cache cache) { return executor_.probe(launch_, cache, touched_); }
  /// Makes a launch as for a sample over a few spoilt results (verify/spots.hpp), and verifies all of them if
  /// some are left as they were. The outputs hold a result.
  [[nodiscard]] Verdict check_spots(Probe& probe, std::mt19937& random);
  /// Gives one element of the inputs, at a random place, the value of its neighbour until the next call or
  /// `load`; false if none was found whose neighbour has another.
  bool change_an_input(std::mt19937& random);
  void put_input_back();
  /// Asks the executor about launches of the variant, by one of its functions: driver_operations, count, energy or why.
  template <class Function, class... More> [[nodiscard]] auto ask(Function function, const More&... more) {
    const InVariant inside;
    return (executor_.*function)(launch_, more...);
  }
  [[nodiscard]] std::vector<Metric> metrics() { return data().metrics(); }
  /// Checks that the outputs of the last launch are right and nothing else was changed. `when` starts the message.
  [[nodiscard]] Verdict verify(const std::string& when);
  /// From now on outputs are compared by this, for example in another process.
  void compare_by(Compare compare) { compare_ = std::move(compare); }

 private:
  [[nodiscard]] LaunchArgs arguments();
  /// Runs code of the variant: only a declaration before its first launch makes the row `unsupported`.
  template <class Code> void own_code(const Code& code) const;
  [[nodiscard]] std::shared_ptr<HostImage> loaded_inputs() { return memory_.inputs(planned_, loaded_); }
  /// Of the inputs loaded last, with what is expected of them: only when results are compared.
  [[nodiscard]] ProblemData& data() { return memory_.data(planned_, loaded_); }
  void load_image(const HostImage& inputs);
  void move_to(GuardedMemory* memory);
  void prepare();
  [[nodiscard]] GuardedMemory& results() { return mirror_ != nullptr ? *mirror_ : *working_; }

  const PlannedRow& planned_;
  ProblemMemory& memory_;
  const Implementation& implementation_;
  Executor& executor_;
  GuardedMemory& home_;     ///< shared with the variants of its group
  GuardedMemory* working_;  ///< where it computes
  std::unique_ptr<GuardedMemory> elsewhere_;
  GuardedMemory* mirror_;
  GuardedMemory workspace_;
  std::vector<const GuardedMemory*> touched_;
  std::shared_ptr<void> state_;  ///< state that the variant prepared
  Launch launch_;
  bool launched_ = false;
  Inputs loaded_ = Inputs::asked;
  std::optional<std::pair<std::size_t, std::size_t>> changed_;  ///< an input's buffer and its first byte
  std::optional<Inputs> prepared_for_;
  Compare compare_;  ///< empty: in this process
};

}  // namespace rungs
