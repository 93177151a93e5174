#include "cases/pipeline/engrave/record.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <system_error>
#include <tuple>

#include "cases/pipeline/engrave/image.hpp"
#include "cases/pipeline/engrave/whole_file.hpp"
#include "cases/pipeline/files/input_file.hpp"

namespace pipeline {
namespace {

constexpr std::string_view format = "rungs engrave band 1";

std::string stem(const std::string& output, Band band) {
  return output + ".band-" + std::to_string(band.number) + "-of-" + std::to_string(band.count);
}

std::uint64_t whole(const nlohmann::json& json, const char* name, std::uint64_t most) {
  const nlohmann::json& value = json.at(name);
  if (!value.is_number_unsigned() || value > most) {
    throw rungs::Failed(std::string(name) + ": expected a whole number up to " + std::to_string(most));
  }
  return value.get<std::uint64_t>();
}

Record parsed(const std::string& text, Band band) {
  const nlohmann::json json = nlohmann::json::parse(text);
  if (json.at("format") != format) throw rungs::Failed("its format is unknown");
  Record record{.image = json.at("image"),
                .band = {static_cast<std::uint32_t>(whole(json, "band", UINT32_MAX)),
                         static_cast<std::uint32_t>(whole(json, "bands", UINT32_MAX))},
                .done = whole(json, "done", INT64_MAX),
                .digest = json.at("digest")};
  if (record.band != band) throw rungs::Failed("it is that of " + to_text(record.band));
  const ImageShape shape = shape_in(record.image);
  if (band.count > digest_blocks(shape) || record.done > blocks_of(shape, band).count()) {
    throw rungs::Failed("it has more blocks than the band");
  }
  return record;
}

/// The band in a file name "OUTPUT.band-3-of-16.json".
std::optional<Band> band_in(const std::string& name, const std::string& output) {
  const std::string before = output + ".band-";
  constexpr std::string_view between = "-of-";
  constexpr std::string_view after = ".json";
  if (!name.starts_with(before) || !name.ends_with(after)) return {};
  const std::string middle = name.substr(before.size(), name.size() - before.size() - after.size());
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

}  // namespace

std::string record_path(const std::string& output, Band band) { return stem(output, band) + ".json"; }

std::string digests_path(const std::string& output, Band band) { return stem(output, band) + ".digests"; }

std::optional<Record> read_record(const std::string& output, Band band) {
  const std::string path = record_path(output, band);
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return {};
  InputFile file(path);
  constexpr std::uint64_t most_bytes = 1U << 20U;
  if (file.size() > most_bytes) file.fail("is not a record of engrave: it is too long");
  std::string text(file.size(), '\0');
  file.read(std::as_writable_bytes(std::span(text)), 0);
  try {
    return parsed(text, band);
  } catch (const nlohmann::json::exception&) {
    file.fail("is not a record of engrave, or damaged; expected the file that engrave wrote");
  } catch (const rungs::Failed& why) {
    file.fail(std::string("is not a record of ") + to_text(band) + ": " + why.what());
  }
}

void write_record(const std::string& output, const Record& record) {
  const nlohmann::json json{{"format", format},
                            {"image", record.image},
                            {"band", record.band.number},
                            {"bands", record.band.count},
                            {"blocks", blocks_of(shape_in(record.image), record.band).count()},
                            {"done", record.done},
                            {"digest", record.digest}};
  write_whole(record_path(output, record.band), json.dump(2) + "\n");
}

void add_digests(const std::string& output, const Record& record, DigestOfDigests& to) {
  InputFile file(digests_path(output, record.band));
  if (file.size() < record.done * sizeof(Sha256)) {
    file.fail("has " + std::to_string(file.size()) + " bytes; expected the digests of " +
              std::to_string(record.done) + " blocks, 32 bytes each");
  }
  DigestOfDigests check;
  std::array<Sha256, 1024> some{};
  for (std::uint64_t at = 0; at < record.done;) {
    const auto count = std::min<std::uint64_t>(some.size(), record.done - at);
    file.read(std::as_writable_bytes(std::span(some).first(count)), at * sizeof(Sha256));
    for (const Sha256& digest : std::span(some).first(count)) {
      check.add(digest);
      to.add(digest);
    }
    at += count;
  }
  if (to_text(check.so_far()) != record.digest) file.fail("is damaged: it does not have the record's digest");
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
  if (error) throw rungs::Failed(folder.string() + ": cannot be read: " + error.message());
  std::ranges::sort(bands, {}, [](Band band) { return std::tuple(band.count, band.number); });
  return bands;
}

}  // namespace pipeline
