// What an image is made of, and how a run is asked to compute it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

class MaskFile;
enum class TreeKind { deck, chain };

/// What the formulas depend on besides the place: an input of the case.
struct Seeds {
  static constexpr std::size_t count = 4;
  std::uint32_t background = 0;  ///< of the pattern below everything, or of the chain's only pattern
  std::uint32_t inside = 0;      ///< of the pattern inside the mask
  std::uint32_t shape = 0;       ///< of the mask
  std::uint32_t samples = 0;     ///< which blocks of the output are checked one by one
};

struct Recipe {
  Frame frame;
  std::uint32_t distance_max = 15;
  std::uint32_t median_radius = 1;
  Seeds seeds;
  std::shared_ptr<MaskFile> mask_file{};  ///< null: the mask is a formula
};

/// In which order tiles are computed: row by row; row by row, every other row from the right; two rows of
/// tiles at a time, column by column.
enum class Order { rows, serpentine, blocks };
enum class SourceKind { procedural, raw, bigtiff };

struct Settings {
  TreeKind tree = TreeKind::deck;
  Recipe recipe;
  std::uint32_t tile = 1024;
  Order order = Order::rows;
  std::size_t host_budget = std::size_t{512} << 20U;
  SinkKind sink = SinkKind::null;
  std::string output{};  ///< the sink's file
};

}  // namespace pipeline
