// Turns the options into the list of rows to make, in order.
#pragma once

#include <algorithm>
#include "harness/engine/options.hpp"
#include "harness/output/gray_image.hpp"
#include "harness/output/row.hpp"

namespace rungs {

/// The user's image (--input) as the input of cases that work on an image.
struct InputImage {
  std::string path;  ///< as on the command line
  std::string name;  ///< as in rows: the file name and a hash of the pixels
  GrayImage image;

  [[nodiscard]] Extents size() const { return {image.width, image.height}; }
};

/// Reads the image of --input; null if the option is not given. Throws BadUsage if it cannot be read, a
/// chosen variant takes no image, or --param selects generated pixels too.
[[nodiscard]] std::shared_ptr<const InputImage> load_input(const Options& options,
                                                           const std::vector<const RegisteredVariant*>& chosen,
                                                           const Registry& registry);

/// The image of a path. Throws BadUsage if it cannot be read.
[[nodiscard]] std::shared_ptr<const InputImage> read_input(const std::string& path);

/// The parameters of a problem as in rows. With an input image, parameters that select generated pixels are
/// replaced by "input=NAME".
[[nodiscard]] std::string params_with_input(const std::string& params, const InputImage* input);

struct PlannedGpu {
  int index = 0;                ///< as --device counts
  std::string uuid;             ///< as in rows
  bool one_of_several = false;  ///< other GPUs make the same row
};

/// What a worker is told of a row as it is; variant, problem and picture it finds by their names.
struct RowTerms {
  Backend backend = Backend::host;
  std::optional<Cache> cache;  ///< empty: verify only
  std::uint64_t seed = 1;      ///< for the inputs
  std::string unsupported;     ///< why it cannot run at all; such a row is made without running anything
  /// Number of the case's edge cases that is the problem: one may be more than its size and parameters.
  std::optional<std::uint32_t> edge_case = std::nullopt;
  bool of_ceiling = false;  ///< measures a ceiling for rows of the plan, and is none of these
  bool operator==(const RowTerms&) const = default;
};

struct PlannedRow : RowTerms {
  const RegisteredVariant* variant = nullptr;
  std::size_t version = 0;  ///< index of the variant's compiled version on this backend
  std::shared_ptr<const AnyProblem> problem;
  std::size_t group = 0;                              ///< rows of one problem and cache state, shown as one table
  std::shared_ptr<const InputImage> input = nullptr;  ///< replaces the generated image; usually null
  std::optional<PlannedGpu> gpu = std::nullopt;       ///< of rows that run on one
  std::size_t device_run = 0;                         ///< see once_per_gpu
};

/// The values of its axes: "block=128"; usually empty.
[[nodiscard]] std::string axes_of(const PlannedRow& planned);

/// The parameters as in rows and names.
[[nodiscard]] std::string params_of(const PlannedRow& planned);

[[nodiscard]] RowKey key_of(const PlannedRow& planned);

/// A row of which only what the plan says is known.
[[nodiscard]] Row empty_row(const PlannedRow& planned);

/// The row in one line, for progress, errors and timelines: "stitch/gpu/modulo 10240x10240 repeater=100 on
/// cuda cold"; "on cuda:1" if several GPUs make it.
[[nodiscard]] std::string describe(const PlannedRow& planned);

/// Rows of one problem, GPU and cache state, which are made together and shown as tables. They are elsewhere.
using Group = std::vector<const PlannedRow*>;
/// The groups of rows, which must stay where they are; those of one group follow each other.
[[nodiscard]] std::vector<Group> groups_of(const std::vector<PlannedRow>& rows);

/// Requested values, by name of parameter, which belongs to a case, or of axis, which belongs to a variant.
using AskedValues = std::map<std::string, std::vector<std::string>>;

/// The requested values of --param. Throws BadUsage if no chosen case or variant has a name.
[[nodiscard]] AskedValues asked_values(const Options& options, const std::vector<const RegisteredVariant*>& chosen);

/// The requested versions of a variant on a backend, as indices. For an axis that is not requested, versions
/// have the default. Throws BadUsage if an axis does not have a requested value.
[[nodiscard]] std::vector<std::size_t> versions_of(const RegisteredVariant& variant, Backend backend,
                                                   const AskedValues& asked);

[[nodiscard]] std::vector<Assignments> combinations(const AnyCase& of, const AskedValues& asked);

/// Returns the sides for a case; those that are not named are those of `defaults`. Throws BadUsage where the
/// case has other sides.
[[nodiscard]] Extents sides_of(const AskedSize& asked, const AnyCase& of, const Extents& defaults);

/// Keeps the first of equal values: a row is made once, however often it is requested.
template <class T> void drop_repeats(std::vector<T>& values) {
  auto kept = values.begin();
  for (auto& value : values) {
    if (std::find(values.begin(), kept, value) == kept) *kept++ = value;
  }
  values.erase(kept, values.end());
}

struct Plan {
  std::vector<PlannedRow> rows;
  std::vector<std::string> remarks;  ///< messages for the user, one line each
};

/// Makes the plan. `gpu_there`: a GPU can be used. `timing`: rows are timed. All cold rows come before all
/// hot ones, so that no cold row follows a hot one. Within a problem the order is random, from the seed, so
/// that drift affects all variants equally. Throws BadUsage if the filter matches nothing (with the nearest
/// names), or a parameter does not exist or does not accept a value.
[[nodiscard]] Plan make_plan(const Options& options, const Registry& registry, bool gpu_there, bool timing);

/// One row for each variant that measures `kind` and runs on the backend of `row`, with the same number of bytes.
[[nodiscard]] std::vector<PlannedRow> ceiling_rows(Ceiling kind, const PlannedRow& row);

}  // namespace rungs
