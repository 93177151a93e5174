#include "cases/pipeline/engrave/engrave.hpp"

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <rungs/core/errors.hpp>
#include <system_error>

#include "cases/pipeline/engrave/drawings.hpp"
#include "cases/pipeline/engrave/recorder.hpp"
#include "cases/pipeline/engrave/stream.hpp"
#include "cases/pipeline/run/run_strips.hpp"

namespace pipeline {
namespace {

/// A BigTIFF that was not completed is of no use.
class RemovedUnlessKept {
 public:
  explicit RemovedUnlessKept(std::string path) : path_(std::move(path)) {}
  RemovedUnlessKept(const RemovedUnlessKept&) = delete;
  RemovedUnlessKept& operator=(const RemovedUnlessKept&) = delete;
  ~RemovedUnlessKept() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
  }
  void keep() { path_.clear(); }

 private:
  std::string path_;
};

/// Another image's file would keep its last bytes.
void refuse_longer_file(const EngraveOptions& o) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(o.output, error);
  if (error || bytes <= o.image.shape.bytes()) return;
  throw rungs::Failed(o.output + ": has " + std::to_string(bytes) + " bytes; expected at most the image's " +
                      std::to_string(o.image.shape.bytes()) + " (remove it, or write to another file)");
}

}  // namespace

Engraved engrave(const EngraveOptions& o, bool (*interrupted)()) {
  Budget budget("host", o.host_bytes);
  Settings settings = settings_of(o.image);
  settings.sink = o.sink;
  settings.output = o.output;
  open_mask(o.image, settings, budget);
  Crew crew;
  const Strips strips = with_tree(settings, [&](const auto& tree) {
    return plan_strips(tree, settings, crew.threads(), budget.limit() - budget.used());
  });

  std::optional<Recorder> recorder;
  if (o.sink == SinkKind::raw) {
    if (o.banded || o.resume) refuse_longer_file(o);
    recorder.emplace(o.output, described(o.image), o.band, o.resume);
  }
  BlockRange blocks = blocks_of(o.image.shape, o.band);
  const Part band = bytes_of(o.image.shape, blocks);
  if (recorder) blocks.first += recorder->done();
  const Part part = bytes_of(o.image.shape, blocks);
  Engraved result{
      .bytes = band.last - band.first, .computed = part.last - part.first, .budget = o.host_bytes};
  if (blocks.count() == 0) {
    result.digest = to_text(recorder->digest());
    return result;
  }

  const auto start = std::chrono::steady_clock::now();
  std::optional<Drawings> drawings;
  if (!o.dump.empty()) drawings.emplace(o.dump, settings);
  const auto sink = make_sink(o.sink, o.output, o.image.shape, budget, part);
  RemovedUnlessKept half_written(o.sink == SinkKind::bigtiff ? o.output : "");
  if (recorder) recorder->begin();
  const RowRange range = rows_of(o.image.shape, part);
  Stream stream(part, std::uint64_t{range.first} * o.image.shape.width, *sink,
                recorder ? &*recorder : nullptr, o.step_bytes, interrupted);
  Progress progress(o.progress, result.computed);
  stream.tap([&](std::span<const std::byte> bytes) {
    progress.advance(bytes.size());
    if (drawings) drawings->take(bytes);
  });
  with_tree(settings, [&](const auto& tree) {
    Counts counts;
    run_strips(tree, strips, budget, crew, range.first, range.last, counts, stream);
  });
  result.digest = to_text(stream.finish());
  half_written.keep();
  if (drawings) drawings->finish();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.peak = budget.peak();
  return result;
}

}  // namespace pipeline
