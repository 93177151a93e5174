#include "cases/pipeline/engrave/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <system_error>
#include <vector>

namespace pipeline {
namespace {

using rungs::BadUsage;

/// Adds an option whose value is an integer from `least` to `most`.
template <class To>
void add_whole(CLI::App& app, const std::string& name, std::uint64_t least, std::uint64_t most, To& to,
               const std::string& what) {
  const auto set = [=, &to](const std::string& text) {
    std::uint64_t value = 0;
    if (!rungs::parse_integer(text, least, most, value)) {
      throw BadUsage(name + ": '" + text + "'; expected an integer from " + std::to_string(least) + " to " +
                     std::to_string(most));
    }
    to = static_cast<To>(value);
  };
  app.add_option_function<std::string>(name, set, what)->type_name("N");
}

/// Adds an option whose value is one of some words.
template <class Value>
void add_choice(CLI::App& app, const std::string& name, const std::map<std::string, Value>& words, Value& to,
                const std::string& what) {
  std::string all;
  for (const auto& [word, value] : words) all += (all.empty() ? "" : "|") + word;
  const auto set = [=, &to](const std::string& text) {
    const auto found = words.find(text);
    if (found == words.end()) throw BadUsage(name + ": '" + text + "'; expected " + all);
    to = found->second;
  };
  app.add_option_function<std::string>(name, set, what)->type_name(all);
}

/// Two integers with a character between them, as in 300x200 or 3/16.
bool parse_pair(const std::string& text, char between, std::uint64_t most, std::uint32_t& one,
                std::uint32_t& other) {
  const std::size_t at = text.find(between);
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (at == std::string::npos || !rungs::parse_integer(text.substr(0, at), 1, most, first) ||
      !rungs::parse_integer(text.substr(at + 1), 1, most, second)) {
    return false;
  }
  one = static_cast<std::uint32_t>(first);
  other = static_cast<std::uint32_t>(second);
  return true;
}

void set_shape(const std::string& text, ImageShape& shape) {
  if (parse_pair(text, 'x', rungs::largest_side, shape.width, shape.height)) return;
  throw BadUsage("--size: '" + text + "'; expected WIDTHxHEIGHT in pixels, each from 1 to " +
                 std::to_string(rungs::largest_side));
}

void set_band(const std::string& text, EngraveOptions& o) {
  o.banded = parse_pair(text, '/', UINT32_MAX, o.band.number, o.band.count) && o.band.number <= o.band.count;
  if (!o.banded) throw BadUsage("--band: '" + text + "'; expected I/N, band I of N, with I from 1 to N");
}

void add_options(CLI::App& app, EngraveOptions& o) {
  ImageChoice& image = o.image;
  add_choice<TreeKind>(app, "--tree", {{"deck", TreeKind::deck}, {"chain", TreeKind::chain}}, image.tree,
                       "the deck's tree (default), or the other cases behind one another");
  app.add_option_function<std::string>(
         "--size", [&](const std::string& text) { set_shape(text, image.shape); }, "the image, in pixels")
      ->type_name("WxH");
  add_whole(app, "--distance-max", 1, 127, image.distance_max,
            "distance in pixels at which the profile ends (default: 15)");
  add_whole(app, "--median", 1, 3, image.median, "radius of the chain's median (default: 1)");
  add_whole(app, "--seed", 0, UINT64_MAX, image.seed, "draws the patterns and the mask (default: 1)");
  add_choice<SourceKind>(
      app, "--source",
      {{"procedural", SourceKind::procedural}, {"raw", SourceKind::raw}, {"bigtiff", SourceKind::bigtiff}},
      image.source, "where the deck's mask comes from: a formula (default), or a file");
  app.add_option("--mask", image.mask, "the mask's file: 8-bit gray, of the image's size")->type_name("FILE");
  add_choice<SinkKind>(
      app, "--sink", {{"null", SinkKind::null}, {"raw", SinkKind::raw}, {"bigtiff", SinkKind::bigtiff}},
      o.sink, "where the image goes: nowhere (default; it is hashed), a file of its bytes, a BigTIFF");
  app.add_option("--output", o.output, "the file that is written")->type_name("FILE");
  add_whole(app, "--host-mib", 1, 1U << 20U, o.host_mib,
            "budget of memory in MiB for everything that grows with the image (default: 512)");
  app.add_option_function<std::string>(
         "--band", [&](const std::string& text) { set_band(text, o); },
         "compute band I of N alone, and write it to its place in a raw file that all bands share")
      ->type_name("I/N");
  app.add_flag("--resume", o.resume, "go on where the record of the band ends");
  add_whole(
      app, "--step-mib", 1, 1U << 20U, o.step_mib,
      "record the progress of a raw file after so many MiB (default: 256); an interrupted run computes at "
      "most these again");
  app.add_option("--dump", o.dump, "write the tree (text) and the image, scaled down (PNG), into this folder")
      ->type_name("FOLDER");
  add_choice<ProgressMode>(
      app, "--progress",
      {{"auto", ProgressMode::automatic}, {"always", ProgressMode::always}, {"never", ProgressMode::never}},
      o.progress, "a line on stderr: bytes, rate, time left; auto (default): on a terminal");
  app.add_option(
         "--check", o.check,
         "compute nothing: check that the records of all bands of this raw file are there and belong to "
         "one image, and print its digest")
      ->type_name("FILE");
  app.add_flag("--reread", o.reread, "with --check: read the file and compare it with the records");
  add_whole(app, "--incomplete", 1, UINT32_MAX, o.incomplete,
            "compute nothing: print the numbers of those of N bands that are not complete in --output");
}

/// CLI11 would take the next argument as the value of "--name=".
void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool ends = argument.starts_with("--") && argument.find('=') + 1 == argument.size();
    if (argument.empty() || ends) throw BadUsage("'" + argument + "': expected a value (see engrave --help)");
  }
}

