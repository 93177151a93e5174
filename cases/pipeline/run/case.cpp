#include "cases/pipeline/case.hpp"
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <rungs/core/errors.hpp>
#include <rungs/random.hpp>
#include <system_error>
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/run/digest_and_sink.hpp"
#include "cases/pipeline/run/expected.hpp"
#include "cases/pipeline/run/schedules.hpp"
#include "cases/pipeline/tree/leaves.hpp"

namespace pipeline {
namespace {

std::string digest_text(const Views& v) {
  Sha256 digest;
  std::memcpy(digest.data(), v.digest, digest.size());
  return to_text(digest);
}

/// Hits of the run, and of the best cache for its first requests, next to those of the run's cache for the
/// same.
void add_cache_metrics(const Problem& p, const Figures& figures, std::vector<rungs::Metric>& all) {
  constexpr std::size_t most_requests = std::size_t{1} << 19U;
  const auto percent = [](std::uint64_t part, double whole) { return 100 * static_cast<double>(part) / whole; };
  all.push_back({"cache_hits", 100 * figures.tiles_found / figures.tiles_asked, "%"});
  const auto capacity = static_cast<std::size_t>(figures.cache_bytes);
  constexpr std::array<std::uint32_t, Seeds::count> any_seeds{};
  const Settings s = Case::settings(p, {any_seeds.data(), nullptr, nullptr, nullptr});
  const CacheRecord record = first_requests(s, capacity, most_requests);
  const auto made = static_cast<double>(record.made.size());
  all.push_back({"cache_hits_first_requests", percent(record.found, made), "%"});
  all.push_back({"cache_hits_belady", percent(found_by_belady(record.made, capacity), made), "%"});
}

rungs::Comparison compare_samples(const Problem& p, const Views& expected, const Views& actual) {
  rungs::Comparison result;
  const auto leaves = sampled_leaves({p.width, p.height}, expected.seeds[3]);
  for (std::size_t i = 0; i < sample_bytes; ++i) {
    const auto want = std::to_integer<int>(expected.samples[i]);
    const auto got = std::to_integer<int>(actual.samples[i]);
    if (want == got) continue;
    result.add(std::abs(want - got), [&] {
      const std::string values = ": expected " + std::to_string(want) + ", got " + std::to_string(got);
      if (i / leaf_bytes >= leaves.size()) return "after the last sample" + values;
      const std::uint64_t at = leaves[i / leaf_bytes] * leaf_bytes + i % leaf_bytes;
      return "at (" + std::to_string(at % p.width) + ", " + std::to_string(at / p.width) + ")" + values;
    });
  }
  return result;
}

std::string make_folder() {
  const char* asked = std::getenv("RUNGS_PIPELINE_FOLDER");
  const auto parent = asked != nullptr ? std::filesystem::path(asked) : std::filesystem::temp_directory_path();
  std::string folder = parent / "rungs-pipeline-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) {
    throw rungs::Failed("cannot create a folder in " + parent.string() + ": " + std::system_category().message(errno) +
                        "; expected a folder for large files in RUNGS_PIPELINE_FOLDER");
  }
  return folder;
}

void write_mask(const Settings& settings, SinkKind kind, const std::string& path) {
  const Frame shape = settings.recipe.frame;
  Budget budget("host", settings.host_budget);
  const auto sink = make_sink(kind, path, shape, budget);
  const Shape formula{settings.recipe.frame, settings.recipe.seeds.shape};
  const auto rows_at_once = std::clamp<std::uint32_t>((1U << 20U) / shape.width, 1, shape.height);
  std::vector<std::uint8_t> pixels(std::size_t{rows_at_once} * shape.width);
  for (std::uint32_t row = 0; row < shape.height; row += rows_at_once) {
    const Window window{0, static_cast<std::int32_t>(row), shape.width, std::min(rows_at_once, shape.height - row)};
    formula.fill({pixels.data(), shape.width, window});
    sink->write(std::as_bytes(std::span(pixels)).first(window.area()));
  }
  sink->finish();
}

}  // namespace

std::vector<rungs::Parameter<Problem>> Case::parameters() {
  return {
      rungs::choice("tree", &Problem::tree, {"deck", "chain"},
                    "the deck's tree, or the other cases behind one another"),
      rungs::integer("tile", &Problem::tile, 1, 1U << 21U, {256, 1024, 4096}, "side of a tile in pixels"),
      rungs::integer("host_mib", &Problem::host_mib, 1, 1U << 20U, {64, 512}, "budget of host memory in MiB"),
      rungs::integer("device_mib", &Problem::device_mib, 1, 1U << 20U, {256, 1024}, "budget of GPU memory in MiB"),
      rungs::choice("order", &Problem::order, {"rows", "serpentine", "blocks"}, "in which order tiles are computed"),
      rungs::choice("source", &Problem::source, {"procedural", "raw", "bigtiff"}, "where the deck's mask comes from"),
      rungs::choice("sink", &Problem::sink, {"null", "raw", "bigtiff"}, "where the image goes"),
      rungs::integer("distance_max", &Problem::distance_max, 1, 127, {1, 15, 63},
                     "distance in pixels at which the profile ends"),
      rungs::integer("median", &Problem::median, 1, 3, {1, 2, 3}, "radius of the chain's median")};
}

