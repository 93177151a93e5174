// What a run is asked to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/tree/recipe.hpp"

namespace pipeline {

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
  std::size_t device_budget = std::size_t{1} << 30U;
  SinkKind sink = SinkKind::null;
  std::string output{};  ///< the sink's file

  [[nodiscard]] ImageShape shape() const { return {recipe.frame.width, recipe.frame.height}; }
};

}  // namespace pipeline
