#include "cases/pipeline/engrave/record.hpp"
#include <fmt/format.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <rungs/random.hpp>
#include <sstream>
#include <system_error>
#include <tuple>

namespace pipeline {
namespace {

/// The first line up to the image.
std::string line_before_image(Band band) {
  return fmt::format(R"({{"format":"rungs engrave 2","band":{},"bands":{},"image":)", band.number, band.count);
}

RecordEntry entry_of(std::uint64_t number, const Sha256& digest) {
  std::array<std::byte, sizeof(Sha256) + sizeof(number)> both{};
  std::memcpy(both.data(), digest.data(), sizeof(Sha256));
  std::memcpy(both.data() + sizeof(Sha256), &number, sizeof(number));
  RecordEntry entry{digest, {}};
  std::memcpy(entry.check.data(), sha256(both).data(), entry.check.size());
  return entry;
}

}  // namespace

Settings settings_of(const ImageChoice& image) {
  std::array<std::uint32_t, Seeds::count> words{};
  rungs::random_words(words, image.seed);
  const Seeds seeds{words[0], words[1], words[2], words[3]};
  return {.tree = image.tree, .recipe = {image.shape, image.distance_max, image.median, seeds}};
}

std::string described(const ImageChoice& image) {
  std::string mask;
  if (image.source != SourceKind::procedural) {
    struct stat facts {};
    if (::stat(image.mask.c_str(), &facts) != 0)
      throw rungs::Failed(image.mask + ": cannot be read: " + std::generic_category().message(errno));
    constexpr std::int64_t ns_per_s = 1'000'000'000;
    mask = fmt::format(R"("mask":{{"bytes":{},"changed_ns":{}}},)", facts.st_size,
                       facts.st_mtim.tv_sec * ns_per_s + facts.st_mtim.tv_nsec);
  }
  return fmt::format(
      R"({{"distance_max":{},"height":{},{}"median":{},"seed":{},"source":"{}","tree":"{}","width":{}}})",
      image.distance_max, image.shape.height, mask, image.median, image.seed,
      source_words.at(static_cast<std::size_t>(image.source)), tree_words.at(static_cast<std::size_t>(image.tree)),
      image.shape.width);
}

Frame shape_in(const std::string& description) {
  const auto side = [&](const std::string& name) {
    const std::string before = "\"" + name + "\":";
    const std::size_t at = description.find(before);
    std::uint64_t value = 0;
    const std::size_t from = at == std::string::npos ? description.size() : at + before.size();
    const std::size_t end = description.find_first_not_of("0123456789", from);
    if (!rungs::parse_integer(description.substr(from, end - from), 1, rungs::largest_side, value))
      throw rungs::Failed("the image's " + name + " is not there or out of range");
    return static_cast<std::uint32_t>(value);
  };
  return {side("width"), side("height")};
}

std::string to_text(Band band) { return fmt::format("band {} of {}", band.number, band.count); }

std::uint64_t digest_blocks(Frame shape) { return (shape.pixels() + digest_block_bytes - 1) / digest_block_bytes; }

Part blocks_of(Frame shape, Band band) {
  const std::uint64_t blocks = digest_blocks(shape);
  const std::uint64_t each = blocks / band.count;
  const std::uint64_t longer = blocks % band.count;  // so many bands have one more
  const auto start = [&](std::uint64_t number) { return number * each + std::min(number, longer); };
  return {start(band.number - 1), start(band.number)};
}

Part bytes_of(Frame shape, Part blocks) {
  return {std::min(blocks.first * digest_block_bytes, shape.pixels()),
          std::min(blocks.last * digest_block_bytes, shape.pixels())};
}

Part rows_of(Frame shape, Part bytes) {
  return {bytes.first / shape.width, (bytes.last + shape.width - 1) / shape.width};
}

std::string record_path(const std::string& output, Band band) {
  return fmt::format("{}.band-{}-of-{}.digests", output, band.number, band.count);
}

Record::Record(const std::string& output, Band band) : output_(output), band_(band) {
  const std::string path = record_path(output, band);
  if (!std::filesystem::exists(path)) return;
  file_.open(path, std::ios::binary);
  if (!file_.is_open()) throw rungs::Failed(path + ": cannot be read");
  if (file_.peek() == EOF) return;  // its process has only begun
  std::array<char, 4096> line{};
  file_.getline(line.data(), line.size());
  const std::string before = line_before_image(band);
  image_ = line.data();
  try {
    if (!image_.starts_with(before) || !image_.ends_with('}') || file_.eof())
      throw rungs::Failed("expected a file that begins with " + before);
    image_ = image_.substr(before.size(), image_.size() - before.size() - 1);
    if (band.count > digest_blocks(shape_in(image_))) throw rungs::Failed("the image has fewer blocks than bands");
  } catch (const rungs::Failed& why) {
    throw rungs::Failed(fmt::format("{}: is not a record of {}: {} (remove it, and the band is computed again)", path,
                                    to_text(band), why.what()));
  }
}

std::uint64_t Record::blocks(const UseBlock& use) {
  if (image_.empty()) return 0;
  const std::uint64_t most = blocks_of(shape_in(image_), band_).size();
  RecordEntry entry{};
  std::uint64_t number = 0;
  for (; number < most && file_.read(reinterpret_cast<char*>(&entry), sizeof(entry)); ++number) {
    if (entry.check != entry_of(number, entry.digest).check) break;
    if (use) use(number, entry.digest);
  }
  return number;
}

void Record::require(const std::string& image) const {
  if (image_.empty() || image_ == image) return;
  throw rungs::Failed(
      fmt::format("{}: is the record of another image: {}; expected {} (remove the older records, or write "
                  "to another file)",
                  record_path(output_, band_), image_, image));
}

std::uint64_t Record::blocks_to_resume(const std::string& image, const UseBlock& use) {
  require(image);
  const std::uint64_t done = blocks(use);
  if (done == 0) return 0;
  const Frame shape = shape_in(image);
  const std::uint64_t first = blocks_of(shape, band_).first;
  const std::uint64_t expected = bytes_of(shape, {first, first + done}).last;
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(output_, error);
  if (!error && bytes >= expected) return done;
  throw rungs::Failed(fmt::format(
      "{}: {}; expected {} or more, by the record of {} (remove the record, and the band is computed again)", output_,
      error ? "is not there" : fmt::format("has {} bytes", bytes), expected, to_text(band_)));
}

std::vector<Band> recorded_bands(const std::string& output) {
  const std::filesystem::path path(output);
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::vector<Band> bands;
  try {
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      const std::string name = file.path().filename();
      const std::size_t at = name.rfind(".band-");
      if (at == std::string::npos) continue;
      std::istringstream text(name.substr(at + 6));  // "3-of-16.digests"
      Band band;
      text >> band.number;
      text.ignore(4) >> band.count;
      const bool is_one = band.number >= 1 && band.number <= band.count;
      if (is_one && name == record_path(path.filename(), band)) bands.push_back(band);
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw rungs::Failed(output + ": its folder cannot be read: " + error.code().message());
  }
  std::ranges::sort(bands, {}, [](Band band) { return std::tuple(band.count, band.number); });
  return bands;
}

void refuse_other_records(const std::string& output, const std::string& image, Band band) {
  for (const Band other : recorded_bands(output)) {
    if (other == band) continue;
    if (other.count != band.count) {
      throw rungs::Failed(
          fmt::format("{}: is of a division into {} bands; expected {} (remove the older records, or write "
                      "to another file)",
                      record_path(output, other), other.count, band.count));
    }
    Record(output, other).require(image);
  }
}

Recorder::Recorder(const std::string& output, const std::string& image, Band band, bool resume)
    : first_line_(line_before_image(band) + image + "}\n"),
      is_new_((refuse_other_records(output, image, band), !std::filesystem::exists(record_path(output, band)))),
      file_(record_path(output, band)) {
  file_.lock("another process computes " + to_text(band));
  const auto add_digest = [this](std::uint64_t, const Sha256& digest) { digest_.add(digest); };
  if (resume) done_ = Record(output, band).blocks_to_resume(image, add_digest);
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
