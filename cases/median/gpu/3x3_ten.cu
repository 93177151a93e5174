// Ten medians, one after the other, on the device: ten launches of gpu/3x3_clamped_middle.
// A pass reads the result of the one before, so nothing can overlap: ten times the bytes of one filter. Two
// planes of a workspace hold the nine results between. A frame that fits in the L2 cache is read from memory
// once, and written to it once; the other passes should run at the speed of that cache and of the launches.
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

constexpr unsigned passes = 10;

/// The word that holds the last of `bytes` bytes.
const std::uint8_t* last_word_of(const std::uint8_t* from, std::size_t bytes) {
  const std::uint8_t* const last = from + bytes - 1;
  return last - reinterpret_cast<std::uintptr_t>(last) % 4;
}

/// Copies the outermost pixels of a frame to two planes; grid.y is the number of frames.
__global__ void copy_border(std::uint8_t* first, std::uint8_t* second, const std::uint8_t* image,
                            unsigned width, unsigned height) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t rows = 2 * std::size_t{width};
  const std::size_t area = rungs::at(0, height, width);
  std::size_t place = i < width ? i : area - rows + i;  // the first row, then the last
  if (i >= rows) place = (i - rows) / 2 * width + (i % 2 == 0 ? 0 : width - 1);
  if (i >= rows + 2 * std::size_t{height}) return;
  place += blockIdx.y * area;
  first[place] = image[place];
  second[place] = image[place];
}

std::size_t workspace_bytes(const median::Problem& p) { return 2 * p.pixels(); }

void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3) return;
  auto* const first = reinterpret_cast<std::uint8_t*>(call.workspace);
  std::uint8_t* const planes[2] = {first, first + p.pixels()};
  const std::size_t border = 2 * (std::size_t{p.width} + p.height);
  rungs::launch({dim3(static_cast<unsigned>((border - 1) / 128 + 1), p.frames), dim3(128), call.stream},
                copy_border, planes[0], planes[1], call.views.image, p.width, p.height);
  median::Frame at = median::first_frame(p, call.views);
  for (unsigned pass = 0; pass < passes; ++pass) {
    at.filtered = pass + 1 < passes ? planes[pass % 2] : call.views.filtered;
    median::filter_frames<median::ClampedStrip<4>>(at, p.frames, call.stream);
    at.image = at.filtered;
    at.last_word = last_word_of(at.image, p.pixels());
  }
}

const rungs::Variant<median::Case> variant{{
    .idea = "ten launches, two planes in turn",
    .result = median::Result::ten3,
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
