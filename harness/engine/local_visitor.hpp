// Visits rows in this process.
#pragma once

#include <memory>

#include "harness/engine/run_row.hpp"

namespace rungs {

class LocalVisitor final : public Visitor {
 public:
  /// Has executors and memory of its own.
  explicit LocalVisitor(const Options& options);
  /// Uses these, which must outlive this object.
  LocalVisitor(ProblemMemory& memory, Executors& executors, const RowRules& rules);
  ~LocalVisitor() override;
  LocalVisitor(const LocalVisitor&) = delete;
  LocalVisitor& operator=(const LocalVisitor&) = delete;

  Attempt visit(const Batch& batch, const std::function<bool()>& interrupted) override;
  void recover(Backend backend) noexcept override;
  BackendFacts facts(Backend backend) override;
  void open_counters(const std::vector<Counter>& counters) override;
  [[nodiscard]] Executors& executors() { return executors_; }
  /// From now on outputs are compared by this. Only for a visitor that has executors of its own.
  void compare_by(Compare compare);

 private:
  struct Own;
  explicit LocalVisitor(std::unique_ptr<Own> own);

  std::unique_ptr<Own> own_;
  ProblemMemory& memory_;
  Executors& executors_;
  const RowRules& rules_;
};

}  // namespace rungs
