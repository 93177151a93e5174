// engrave: command line -> one image, or a band of it, or a check.
#include <fmt/format.h>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <rungs/core/errors.hpp>
#include <string>
#include "cases/pipeline/engrave/engrave.hpp"

namespace pipeline {
namespace {

constexpr int failed = 1;
constexpr int bad_usage = 2;
constexpr int ended_by_interrupt = 130;

volatile std::sig_atomic_t interrupts = 0;

bool interrupted() { return interrupts != 0; }

/// The first signal ends the run at the next block, a second one ends the program.
void count_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupts = 1; };
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

/// The most memory that the process has held at once, in MiB; 0 if the system does not say.
double process_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view name = "VmHWM:";
    if (line.starts_with(name)) return std::stod(line.substr(name.size())) / 1024;
  }
  return 0;
}

void print(const EngraveOptions& options, const Engraved& done) {
  if (options.band.count > 1) fmt::print("band       {} of {}\n", options.band.number, options.band.count);
  fmt::print("digest     {}\nbytes      {}\ncomputed   {}\n", done.digest, done.bytes, done.computed);
  if (done.seconds > 0) {
    fmt::print("rate       {:.1f} MB/s, {:.3f} s\n", static_cast<double>(done.computed) / done.seconds / 1e6,
               done.seconds);
  }
  fmt::print("memory     {:.1f} MiB of a budget of {} MiB; the process {:.1f} MiB\n",
             static_cast<double>(done.peak) / (1 << 20U), options.host_mib, process_mib());
}

int run(const EngraveOptions& options) {
  if (!options.help.empty()) {
    fmt::print("{}", options.help);
  } else if (!options.check.empty()) {
    const Checked checked = check_image(options.check, options.reread);
    fmt::print("image      {}\nbands      {}\nbytes      {}\nreread     {}\ndigest     {}\n", checked.image,
               checked.bands, checked.bytes, options.reread ? "yes" : "no", checked.digest);
  } else {
    count_interrupts();
    print(options, engrave(options, interrupted));
  }
  return std::fflush(stdout) == 0 ? 0 : failed;
}

int complain(std::string why, int code) {
  std::replace(why.begin(), why.end(), '\n', ' ');  // user input can contain line ends
  fmt::print(stderr, "engrave: {}\n", why);
  return code;
}

}  // namespace
}  // namespace pipeline

int main(int argc, char** argv) {
  using namespace pipeline;
  EngraveOptions options;
  try {
    options = parse_engrave_options(argc, argv);
    return run(options);
  } catch (const Interrupted& at) {
    return complain(fmt::format("interrupted after {} of its bytes; {}", at.bytes,
                                options.sink == SinkKind::raw ? "--resume goes on from there" : "nothing is kept"),
                    ended_by_interrupt);
  } catch (const std::exception& error) {
    const bool usage = dynamic_cast<const rungs::BadUsage*>(&error) != nullptr ||
                       dynamic_cast<const rungs::Unsupported*>(&error) != nullptr;
    return complain(error.what(), usage ? bad_usage : failed);
  }
}
