// Ten medians, one after the other, with upload and download in the time.
// One filter takes far less time than its bytes on the bus. Ten are the document's answer: they bring the
// arithmetic near the time of the bus, which then is hidden behind it, or it behind the bus. Uploads follow
// each other on one stream. Up to four others filter and download a piece each: a frame, or a band of rows of
// one. The planes for the results between are cut out of the output's memory on the device, which nobody
// reads. A band has ten rows more on either side, of which every pass makes one row worthless.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

using Call = rungs::Call<median::Case>;

constexpr unsigned passes = 10;
constexpr unsigned halo = passes;

/// Both ends of all rows, from the host's output, in pinned memory, which a GPU reads over the bus: a
/// download of whole rows then leaves them as they were.
__global__ void fetch_sides(std::uint8_t* filtered, const std::uint8_t* host, unsigned width,
                            std::size_t rows) {
  const std::size_t y = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (y >= rows) return;
  filtered[y * width] = host[y * width];
  filtered[y * width + width - 1] = host[y * width + width - 1];
}

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

/// Filters `frames` frames ten times; `from.filtered` has the last result. The nine before it are in the
/// planes, which hold as many frames, with the image's border. The second plane may be `from.filtered`.
void filter_ten_times(const median::Frame& from, std::uint8_t* const (&planes)[2], unsigned frames,
                      rungs::Stream stream) {
  if (from.width < 3 || from.height < 3) return;
  const std::size_t border = 2 * (std::size_t{from.width} + from.height);
  rungs::launch({dim3(static_cast<unsigned>((border - 1) / 128 + 1), frames), dim3(128), stream}, copy_border,
                planes[0], planes[1], from.image, from.width, from.height);
  median::Frame at = from;
  for (unsigned pass = 0; pass < passes; ++pass) {
    at.filtered = pass + 1 < passes ? planes[pass % 2] : from.filtered;
    median::filter_frames<median::ClampedStrip<4>>(at, frames, stream);
    at.image = at.filtered;
    at.last_word = last_word_of(at.image, frames * rungs::at(0, from.height, from.width));
  }
}

/// How many streams filter, and how many rows their planes have.
struct Plan {
  unsigned streams;
  unsigned rows;
};

/// The most streams whose planes hold a frame, or bands at least half of which is no halo.
Plan plan_for(const median::Problem& p) {
  const std::size_t rows = std::size_t{p.height} * p.frames;
  for (unsigned streams = 4; streams > 0; streams /= 2) {
    const auto each = static_cast<unsigned>(std::min<std::size_t>(p.height, rows / (2 * streams)));
    if (each == p.height || each >= 4 * halo) return {streams, each};
  }
  throw rungs::Unsupported("keeps two planes in the memory of the output: needs two frames, or a frame of " +
                           std::to_string(8 * halo) + " rows");
}

/// Rows `begin` to `end` - 1 of a frame, of which the first pixel is `first`. The image is on the call.views.
void filter_and_send(const Call& call, std::size_t first, unsigned begin, unsigned end,
                     std::uint8_t* const (&planes)[2], rungs::Stream stream) {
  const median::Problem& p = call.problem;
  const unsigned top = begin - std::min(begin, halo);
  const unsigned bottom = std::min(p.height, end + halo);
  const std::uint8_t* const image = call.views.image + first + rungs::at(0, top, p.width);
  filter_ten_times(
      {planes[1], image, p.width, bottom - top, last_word_of(image, rungs::at(0, bottom - top, p.width))},
      planes, 1, stream);
  const std::size_t row = rungs::at(0, begin, p.width);
  std::uint8_t* const filtered = planes[1] + rungs::at(0, begin - top, p.width);
  rungs::launch({dim3((end - begin - 1) / 128 + 1), dim3(128), stream}, fetch_sides, filtered,
                static_cast<const std::uint8_t*>(call.host.filtered + first + row), p.width,
                std::size_t{end - begin});
  rungs::download(call.host.filtered + first + row + 1, filtered + 1, rungs::at(0, end - begin, p.width) - 2,
                  stream);
}

void launch(const Call& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3)
    return rungs::upload(call.views.image, call.host.image, p.pixels(), call.stream);
  const Plan plan = plan_for(p);
  const std::size_t plane = rungs::at(0, plan.rows, p.width);
  const unsigned most = plan.rows == p.height ? p.height : plan.rows - 2 * halo;
  unsigned piece = 0;
  for (std::size_t first = 0; first < p.pixels(); first += p.area()) {
    unsigned uploaded = 0;
    for (unsigned begin = 1; begin < p.height - 1; begin += most) {
      const unsigned end = begin + std::min(most, p.height - 1 - begin);
      const unsigned needed = std::min(p.height, end + halo);
      const std::size_t band = first + rungs::at(0, uploaded, p.width);
      rungs::upload(call.views.image + band, call.host.image + band, rungs::at(0, needed - uploaded, p.width),
                    call.stream);
      uploaded = needed;
      const unsigned side = piece++ % plan.streams;
      std::uint8_t* const planes = call.views.filtered + 2 * side * plane;
      filter_and_send(call, first, begin, end, {planes, planes + plane}, rungs::fork(call.stream, side));
    }
  }
  rungs::join(call.stream, std::min(piece, plan.streams));
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_ten",
    .step = rungs::Step::question,
    .idea = "pieces uploaded, filtered ten times and downloaded on several streams",
    .result = median::Result::ten3,
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
