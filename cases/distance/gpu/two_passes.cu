// Rows first, then columns: dx^2 + dy^2 separates, so a window's minimum is the minimum of its rows' minima. The first
// kernel searches along its row, outwards, for the nearest white pixel, and stores the square of that distance in a
// workspace. The second adds dy^2 to the squares of the 2R - 1 rows in reach and keeps the minimum. Compared with
// gpu/black_hoisted, about 4R steps per pixel replace (2R)^2, and the first pass stops when it finds a white pixel. The
// cost is a plane of words that is written, and read 2R - 1 times, mostly from the L1 and the L2.
#include "cases/distance/gpu/grid.hpp"

namespace {

__global__ void along_rows(std::uint32_t* squared, const std::uint8_t* image, int width, int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const std::uint8_t* const row = image + rungs::at(0, y, width);
    int away = 0;
    for (; away < radius; ++away) {
      if (x >= away && row[x - away] != 0) break;
      if (x + away < width && row[x + away] != 0) break;
    }
    squared[rungs::at(x, y, width)] = away * away;
  }
}

__global__ void along_columns(std::uint32_t* out, const std::uint32_t* squared, int width, int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    std::uint32_t nearest = squared[rungs::at(x, y, width)];
    for (int dy = max(1 - radius, -y); dy < min(radius, height - y); ++dy) {
      nearest = min(nearest, squared[rungs::at(x, y + dy, width)] + dy * dy);
    }
    out[rungs::at(x, y, width)] = nearest;
  }
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  auto* const squared = reinterpret_cast<std::uint32_t*>(call.workspace);
  const rungs::Grid grid{distance::blocks_for(p), distance::block, call.stream};
  rungs::launch(grid, along_rows, squared, call.views.image, p.width, p.height, p.distance_max);
  rungs::launch(grid, along_columns, call.views.out, squared, p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/black_hoisted",
    .technique = {"separate"},
    .idea = "the nearest in each row, then the minimum over the rows in reach",
    .launch = launch,
    .workspace_bytes = [](const distance::Problem& p) { return p.area() * sizeof(std::uint32_t); },
}};

}  // namespace
