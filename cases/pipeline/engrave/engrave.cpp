#include "cases/pipeline/engrave/engrave.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <rungs/core/errors.hpp>
#include <system_error>
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/run/strips.hpp"

namespace pipeline {
namespace {

using Clock = std::chrono::steady_clock;

/// A line on stderr, if that is a terminal, that says how far a run is.
class Progress {
 public:
  explicit Progress(std::uint64_t total) : total_(static_cast<double>(total)) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Removes the line.
  ~Progress() {
    if (next_ > start_) fmt::print(stderr, "\r\033[K");
  }

  /// More bytes are done. Writes at most two lines per second.
  void advance(std::uint64_t bytes) {
    done_ += static_cast<double>(bytes);
    const auto now = Clock::now();
    if (!shown_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(500);
    const double seconds = std::chrono::duration<double>(now - start_).count();
    fmt::print(stderr, "\r\033[K{:.1f} of {:.1f} GB, {:.0f} MB/s", done_ / 1e9, total_ / 1e9, done_ / seconds / 1e6);
  }

 private:
  bool shown_ = ::isatty(STDERR_FILENO) == 1;
  double total_;
  double done_ = 0;  ///< bytes
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;  ///< when a line may be written
};

/// Throws unless the block has this digest in the file.
void reread_block(const InputFile& file, Part part, const Sha256& expected) {
  std::vector<std::byte> bytes(part.size());
  file.read(bytes, part.first);
  ImageDigest found;
  found.add(bytes, true);
  DigestOfDigests wanted;
  wanted.add(expected);
  if (found.finish() == wanted.so_far()) return;
  file.fail(fmt::format("bytes {} to {} are not those that were recorded", part.first, part.last));
}

}  // namespace

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
  if (o.sink == SinkKind::raw) recorder.emplace(o.output, described(o.image), o.band, o.resume);
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
  Progress progress(result.computed);
  Stream stream(part, shape, *sink, recorder ? &*recorder : nullptr, o.step_mib << 20U, interrupted);
  try {
    const Part rows = rows_of(shape, part);
    run_strips(*tree, strips, budget, static_cast<std::uint32_t>(rows.first), static_cast<std::uint32_t>(rows.last),
               [&](const HashedBytes& next) {
                 stream.take(next);
                 progress.advance(next.bytes.size());
               });
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

Checked check_image(const std::string& output, bool reread) {
  const std::vector<Recorded> records = recorded(output);
  if (records.empty()) {
    throw rungs::Failed(
        fmt::format("{}: there is no record of engrave next to it; expected {}, or those of several bands", output,
                    record_path(output, {})));
  }
  const std::string& image = records.front().image;
  const std::uint32_t count = records.front().band.count;
  require_one_image(output, records, image, count);
  const InputFile file(output);
  const Frame shape = shape_in(image);
  DigestOfDigests digest;
  std::vector<std::uint32_t> incomplete;
  if (count > digest_blocks(shape)) throw rungs::Failed(output + ": its records are of more bands than it has blocks");
  for (std::uint32_t number = 1; number <= count; ++number) {
    const std::uint64_t done =
        read_record(output, image, {number, count}, [&](std::uint64_t, const Sha256& block) { digest.add(block); });
    if (done < blocks_of(shape, {number, count}).size()) incomplete.push_back(number);
  }
  if (!incomplete.empty()) {
    throw rungs::Failed(fmt::format(
        "{}: not complete: {} of {} bands are missing or were interrupted: {} (engrave --band I/{} --resume "
        "completes them)",
        output, incomplete.size(), count, fmt::join(incomplete, ", "), count));
  }
  if (file.size() != shape.pixels()) file.fail(fmt::format("has {} bytes; expected {}", file.size(), shape.pixels()));
  for (std::uint32_t number = 1; reread && number <= count; ++number) {
    const std::uint64_t first = blocks_of(shape, {number, count}).first;
    read_record(output, image, {number, count}, [&](std::uint64_t i, const Sha256& block) {
      reread_block(file, bytes_of(shape, {first + i, first + i + 1}), block);
    });
  }
  return {to_text(digest.so_far()), image, shape.pixels(), count};
}

}  // namespace pipeline
