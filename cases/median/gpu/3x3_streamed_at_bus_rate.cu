// Pieces of four megabytes are uploaded on one stream, filtered on a second and downloaded on a third.
// gpu/3x3_v3_streamed does everything frame by frame on four streams. Here uploads follow each other without
// a gap, and so do downloads, each on its own copy engine. The bytes at the sides, which are downloaded
// unchanged, are read from the host once for all frames, not between an upload and its filter. A large frame
// is cut into bands, so that it also uses the bus in both directions at once. The cost: the first upload and
// the last download, one piece each, overlap with nothing.
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/sides.hpp"

namespace {

using Call = rungs::Call<median::Case>;

constexpr std::size_t piece_bytes = 4U << 20U;

/// Filters data that is already uploaded: `frames` frames of `height` rows, from pixel `first` on. Downloads
/// each frame except for its border.
void filter_and_send(const Call& call, std::size_t first, unsigned height, unsigned frames) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || height < 3) return;  // nothing to filter, and nothing to send back
  median::Frame at = median::first_frame(p, call.views);
  at.image += first;
  at.filtered += first;
  at.height = height;
  const rungs::Stream filtering = rungs::fork(call.stream, 0);
  median::filter_frames<median::ClampedStrip<4>>(at, frames, filtering);

  const rungs::Stream down = rungs::fork(filtering, 1);
  const std::size_t bytes = rungs::at(p.width - 1, height - 2, p.width) - rungs::at(1, 1, p.width);
  for (unsigned frame = 0; frame < frames; ++frame) {
    const std::size_t inner = first + frame * rungs::at(0, height, p.width) + rungs::at(1, 1, p.width);
    rungs::download(call.host.filtered + inner, call.views.filtered + inner, bytes, down);
  }
}

/// Complete frames, a few at a time.
void stream_frames(const Call& call) {
  const median::Problem& p = call.problem;
  const auto most = static_cast<unsigned>(std::min<std::size_t>(piece_bytes / p.area(), 65535));
  for (unsigned frame = 0; frame < p.frames; frame += most) {
    const unsigned frames = std::min(most, p.frames - frame);
    const std::size_t first = frame * p.area();
    rungs::upload(call.views.image + first, call.host.image + first, frames * p.area(), call.stream);
    filter_and_send(call, first, p.height, frames);
  }
}

/// One frame, one band of rows at a time. The last row of a band is filtered with the next band, which holds
/// the row below.
void stream_bands(const Call& call, std::size_t first) {
  const median::Problem& p = call.problem;
  const auto most = static_cast<unsigned>(std::max<std::size_t>(piece_bytes / p.width, 2));
  for (unsigned row = 0; row < p.height; row += most) {
    const unsigned end = row + std::min(most, p.height - row);
    const std::size_t band = first + rungs::at(0, row, p.width);
    rungs::upload(call.views.image + band, call.host.image + band, rungs::at(0, end - row, p.width), call.stream);
    const unsigned top = row == 0 ? 0 : row - 2;
    filter_and_send(call, first + rungs::at(0, top, p.width), end - top, 1);
  }
}

void launch(const Call& call) {
  const median::Problem& p = call.problem;
  const std::size_t rows = std::size_t{p.height} * p.frames;
  const rungs::Stream fetching = rungs::fork(call.stream, 2);
  median::fetch_sides(call.views.filtered, call.host.filtered, p.width, rows, fetching);
  (void)rungs::fork(fetching, 1);  // downloads wait for this
  if (p.area() <= piece_bytes) {
    stream_frames(call);
  } else {
    for (unsigned frame = 0; frame < p.frames; ++frame) {
      stream_bands(call, frame * p.area());
    }
  }
  rungs::join(call.stream, 3);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v3_streamed",
    .technique = {"overlap"},
    .idea = "large pieces; uploads, filters and downloads on one stream each",
    .races = "it sends the border back as the host has it",
    .result = median::Result::window3,
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
