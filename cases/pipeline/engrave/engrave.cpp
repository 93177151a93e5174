#include "cases/pipeline/engrave/engrave.hpp"
#include <fmt/format.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <rungs/core/errors.hpp>
#include <system_error>
#include "cases/pipeline/engrave/stream.hpp"
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/run/strips.hpp"

namespace pipeline {
namespace {

using Clock = std::chrono::steady_clock;

/// Another image's file would keep its last bytes.
void refuse_longer_file(const EngraveOptions& o) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(o.output, error);
  if (error || bytes <= o.image.shape.pixels()) return;
  throw rungs::Failed(
      fmt::format("{}: has {} bytes; expected at most the image's {} (remove it, or write to another file)", o.output,
                  bytes, o.image.shape.pixels()));
}

/// A line on stderr that says how far a run is.
class Progress {
 public:
  /// `total`: the bytes of the run.
  Progress(ProgressMode mode, std::uint64_t total)
      : shown_(mode == ProgressMode::always || (mode == ProgressMode::automatic && ::isatty(STDERR_FILENO) == 1)),
        total_(static_cast<double>(total)) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the line.
  ~Progress() {
    if (next_ > start_) fmt::print(stderr, "\r\033[K");
  }

  /// More bytes, at least one, are done. Writes at most two lines per second.
  void advance(std::uint64_t bytes) {
    done_ += static_cast<double>(bytes);
    const auto now = Clock::now();
    if (!shown_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(500);
    const double seconds = std::chrono::duration<double>(now - start_).count();
    fmt::print(stderr, "\r\033[K{}", progress_text(done_, total_, done_ / seconds));
    std::fflush(stderr);
  }

 private:
  bool shown_;
  double total_;
  double done_ = 0;  ///< bytes
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;  ///< when a line may be written
};

/// "1, 3-5"
std::string ranges_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first;
    while (last + 1 != numbers.end() && last[1] == *last + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(*first);
    if (last > first) text += "-" + std::to_string(*last);
    first = last + 1;
  }
  return text;
}

/// Throws unless the blocks of a band have the digests in the file that were recorded.
void reread_band(const InputFile& file, Frame shape, Band band) {
  std::vector<std::byte> buffer(digest_block_bytes);
  Record(file.path(), band).blocks([&](std::uint64_t number, const Sha256& expected) {
    const std::uint64_t block = blocks_of(shape, band).first + number;
    const Part part = bytes_of(shape, {block, block + 1});
    const auto bytes = std::span(buffer).first(part.size());
    file.read(bytes, part.first);
    ImageDigest digest;
    digest.on_block([&](std::uint64_t, const Sha256& got) {
      if (got == expected) return;
      file.fail(fmt::format("bytes {} to {} are not those that were written; expected the digest {} of {}, got {}",
                            part.first, part.last, to_text(expected), to_text(band), to_text(got)));
    });
    digest.add(bytes, true);
    (void)digest.finish();
  });
}

}  // namespace

std::string progress_text(double done, double total, double per_second) {
  const auto left = static_cast<std::uint64_t>((total - done) / per_second);
  return fmt::format("{:.1f} of {:.1f} GB, {:.0f} %, {:.0f} MB/s, about {} left", done / 1e9, total / 1e9,
                     100 * done / total, per_second / 1e6,
                     left < 60 ? fmt::format("{} s", left) : fmt::format("{} min", (left + 30) / 60));
}

Engraved engrave(const EngraveOptions& o, bool (*interrupted)()) {
  Budget budget("host", o.host_mib << 20U);
  const Frame shape = o.image.shape;
  Settings settings = settings_of(o.image);
  settings.sink = o.sink;
  settings.output = o.output;
  auto& mask = settings.recipe.mask_file;
  if (o.image.source == SourceKind::raw) mask = open_raw_mask(o.image.mask, shape);
  if (o.image.source == SourceKind::bigtiff) mask = open_tiff_mask(o.image.mask, shape, budget);
  const auto tree = host_tree(settings.tree, settings.recipe);
  const Strips strips = plan_strips(*tree, settings, budget.limit() - budget.used());

  std::optional<Recorder> recorder;
  if (o.sink == SinkKind::raw) {
    if (o.banded || o.resume) refuse_longer_file(o);
    recorder.emplace(o.output, described(o.image), o.band, o.resume);
  }
  Part blocks = blocks_of(shape, o.band);
  const std::uint64_t bytes = bytes_of(shape, blocks).size();
  if (recorder) blocks.first += recorder->done();
  const Part part = bytes_of(shape, blocks);
  Engraved result{.bytes = bytes, .computed = part.size()};
  if (part.size() == 0) {
    result.digest = to_text(recorder->digest());
    return result;
  }

  const auto start = Clock::now();
  const auto sink = make_sink(o.sink, o.output, shape, budget, part);
  if (recorder) recorder->begin();
  Progress progress(o.progress, result.computed);
  Stream stream(part, shape, *sink, recorder ? &*recorder : nullptr, o.step_mib << 20U, interrupted,
                [&](std::uint64_t more) { progress.advance(more); });
  try {
    const Part rows = rows_of(shape, part);
    run_strips(*tree, strips, budget, static_cast<std::uint32_t>(rows.first), static_cast<std::uint32_t>(rows.last),
               [&](const HashedBytes& next) { stream.take(next); });
    result.digest = to_text(stream.finish());
  } catch (...) {
    std::error_code ignored;
    if (o.sink == SinkKind::bigtiff) std::filesystem::remove(o.output, ignored);  // half of one is of no use
    throw;
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  result.peak = budget.peak();
  return result;
}

std::vector<std::uint32_t> incomplete_bands(const std::string& output, const std::string& image, std::uint32_t count,
                                            const UseBlock& use) {
  refuse_other_records(output, image, {0, count});
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t number = 1; number <= count; ++number) {
    const Band band{number, count};
    if (Record(output, band).blocks_to_resume(image, use) < blocks_of(shape_in(image), band).size())
      numbers.push_back(number);
  }
  return numbers;
}

Checked check_image(const std::string& output, bool reread) {
  const std::vector<Band> bands = recorded_bands(output);
  const std::string image = bands.empty() ? "" : Record(output, bands.front()).image();
  if (image.empty()) {
    throw rungs::Failed(
        fmt::format("{}: there is no record of engrave next to it; expected {}, or those of several bands", output,
                    record_path(output, {})));
  }
  const std::uint32_t count = bands.front().count;
  DigestOfDigests digest;
  const auto incomplete =
      incomplete_bands(output, image, count, [&](std::uint64_t, const Sha256& block) { digest.add(block); });
  if (!incomplete.empty()) {
    throw rungs::Failed(
        fmt::format("{}: not complete: {} of {} bands are missing, damaged or were interrupted: {} (engrave "
                    "--band I/{} --resume completes them)",
                    output, incomplete.size(), count, ranges_text(incomplete), count));
  }
  const Frame shape = shape_in(image);
  const InputFile file(output);
  if (file.size() != shape.pixels()) file.fail(fmt::format("has {} bytes; expected {}", file.size(), shape.pixels()));
  for (const Band band : bands) {
    if (reread) reread_band(file, shape, band);
  }
  return {to_text(digest.so_far()), image, shape.pixels(), count};
}

}  // namespace pipeline