std::vector<Problem> Case::edge_cases() {
  std::vector<Problem> problems;
  for (const TreeKind tree : {TreeKind::deck, TreeKind::chain}) {
    for (const rungs::Size size :
         {rungs::Size{1, 1}, {331, 1}, {1, 331}, {97, 101}, {63, 65}, {64, 64}, {65, 63}, {101, 83}}) {
      problems.push_back({size, tree, 64});
    }
    problems.push_back({{7, 5}, tree, 1});
    problems.push_back({{53, 47}, tree, 7});
    problems.push_back({{101, 83}, tree, 1000});
    problems.push_back({{256, 47}, tree, 24});  // a node covers no pixel of the last columns of tiles
    problems.push_back({{101, 83}, tree, 64, 512, 1024, Order::serpentine});
    problems.push_back({{101, 83}, tree, 64, 512, 1024, Order::blocks});
    problems.push_back({{83, 101}, tree, 50, 512, 1024, Order::rows, SourceKind::raw, SinkKind::raw});
    problems.push_back({{83, 101}, tree, 50, 512, 1024, Order::rows, SourceKind::bigtiff, SinkKind::bigtiff});
  }
  Problem other{{61, 47}, TreeKind::deck, 32};  // small: the reference searches the whole reach of each pixel
  for (const unsigned distance_max : {1U, 2U, 40U, 127U}) {
    other.distance_max = distance_max;
    problems.push_back(other);
  }
  other = {{101, 83}, TreeKind::chain, 64};
  for (const unsigned radius : {2U, 3U}) {
    other.median = radius;
    problems.push_back(other);
  }
  return problems;
}

std::vector<rungs::Buffer<Views>> Case::buffers(const Problem&) {
  return {rungs::input("seeds", &Views::seeds, Seeds::count,
                       [](std::span<std::uint32_t> words, std::uint64_t seed) { rungs::random_words(words, seed); }),
          rungs::output("digest", &Views::digest, sizeof(Sha256)),
          rungs::output("samples", &Views::samples, sample_bytes),
          rungs::output("figures", &Views::figures, Figures::count)};
}

Settings Case::settings(const Problem& p, const Views& on_host) {
  const Seeds seeds{on_host.seeds[0], on_host.seeds[1], on_host.seeds[2], on_host.seeds[3]};
  return {.tree = p.tree,
          .recipe = {{p.width, p.height}, p.distance_max, p.median, seeds},
          .tile = p.tile,
          .order = p.order,
          .host_budget = std::size_t{p.host_mib} << 20U,
          .sink = p.sink};
}

void Case::reference(const Problem& p, const Views& v) {
  const Settings s = settings(p, v);
  const reference::PipelineImage image = image_of(s.tree, s.recipe);
  const Sha256 digest = p.compared_whole() ? expected_digest(image) : Sha256{};
  std::memcpy(v.digest, digest.data(), digest.size());
  expected_samples(image, s.recipe.seeds.samples, v.samples);
  std::fill_n(v.figures, Figures::count, 0.0);
}

rungs::Comparison Case::compare(const Problem& p, const Views& expected, const Views& actual) {
  rungs::Comparison result = compare_samples(p, expected, actual);
  if (!p.compared_whole() || std::memcmp(expected.digest, actual.digest, sizeof(Sha256)) == 0) return result;
  result.add(1,
             [&] { return "the image's digest: expected " + digest_text(expected) + ", got " + digest_text(actual); });
  return result;
}

std::vector<rungs::Metric> Case::metrics(const Problem& p, const Views& actual) {
  Figures f;
  std::memcpy(static_cast<void*>(&f), actual.figures, sizeof(f));
  constexpr double mebi = 1 << 20U;
  std::vector<rungs::Metric> all{{"sink_rate", f.bytes / f.seconds / 1e6, "MB/s"},
                                 {"slowest_second", f.slowest_second / 1e6, "MB/s"},
                                 {"first_byte", 1e3 * f.first_byte_s, "ms"},
                                 {"misses_at_10_MB_per_s", f.misses_at_deck_rate, ""},
                                 {"misses_at_1_GB_per_s", f.misses_at_fast_rate, ""},
                                 {"host_memory", f.host_bytes / mebi, "MiB"},
                                 {"pinned_memory", f.pinned_bytes / mebi, "MiB"},
                                 {"device_memory", f.device_bytes / mebi, "MiB"},
                                 {"computed_per_needed", f.pixels_computed / f.pixels_needed, ""},
                                 {"bus_bytes_per_byte", f.bus_bytes / f.bytes, ""},
                                 {"disk_bytes_per_byte", f.disk_bytes / f.bytes, ""}};
  if (f.tiles_asked > 0) add_cache_metrics(p, f, all);
  return all;
}

RowFolder::RowFolder(const Settings& settings, SourceKind source) : source_(source) {
  const bool reads = source != SourceKind::procedural && settings.tree == TreeKind::deck;
  if (!reads) source_ = SourceKind::procedural;
  if (!reads && settings.sink == SinkKind::null) return;
  folder_.path = make_folder();
  if (!reads) return;
  write_mask(settings, source == SourceKind::raw ? SinkKind::raw : SinkKind::bigtiff, folder_.path + "/mask");
}

RowFolder::Folder::~Folder() {
  std::error_code ignored;
  if (!path.empty()) std::filesystem::remove_all(path, ignored);
}

Settings RowFolder::with_files(Settings settings, Budget& budget) const {
  settings.output = folder_.path + "/image";
  const std::string mask = folder_.path + "/mask";
  if (source_ == SourceKind::raw) settings.recipe.mask_file = open_raw_mask(mask, settings.recipe.frame);
  if (source_ == SourceKind::bigtiff) settings.recipe.mask_file = open_tiff_mask(mask, settings.recipe.frame, budget);
  return settings;
}

}  // namespace pipeline
