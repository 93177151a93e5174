#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <rungs/core/errors.hpp>
#include <system_error>
#include <vector>
#include "cases/pipeline/case.hpp"
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tree/leaves.hpp"

namespace pipeline {
namespace {

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
  const ImageShape shape = settings.shape();
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

RowFolder::RowFolder(const Settings& settings, SourceKind source) : source_(source) {
  const bool reads = source != SourceKind::procedural && settings.tree == TreeKind::deck;
  if (!reads) source_ = SourceKind::procedural;
  if (!reads && settings.sink == SinkKind::null) return;
  folder_ = make_folder();
  if (!reads) return;
  try {
    write_mask(settings, source == SourceKind::raw ? SinkKind::raw : SinkKind::bigtiff, folder_ + "/mask");
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    throw;
  }
}

RowFolder::~RowFolder() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

Settings RowFolder::with_files(Settings settings, Budget& budget) const {
  settings.output = folder_ + "/image";
  const std::string mask = folder_ + "/mask";
  if (source_ == SourceKind::raw) settings.recipe.mask_file = open_raw_mask(mask, settings.shape());
  if (source_ == SourceKind::bigtiff) settings.recipe.mask_file = open_tiff_mask(mask, settings.shape(), budget);
  return settings;
}

}  // namespace pipeline
