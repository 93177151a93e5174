// pipeline: the engraving pipeline of the deck, a tree of operations computed part by part and streamed.
#pragma once

#include <rungs/case.hpp>
#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

/// The size is the image's.
struct Problem : rungs::Size {
  TreeKind tree = TreeKind::deck;
  unsigned tile = 1024;
  unsigned host_mib = 512;
  unsigned device_mib = 1024;
  Order order = Order::rows;
  SourceKind source = SourceKind::procedural;
  SinkKind sink = SinkKind::null;
  unsigned distance_max = 15;
  unsigned median = 1;

  /// Images up to this size are compared as a whole, by their digest; of larger ones the samples.
  static constexpr std::size_t largest_compared = std::size_t{1} << 28U;
  [[nodiscard]] bool compared_whole() const { return area() <= largest_compared; }
};

/// `seeds`: Seeds, as words. A variant writes the image's digest (32 bytes, see run/digest.hpp), the sampled
/// leaves one after the other (sample_bytes bytes, 0 after the last), and its figures.
struct Views {
  const std::uint32_t* seeds;
  std::byte* digest;
  std::byte* samples;
  double* figures;
};

/// Its functions are in run/case.cpp.
struct Case {
  using Problem = pipeline::Problem;
  using Views = pipeline::Views;

  static constexpr std::string_view name = "pipeline";
  static constexpr std::string_view title = "a tree of operations, computed in parts and streamed";
  static constexpr rungs::Size default_size{4000, 4000};
  static constexpr rungs::Size simulator_size{256, 192};
  static constexpr rungs::Size profile_size{1000, 1000};  // thousands of launches at 4000x4000

  static std::vector<rungs::Parameter<Problem>> parameters();
  /// Sizes at and next to tiles, of one row and one column, and primes; every choice of every parameter.
  static std::vector<Problem> edge_cases();
  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  /// Above 16 Gpixel, which take seconds at the bus's rate and minutes on a CPU.
  static bool takes_one_sample(const Problem& p) { return p.area() > std::size_t{1} << 34U; }
  static rungs::Work work(const Problem& p) { return {.bytes_read = 0, .bytes_written = p.area()}; }
  /// What the variants are asked to do; the files are theirs to name.
  static Settings settings(const Problem& p, const Views& on_host);
  static void reference(const Problem& p, const Views& v);
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual);
  static std::vector<rungs::Metric> metrics(const Problem& p, const Views& actual);
};

/// The files of a row: the mask that the image reads, and the image. A folder below $RUNGS_PIPELINE_FOLDER
/// (otherwise the system's folder for temporary files), removed with everything in it at the end. Nothing is
/// created if the settings need no file.
class RowFolder {
 public:
  /// Writes the mask of the settings' recipe to a file if `source` is not procedural. Throws rungs::Failed.
  RowFolder(const Settings& settings, SourceKind source);

  /// The settings with the sink's file, and the mask's file opened.
  [[nodiscard]] Settings with_files(Settings settings, Budget& budget) const;

 private:
  SourceKind source_;
  struct Folder {
    Folder() = default;
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();
    std::string path;  ///< empty: no files
  } folder_;
};

}  // namespace pipeline
