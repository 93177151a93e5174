// Ten medians, one after the other, with upload and download in the time.
// One filter takes far less time than its bytes on the bus. Ten are the document's answer: they bring the
// arithmetic near the time of the bus, which then is hidden behind it, or it behind the bus. Uploads follow
// each other on one stream. Up to four others filter and download a piece each: a frame, or a band of rows of
// one. The planes for the results between are cut out of the output's memory on the device, which nobody
// reads. A band has ten rows more on either side, of which every pass makes one row worthless.
#include "cases/median/gpu/sides.hpp"
#include "cases/median/gpu/ten.hpp"

namespace {

using Call = rungs::Call<median::Case>;

constexpr unsigned halo = median::passes;

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
  median::filter_ten_times(
      {planes[1], image, p.width, bottom - top, median::last_word_of(image, rungs::at(0, bottom - top, p.width))},
      planes, 1, stream);
  const std::size_t row = rungs::at(0, begin, p.width);
  std::uint8_t* const filtered = planes[1] + rungs::at(0, begin - top, p.width);
  median::fetch_sides(filtered, call.host.filtered + first + row, p.width, end - begin, stream);
  rungs::download(call.host.filtered + first + row + 1, filtered + 1, rungs::at(0, end - begin, p.width) - 2, stream);
}

void launch(const Call& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3) return rungs::upload(call.views.image, call.host.image, p.pixels(), call.stream);
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
    .races = "corners are copied twice, and strips at the far sides are moved back",
    .result = median::Result::ten3,
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