void refuse_if(bool wrong, const std::string& message) {
  if (wrong) throw BadUsage(message);
}

void check_bands(const EngraveOptions& o, std::uint32_t count) {
  const std::uint64_t blocks = digest_blocks(o.image.shape);
  refuse_if(count > blocks, std::to_string(count) + " bands; expected at most " + std::to_string(blocks) +
                                ", one for each MiB of the image");
}

void check_combinations(const CLI::App& app, const EngraveOptions& o) {
  const auto given = [&](const char* name) { return app.count(name) > 0; };
  refuse_if(o.reread && o.check.empty(), "--reread: expected --check with it");
  if (!o.check.empty()) {
    for (const CLI::Option* option : app.get_options()) {
      const std::string name = option->get_name();
      refuse_if(option->count() > 0 && name != "--check" && name != "--reread",
                name + ": has no effect with --check; expected --check FILE, and --reread if it is wanted");
    }
    return;
  }
  const bool file = o.image.source != SourceKind::procedural;
  refuse_if(!given("--size"), "no --size; expected --size WIDTHxHEIGHT (see engrave --help)");
  refuse_if(file && o.image.mask.empty(), "--source: expected --mask FILE with it");
  refuse_if(!file && !o.image.mask.empty(), "--mask: expected --source raw or --source bigtiff with it");
  refuse_if(file && o.image.tree == TreeKind::chain,
            "--source: the tree 'chain' reads no mask; expected --tree deck");
  refuse_if(given("--median") && o.image.tree == TreeKind::deck,
            "--median: the tree 'deck' has no median; expected --tree chain");
  if (o.incomplete) {
    refuse_if(o.output.empty(), "--incomplete: expected --output FILE with it");
    return check_bands(o, *o.incomplete);
  }
  refuse_if(o.sink != SinkKind::null && o.output.empty(), "--sink: expected --output FILE with it");
  refuse_if(o.sink == SinkKind::null && !o.output.empty(),
            "--output: expected --sink raw or --sink bigtiff with it");
  std::error_code ignored;
  refuse_if(file && std::filesystem::equivalent(o.image.mask, o.output, ignored),
            "--output: is the mask's file; expected another file");
  refuse_if(o.banded && o.sink == SinkKind::bigtiff,
            "--band: a BigTIFF is written as a whole; expected --sink raw (or null)");
  refuse_if(o.resume && o.sink != SinkKind::raw,
            "--resume: expected --sink raw with it, which keeps records");
  refuse_if(given("--step-mib") && o.sink != SinkKind::raw,
            "--step-mib: expected --sink raw with it, which keeps records");
  refuse_if(!o.dump.empty() && (o.banded || o.resume),
            "--dump: draws an image that is computed as a whole; expected it without --band and --resume");
  check_bands(o, o.band.count);
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
      "  engrave --check image.raw --reread\n"
      "  engrave --size 3000x2000 --tree chain --dump pictures");
  refuse_empty_values(argc, argv);
  try {
    std::vector<std::string> words(argv + 1, argv + argc);
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
