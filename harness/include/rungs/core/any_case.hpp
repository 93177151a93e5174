// A type-erased case and a type-erased problem: the interface that the harness uses.
#pragma once

#include <memory>
#include <rungs/core/buffer.hpp>
#include <rungs/core/comparison.hpp>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <rungs/core/work.hpp>

namespace rungs {

/// The memory of one problem: one pointer per buffer, in the order in which the case declares them.
using Memory = std::span<void* const>;

class AnyCase;

/// One problem of any case, type-erased.
class AnyProblem {
 public:
  virtual ~AnyProblem() = default;
  [[nodiscard]] virtual const AnyCase& owner() const = 0;
  /// The sides, in the order of AnyCase::dimensions().
  [[nodiscard]] virtual Extents size() const = 0;
  /// "repeater=100"; several are joined by ';', empty if the case has no parameters.
  [[nodiscard]] virtual std::string params() const = 0;
  /// The minimum work for a result of this kind.
  [[nodiscard]] virtual Work work(int result) const = 0;
  [[nodiscard]] virtual std::vector<BufferInfo> buffers() const = 0;
  /// Fills input `index` from the seed; the same seed gives the same bytes on every machine.
  virtual void generate(std::size_t index, void* memory, std::uint64_t seed) const = 0;
  /// `result` is the kind of result, as the number in the case's enum.
  virtual void reference(Memory memory, int result) const = 0;
  [[nodiscard]] virtual Comparison compare(Memory expected, Memory actual, int result) const = 0;
  /// True if the case compares block by block and there is no expected output.
  [[nodiscard]] virtual bool checks_blocks() const = 0;
  /// Compares a part of the output of this kind. It starts at element `first` and is at `block` on the host.
  [[nodiscard]] virtual Comparison check_block(Memory inputs, std::size_t first, std::span<const std::byte> block,
                                               int result) const = 0;
  /// True if a launch takes so long that a row is one sample, of the launch that is verified.
  [[nodiscard]] virtual bool takes_one_sample() const = 0;
  /// True if the case says that the right result may be the same for all inputs.
  [[nodiscard]] virtual bool has_constant_result() const = 0;
  /// True if the case has further figures, computed from a result.
  [[nodiscard]] virtual bool has_metrics() const = 0;
  [[nodiscard]] virtual std::vector<Metric> metrics(Memory actual) const = 0;
};

/// Parameter values by name, as text; a missing name means the default.
using Assignments = std::map<std::string, std::string>;

/// A case, type-erased.
class AnyCase {
 public:
  virtual ~AnyCase() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string title() const = 0;
  [[nodiscard]] virtual Ceiling ceiling() const = 0;
  /// Names of its ladders, by kind of result; empty if all variants form one ladder.
  [[nodiscard]] virtual std::vector<std::string> ladders() const = 0;
  /// Names of the sides of a problem, one to three.
  [[nodiscard]] virtual std::vector<std::string> dimensions() const = 0;
  [[nodiscard]] virtual Extents default_size() const = 0;
  [[nodiscard]] virtual Extents simulator_size() const = 0;
  /// For profilers; the default size in most cases.
  [[nodiscard]] virtual Extents profile_size() const = 0;
  [[nodiscard]] virtual std::vector<ParameterInfo> parameters() const = 0;
  /// Throws BadUsage if the size has the wrong number of sides or is too large, a parameter does not accept a
  /// value, or the case refuses the size. Unknown names are ignored.
  [[nodiscard]] virtual std::unique_ptr<AnyProblem> problem(Extents size, const Assignments& values) const = 0;
  [[nodiscard]] virtual std::vector<std::unique_ptr<AnyProblem>> edge_cases() const = 0;
};

/// Who is told of all buffers that the host can access; null: nobody. The race check sets it.
struct MemoryWatch {
  void (*made)(const void* begin, std::size_t guard, const BufferInfo& buffer);
  void (*filled)(const void* begin, bool with_values);  ///< all of a buffer; otherwise with garbage
  void (*freed)(const void* begin);
};
inline const MemoryWatch* memory_watch = nullptr;

}  // namespace rungs
