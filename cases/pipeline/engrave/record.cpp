#include "cases/pipeline/engrave/record.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <system_error>
#include <tuple>

#include "cases/pipeline/engrave/image.hpp"
#include "cases/pipeline/files/open_file.hpp"

namespace pipeline {
namespace {

constexpr std::string_view suffix = ".digests";

/// The first line up to the image.
std::string line_before_image(Band band) {
  return R"({"format":"rungs engrave 2","band":)" + std::to_string(band.number) + R"(,"bands":)" +
         std::to_string(band.count) + R"(,"image":)";
}

RecordEntry entry_of(std::uint64_t number, const Sha256& digest) {
  std::array<std::byte, sizeof(Sha256) + sizeof(number)> both{};
  std::memcpy(both.data(), digest.data(), sizeof(Sha256));
  std::memcpy(both.data() + sizeof(Sha256), &number, sizeof(number));
  RecordEntry entry{digest, {}};
  std::memcpy(entry.check.data(), sha256(both).data(), entry.check.size());
  return entry;
}

std::optional<std::string> image_in(InputFile& file, Band band) {
  if (file.size() == 0) return {};  // its process has only begun
  constexpr std::uint64_t most_bytes = 4096;
  std::string text(std::min(file.size(), most_bytes), '\0');
  file.read(std::as_writable_bytes(std::span(text)), 0);
  const std::string before = line_before_image(band);
  const std::size_t end = text.find("}\n");
  try {
    if (!text.starts_with(before) || end == std::string::npos)
      throw rungs::Failed("expected a file that begins with " + before);
    std::string image = text.substr(before.size(), end - before.size());
    if (band.count > digest_blocks(shape_in(image)))
      throw rungs::Failed("the image has fewer blocks than bands");
    return image;
  } catch (const rungs::Failed& why) {
    file.fail("is not a record of " + to_text(band) + ": " + why.what() +
              " (remove it, and the band is computed again)");
  }
}

bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) || error;
}

/// The band in a file name "OUTPUT.band-3-of-16.digests".
std::optional<Band> band_in(const std::string& name, const std::string& output) {
  const std::string before = output + ".band-";
  constexpr std::string_view between = "-of-";
  if (!name.starts_with(before) || !name.ends_with(suffix)) return {};
  const std::string middle = name.substr(before.size(), name.size() - before.size() - suffix.size());
  const std::size_t at = middle.find(between);
  std::uint64_t count = 0;
  std::uint64_t number = 0;
  if (at == std::string::npos ||
      !rungs::parse_integer(middle.substr(at + between.size()), 1, UINT32_MAX, count) ||
      !rungs::parse_integer(middle.substr(0, at), 1, count, number)) {
    return {};
  }
  return Band{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(count)};
}

void require_same_image(const std::string& output, Band band, const std::string& image) {
  const auto recorded = recorded_image(output, band);
  if (!recorded || *recorded == image) return;
  throw rungs::Failed(record_path(output, band) + ": is the record of another image: " + *recorded +
                      "; expected " + image + " (remove the older records, or write to another file)");
}

}  // namespace

std::string record_path(const std::string& output, Band band) {
  return output + ".band-" + std::to_string(band.number) + "-of-" + std::to_string(band.count) +
         std::string(suffix);
}

std::optional<std::string> recorded_image(const std::string& output, Band band) {
  const std::string path = record_path(output, band);
  if (!is_there(path)) return {};
  InputFile file(path);
  return image_in(file, band);
}

std::uint64_t recorded_blocks(const std::string& output, Band band,
                              const std::function<void(std::uint64_t, const Sha256&)>& use) {
  const std::string path = record_path(output, band);
  if (!is_there(path)) return 0;
  InputFile file(path);
  const auto image = image_in(file, band);
  if (!image) return 0;
  const std::uint64_t begin = line_before_image(band).size() + image->size() + 2;
  const std::uint64_t blocks =
      std::min((file.size() - begin) / sizeof(RecordEntry), blocks_of(shape_in(*image), band).count());
  std::vector<RecordEntry> some(1024);
  for (std::uint64_t at = 0; at < blocks; at += some.size()) {
    some.resize(std::min<std::uint64_t>(some.size(), blocks - at));
    file.read(std::as_writable_bytes(std::span(some)), begin + at * sizeof(RecordEntry));
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (some[i].check != entry_of(at + i, some[i].digest).check) return at + i;
      if (use) use(at + i, some[i].digest);
    }
  }
  return blocks;
}

std::uint64_t blocks_to_resume(const std::string& output, const std::string& image, Band band,
                               const std::function<void(std::uint64_t, const Sha256&)>& use) {
  require_same_image(output, band, image);
  const std::uint64_t done = recorded_blocks(output, band, use);
  if (done == 0) return 0;
  const ImageShape shape = shape_in(image);
  const std::uint64_t first = blocks_of(shape, band).first;
  const std::uint64_t expected = bytes_of(shape, {first, first + done}).last;
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(output, error);
  if (!error && bytes >= expected) return done;
  throw rungs::Failed(output + ": " + (error ? "is not there" : "has " + std::to_string(bytes) + " bytes") +
                      "; expected " + std::to_string(expected) + " or more, by the record of " +
                      to_text(band) + " (remove the record, and the band is computed again)");
}

std::vector<Band> recorded_bands(const std::string& output) {
  const std::filesystem::path path(output);
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::vector<Band> bands;
  std::error_code error;
  std::filesystem::directory_iterator files(folder, error);
  for (; !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    if (const auto band = band_in(files->path().filename(), path.filename())) bands.push_back(*band);
  }
  if (error) throw rungs::Failed(output + ": its folder cannot be read: " + error.message());
  std::ranges::sort(bands, {}, [](Band band) { return std::tuple(band.count, band.number); });
  return bands;
}

void refuse_other_records(const std::string& output, const std::string& image, Band band) {
  for (const Band other : recorded_bands(output)) {
    if (other == band) continue;
    if (other.count != band.count) {
      throw rungs::Failed(record_path(output, other) + ": is of a division into " +
                          std::to_string(other.count) + " bands; expected " + std::to_string(band.count) +
                          " (remove the older records, or write to another file)");
    }
    require_same_image(output, other, image);
  }
}

Recorder::Recorder(const std::string& output, const std::string& image, Band band, bool resume)
    : first_line_(line_before_image(band) + image + "}\n"),
      is_new_((refuse_other_records(output, image, band), !is_there(record_path(output, band)))),
      file_(record_path(output, band), DiskFile::Access::cached) {
  file_.lock("another process computes " + to_text(band));
  if (!resume) return;
  done_ = blocks_to_resume(output, image, band,
                           [this](std::uint64_t, const Sha256& digest) { digest_.add(digest); });
}

Recorder::~Recorder() {
  std::error_code ignored;
  if (is_new_) std::filesystem::remove(file_.path(), ignored);
}

void Recorder::begin() {
  is_new_ = false;
  file_.resize(done_ == 0 ? 0 : first_line_.size() + done_ * sizeof(RecordEntry));
  if (done_ == 0) file_.write(std::as_bytes(std::span(first_line_)), 0);
  file_.sync();
}

void Recorder::add(const Sha256& digest) {
  digest_.add(digest);
  added_.push_back(entry_of(done_ + added_.size(), digest));
}

void Recorder::step() {
  file_.write(std::as_bytes(std::span(added_)), first_line_.size() + done_ * sizeof(RecordEntry));
  file_.sync();
  done_ += added_.size();
  added_.clear();
}

}  // namespace pipeline
