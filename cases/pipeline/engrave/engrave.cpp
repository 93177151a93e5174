#include "cases/pipeline/engrave/engrave.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <rungs/core/errors.hpp>
#include <system_error>

#include "cases/pipeline/engrave/dump.hpp"
#include "cases/pipeline/engrave/stream.hpp"
#include "cases/pipeline/run/strips.hpp"

namespace pipeline {
namespace {

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
  Budget budget("host", o.host_mib << 20U);
  Settings settings = settings_of(o.image);
  settings.sink = o.sink;
  settings.output = o.output;
  open_mask(o.image, settings, budget);
  Crew crew;
  const auto tree = host_tree(settings.tree, settings.recipe);
  const Strips strips = plan_strips(*tree, settings, crew.threads(), budget.limit() - budget.used());

  std::optional<Recorder> recorder;
  if (o.sink == SinkKind::raw) {
    if (o.banded || o.resume) refuse_longer_file(o);
    recorder.emplace(o.output, described(o.image), o.band, o.resume);
  }
  const ImageShape shape = o.image.shape;
  BlockRange blocks = blocks_of(shape, o.band);
  const Part band = bytes_of(shape, blocks);
  if (recorder) blocks.first += recorder->done();
  const Part part = bytes_of(shape, blocks);
  Engraved result{
      .bytes = band.last - band.first, .computed = part.last - part.first, .budget = budget.limit()};
  if (blocks.count() == 0) {
    result.digest = to_text(recorder->digest());
    return result;
  }

  const auto start = std::chrono::steady_clock::now();
  std::optional<Dump> dump;
  if (!o.dump.empty()) dump.emplace(o.dump, *tree);
  const auto sink = make_sink(o.sink, o.output, shape, budget, part);
  if (recorder) recorder->begin();
  const RowRange range = rows_of(shape, part);
  Progress progress(o.progress, result.computed);
  Stream stream(part, std::uint64_t{range.first} * shape.width, *sink, recorder ? &*recorder : nullptr,
                o.step_mib << 20U, interrupted, [&](std::span<const std::byte> bytes) {
                  progress.advance(bytes.size());
                  if (dump) dump->take(bytes);
                });
  try {
    Counts counts;
    run_strips(*tree, strips, budget, crew, range.first, range.last, counts,
               [&](const HashedBytes& rows) { stream.take(rows); });
    result.digest = to_text(stream.finish());
  } catch (...) {
    std::error_code ignored;
    if (o.sink == SinkKind::bigtiff) std::filesystem::remove(o.output, ignored);  // half of one is of no use
    throw;
  }
  if (dump) dump->finish();
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.peak = budget.peak();
  return result;
}

}  // namespace pipeline
