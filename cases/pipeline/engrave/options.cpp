#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <system_error>
#include <vector>
#include "cases/pipeline/engrave/engrave.hpp"

namespace pipeline {
namespace {

using rungs::BadUsage;

constexpr std::array<std::string_view, 3> sink_words{"null", "raw", "bigtiff"};

/// Adds an option whose value `take` gets; where that returns false, the value is not what is expected.
void add_parsed(CLI::App& app, const std::string& name, const std::string& form, const std::string& expected,
                const char* what, const std::function<bool(const std::string&)>& take) {
  const auto parse = [=](const std::string& text) {
    if (!take(text)) throw BadUsage(fmt::format("{}: '{}'; expected {} (see engrave --help)", name, text, expected));
  };
  app.add_option_function<std::string>(name, parse, what)->type_name(form);
}

/// Adds an option whose value is an integer from `least` to `most`.
template <class To>
void add_whole(CLI::App& app, const char* name, std::uint64_t least, std::uint64_t most, To& to, const char* what) {
  add_parsed(app, name, "N", fmt::format("an integer from {} to {}", least, most), what,
             [=, &to](const std::string& text) {
               std::uint64_t value = 0;
               const bool good = rungs::parse_integer(text, least, most, value);
               to = static_cast<To>(value);
               return good;
             });
}

/// Adds an option whose value is one of the words of an enum.
template <class Enum, std::size_t count>
void add_words(CLI::App& app, const char* name, const std::array<std::string_view, count>& words, Enum& to,
               const char* what) {
  const std::string all = fmt::format("{}", fmt::join(words, "|"));
  add_parsed(app, name, all, all, what, [=, &to](const std::string& text) {
    const auto found = std::ranges::find(words, text) - words.begin();
    to = static_cast<Enum>(found);
    return found < std::ssize(words);
  });
}

/// Two integers with a character between them, as in 300x200 or 3/16.
bool parse_pair(const std::string& text, char between, std::uint64_t most, std::uint32_t& one, std::uint32_t& other) {
  const std::size_t at = std::min(text.find(between), text.size() - 1);  // without it the second one is empty
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  const bool good = rungs::parse_integer(text.substr(0, at), 1, most, first) &&
                    rungs::parse_integer(text.substr(at + 1), 1, most, second);
  one = static_cast<std::uint32_t>(first);
  other = static_cast<std::uint32_t>(second);
  return good;
}

void add_options(CLI::App& app, EngraveOptions& o) {
  ImageChoice& image = o.image;
  add_words(app, "--tree", tree_words, image.tree, "the deck's tree (default), or the other cases behind one another");
  add_parsed(app, "--size", "WxH", fmt::format("WIDTHxHEIGHT in pixels, each from 1 to {}", rungs::largest_side),
             "the image, in pixels", [&](const std::string& text) {
               return parse_pair(text, 'x', rungs::largest_side, image.shape.width, image.shape.height);
             });
  add_whole(app, "--distance-max", 1, 127, image.distance_max,
            "distance in pixels at which the profile ends (default: 15)");
  add_whole(app, "--median", 1, 3, image.median, "radius of the chain's median (default: 1)");
  add_whole(app, "--seed", 0, UINT64_MAX, image.seed, "draws the patterns and the mask (default: 1)");
  add_words(app, "--source", source_words, image.source,
            "where the deck's mask comes from: a formula (default), or a file");
  app.add_option("--mask", image.mask, "the mask's file: 8-bit gray, of the image's size, not compressed")
      ->type_name("FILE");
  add_words(app, "--sink", sink_words, o.sink,
            "where the image goes: nowhere (default; it is hashed), a file of its bytes, a BigTIFF");
  app.add_option("--output", o.output, "the file that is written")->type_name("FILE");
  add_whole(app, "--host-mib", 1, 1U << 20U, o.host_mib,
            "budget of memory in MiB for everything that grows with the image (default: 512)");
  add_parsed(app, "--band", "I/N", "I/N, band I of N, with I from 1 to N",
             "compute band I of N alone, and write it to its place in a raw file that all bands share",
             [&](const std::string& text) {
               return parse_pair(text, '/', UINT32_MAX, o.band.number, o.band.count) && o.band.number <= o.band.count;
             });
  app.add_flag("--resume", o.resume, "go on where the record of the band ends");
  add_whole(app, "--step-mib", 1, 1U << 20U, o.step_mib,
            "record the progress of a raw file after so many MiB (default: 256); an interrupted run computes at most "
            "these again");
  app.add_option("--check", o.check,
                 "compute nothing: check that the records of all bands of this raw file are there and belong to "
                 "one image, and print its digest")
      ->type_name("FILE");
  app.add_flag("--reread", o.reread, "with --check: read the file and compare it with the records");
}

void refuse_if(bool wrong, const std::string& message) {
  if (wrong) throw BadUsage(message);
}

void check_combinations(const CLI::App& app, const EngraveOptions& o) {
  const auto given = [&](const char* name) { return app.count(name) > 0; };
  refuse_if(o.reread && o.check.empty(), "--reread: expected --check with it");
  if (!o.check.empty()) {
    const bool others = app.parse_order().size() > 1 + app.count("--reread");
    return refuse_if(others, "--check: expected --check FILE, and --reread if it is wanted, but no other option");
  }
  const bool file = o.image.source != SourceKind::procedural;
  refuse_if(!given("--size"), "no --size; expected --size WIDTHxHEIGHT (see engrave --help)");
  refuse_if(file == o.image.mask.empty(), "--source raw or bigtiff, and --mask FILE: expected both, or none of them");
  refuse_if(file && o.image.tree == TreeKind::chain, "--source: the tree 'chain' reads no mask; expected --tree deck");
  refuse_if(given("--median") && o.image.tree == TreeKind::deck,
            "--median: the tree 'deck' has no median; expected --tree chain");
  const std::uint64_t blocks = digest_blocks(o.image.shape);
  refuse_if(o.band.count > blocks,
            fmt::format("{} bands; expected at most {}, one for each MiB of the image", o.band.count, blocks));
  refuse_if((o.sink == SinkKind::null) != o.output.empty(),
            "--sink raw or bigtiff, and --output FILE: expected both, or none of them");
  std::error_code ignored;
  refuse_if(file && std::filesystem::equivalent(o.image.mask, o.output, ignored),
            "--output: is the mask's file; expected another file");
  refuse_if(o.band.count > 1 && o.sink == SinkKind::bigtiff,
            "--band: a BigTIFF is written as a whole; expected --sink raw (or null)");
  refuse_if((o.resume || given("--step-mib")) && o.sink != SinkKind::raw,
            "--resume, --step-mib: expected --sink raw with them, which keeps records");
}

}  // namespace

EngraveOptions parse_engrave_options(int argc, const char* const* argv) {
  EngraveOptions options;
  CLI::App app("Computes one image of the case pipeline, by all CPUs, in bands of rows.", "engrave");
  add_options(app, options);
  app.footer(
      "Prints the image's digest (SHA-256 in three levels; it does not depend on bands), the rate and the "
      "memory.\n"
      "Exit codes: 0 success, 1 something failed or is not complete, 2 bad usage, 130 interrupted.\n"
      "Examples:\n"
      "  engrave --size 40000x30000 --sink raw --output image.raw\n"
      "  engrave --size 40000x30000 --sink raw --output image.raw --resume     # after it was interrupted\n"
      "  engrave --size 40000x30000 --sink raw --output image.raw --band 1/4   # and 2/4, 3/4, 4/4, "
      "anywhere\n"
      "  engrave --check image.raw --reread");
  std::vector<std::string> words(argv + 1, argv + argc);
  try {
    std::reverse(words.begin(), words.end());  // CLI11 expects them in reverse order
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    options.help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    throw BadUsage(std::string(error.what()) + " (see engrave --help)");
  }
  check_combinations(app, options);
  return options;
}

}  // namespace pipeline
