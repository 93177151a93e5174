// Bands of whole rows, from the top down. The schedule knows the tree: of each node it keeps just the rows
// that the next band needs again, 2 (R - 1) of the mask. Nothing is computed twice, nothing is looked up in a
// cache, and complete rows need no collecting. Memory depends on the image's width.
#include <rungs/variant.hpp>
#include "cases/pipeline/host/run.hpp"

namespace {

using namespace pipeline;

/// Rows of a band: about 4 MiB of output, but 128 rows of a wide image, since each band begins with rows in
/// reach of its distances; as many as the budget allows. Throws rungs::Unsupported if one row does not fit.
std::uint32_t band_rows(const Node& tree, const HostRun& on) {
  constexpr std::uint32_t bytes_at_once = 4U << 20U;
  constexpr std::uint32_t rows_at_once = 128;
  const auto needs = [&](std::uint32_t rows) {
    const Window band = band_of(tree.frame, rows);
    return fixed_bytes(tree, on.settings) + band.area() + kept_rows_bytes(tree, band);
  };
  require_budget("one row at a time", needs(1), on.budget.limit());
  const std::uint32_t wanted = std::max(bytes_at_once / tree.frame.width, rows_at_once);
  return most_rows(std::min(wanted, tree.frame.height), on.budget.limit(), needs);
}

void run(const rungs::Call<Case>& call) {
  run_on_host(call, [](const Node& tree, const HostRun& on) {
    const std::uint32_t rows = band_rows(tree, on);
    OnHost host(on.budget);
    KeptRows source(host, on.figures);
    HostPieces pieces(on.budget, band_of(tree.frame, rows).area(), on.output);
    run_bands(tree, source, rows, pieces);
  });
}

const rungs::Variant<Case> variant{{
    .improves = "host/tiles_cached",
    .idea = "bands of rows; each node keeps the rows that are needed again",
    .launch = run,
    .prepare = make_row_folder,
}};

}  // namespace
