#include "cases/pipeline/engrave/record.hpp"
#include <fmt/format.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <limits>
#include <rungs/core/errors.hpp>
#include <rungs/core/size.hpp>
#include <rungs/random.hpp>
#include <sstream>
#include <system_error>

namespace pipeline {
namespace {

/// The first line up to the image.
std::string line_before_image(Band band) { return fmt::format("rungs engrave 3, {}: ", to_text(band)); }

/// The record's path. Throws rungs::Failed if there are others beside it that do not fit, or if the image's
/// file, which is created here if it is not there, cannot be written, and rungs::BadUsage if it is another's.
std::string checked_path(const std::string& output, const std::string& image, Band band, bool resume) {
  require_one_image(output, recorded(output, resume ? Band{0, 0} : band), image, band.count);
  std::error_code none;
  if (!resume && recorded(output).empty() && std::filesystem::is_regular_file(output, none) &&
      std::filesystem::file_size(output, none) > 0) {
    throw rungs::BadUsage(
        output + ": is there already, without a record of engrave; expected a new file (--resume overwrites it)");
  }
  const DiskFile can_be_written(output);
  return record_path(output, band);
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
    mask = fmt::format(" of {} bytes, changed at {} ns", facts.st_size,
                       facts.st_mtim.tv_sec * ns_per_s + facts.st_mtim.tv_nsec);
  }
  return fmt::format("{}x{}, tree {}, distance-max {}, median {}, seed {}, source {}{}", image.shape.width,
                     image.shape.height, tree_words.at(static_cast<std::size_t>(image.tree)), image.distance_max,
                     image.median, image.seed, source_words.at(static_cast<std::size_t>(image.source)), mask);
}

Frame shape_in(const std::string& description) {
  std::istringstream text(description);
  Frame shape;
  char between = 0;
  text >> shape.width >> between >> shape.height;
  const std::uint64_t least = std::min(shape.width, shape.height);
  const std::uint64_t most = std::max(shape.width, shape.height);
  if (text.fail() || between != 'x' || least < 1 || most > rungs::largest_side)
    throw rungs::Failed("the record of an image begins with '" + description.substr(0, 40) + "'; expected its size");
  return shape;
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

std::vector<Recorded> recorded(const std::string& output, Band without) {
  const std::filesystem::path path(output);
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  std::vector<Recorded> records;
  try {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string name = entry.path().filename();
      const std::size_t at = name.rfind(".band-");
      if (at == std::string::npos) continue;
      std::istringstream text(name.substr(at + 6));  // "3-of-16.digests"
      Band band;
      text >> band.number;
      text.ignore(4) >> band.count;
      const bool is_one = band.number >= 1 && band.number <= band.count;
      if (!is_one || band == without || name != record_path(path.filename(), band)) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      if (!file.is_open()) throw rungs::Failed(entry.path().string() + ": cannot be read");
      if (file.peek() == EOF) continue;  // its process has only begun
      const std::string before = line_before_image(band);
      std::string line;
      std::getline(file, line);
      if (!line.starts_with(before) || file.eof()) {
        throw rungs::Failed(
            fmt::format("{}: is not a record of {}: expected a file that begins with '{}' (remove it, and the band is "
                        "computed again)",
                        entry.path().string(), to_text(band), before));
      }
      records.push_back({band, line.substr(before.size())});
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw rungs::Failed(output + ": its folder cannot be read: " + error.code().message());
  }
  return records;
}

void require_one_image(const std::string& output, const std::vector<Recorded>& records, const std::string& image,
                       std::uint32_t bands) {
  for (const auto& [band, found] : records) {
    if (band.count == bands && found == image) continue;
    throw rungs::Failed(
        fmt::format("{}: is the record of another image, or of a division into another number of bands: {}, {} bands; "
                    "expected {}, {} bands (remove the older records, or write to another file)",
                    record_path(output, band), found, band.count, image, bands));
  }
}

std::uint64_t read_record(const std::string& output, const std::string& image, Band band,
                          const std::function<void(std::uint64_t, const Sha256&)>& use) {
  std::ifstream file(record_path(output, band), std::ios::binary);
  file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  const std::uint64_t most = blocks_of(shape_in(image), band).size();
  Sha256 digest{};
  std::uint64_t number = 0;
  for (; number < most && file.read(reinterpret_cast<char*>(digest.data()), digest.size()); ++number) {
    if (digest == Sha256{}) break;  // space that was lost with the power has no digest
    use(number, digest);
  }
  return number;
}

Recorder::Recorder(const std::string& output, const std::string& image, Band band, bool resume)
    : first_line_(line_before_image(band) + image + "\n"), file_(checked_path(output, image, band, resume)) {
  file_.lock("another process computes " + to_text(band));
  if (resume)
    done_ = read_record(output, image, band, [this](std::uint64_t, const Sha256& digest) { digest_.add(digest); });
  if (done_ > 0) {
    const Frame shape = shape_in(image);
    const std::uint64_t first = blocks_of(shape, band).first;
    const std::uint64_t expected = bytes_of(shape, {first, first + done_}).last;
    const InputFile file(output);
    if (file.size() < expected) {
      file.fail(
          fmt::format("has {} bytes; expected {} or more, by the record of {} (remove the record, and the band "
                      "is computed again)",
                      file.size(), expected, to_text(band)));
    }
  }
  file_.resize(done_ == 0 ? 0 : first_line_.size() + done_ * sizeof(Sha256));
  if (done_ == 0) file_.write(std::as_bytes(std::span(first_line_)), 0);
  file_.sync();
}

void Recorder::add(const Sha256& digest) {
  digest_.add(digest);
  added_.push_back(digest);
}

void Recorder::step() {
  file_.write(std::as_bytes(std::span(added_)), first_line_.size() + done_ * sizeof(Sha256));
  file_.sync();
  done_ += added_.size();
  added_.clear();
}

}  // namespace pipeline
