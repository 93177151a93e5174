// A case and a problem of it, type erased: what the harness sees of them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/registry/buffer.hpp"
#include "harness/registry/comparison.hpp"
#include "harness/registry/errors.hpp"
#include "harness/registry/parameter.hpp"
#include "harness/registry/size.hpp"
#include "harness/registry/work.hpp"

namespace rungs {

/// A further figure that a variant reports beside its time, for the side file of metrics.
struct Metric {
  std::string name;
  double value = 0;
  std::string unit;
};

/// The memory of one problem, one pointer a buffer, in the order in which the case declares them.
using Memory = std::span<void* const>;

class AnyCase;

/// One problem of any case, type erased.
class AnyProblem {
 public:
  virtual ~AnyProblem() = default;
  [[nodiscard]] virtual const AnyCase& owner() const = 0;
  [[nodiscard]] virtual Size size() const = 0;
  /// "repeater=100", several joined by ';', empty where the case has no parameter.
  [[nodiscard]] virtual std::string params() const = 0;
  /// What a result of this kind takes, at least.
  [[nodiscard]] virtual Work work(int result) const = 0;
  [[nodiscard]] virtual std::vector<BufferInfo> buffers() const = 0;
  /// Fills input `index` from the seed; the same seed gives the same bytes on every machine.
  virtual void generate(std::size_t index, void* memory, std::uint64_t seed) const = 0;
  /// `result` is the kind of result, as the number of the case's enum.
  virtual void reference(Memory memory, int result) const = 0;
  [[nodiscard]] virtual Comparison compare(Memory expected, Memory actual, int result) const = 0;
  /// True where the case compares block by block and there is no expected output.
  [[nodiscard]] virtual bool checks_blocks() const = 0;
  /// Compares a part of the output of this kind, from element `first` on, that lies at `block` on the host.
  [[nodiscard]] virtual Comparison check_block(Memory inputs, std::size_t first,
                                               std::span<const std::byte> block, int result) const = 0;
  [[nodiscard]] virtual std::vector<Metric> metrics(Memory actual) const = 0;
};

/// Parameter values by name, as text; a missing name means the default.
using Assignments = std::map<std::string, std::string>;

/// A case, type erased.
class AnyCase {
 public:
  virtual ~AnyCase() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string title() const = 0;
  [[nodiscard]] virtual Ceiling ceiling() const = 0;
  [[nodiscard]] virtual Size default_size() const = 0;
  [[nodiscard]] virtual Size simulator_size() const = 0;
  [[nodiscard]] virtual std::vector<ParameterInfo> parameters() const = 0;
  /// Throws BadUsage where a parameter's value is not legal or the case refuses the size.
  [[nodiscard]] virtual std::unique_ptr<AnyProblem> problem(Size size, const Assignments& values) const = 0;
  [[nodiscard]] virtual std::vector<std::unique_ptr<AnyProblem>> awkward_problems() const = 0;
};

}  // namespace rungs
