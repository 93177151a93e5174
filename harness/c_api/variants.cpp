// Variants that a program in another language adds, and the command line that runs them.
#include <rungs/c_api.h>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <regex>
#include <rungs/main.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>
#include "harness/c_api/shared.hpp"

namespace {

using rungs::Backend;
using rungs::BadUsage;
using rungs::LaunchArgs;
using rungs::c_api::guarded;

thread_local std::string reason;

/// Throws BadUsage if no variant of the library gives this kind of result.
void require_kind(const rungs::AnyCase& of, int wanted, const std::string& full_name) {
  std::set<int> kinds;
  for (const auto* variant : rungs::Registry::global().ladder(of)) kinds.insert(variant->info.result);
  if (kinds.contains(wanted)) return;
  std::string known;
  for (const int kind : kinds) known += (known.empty() ? "" : ", ") + std::to_string(kind);
  throw BadUsage(full_name + ": result " + std::to_string(wanted) + "; expected one of " + known);
}

std::string text_of(const char* given) { return given == nullptr ? "" : given; }

Backend backend_of(const std::string& name) {
  for (const Backend one : {Backend::host, Backend::cuda}) {
    if (name == name_of(one)) return one;
  }
  throw BadUsage("backend '" + name + "': expected host or cuda");
}

rungs::Step step_of(const std::string& name) {
  for (const rungs::Step one : {rungs::Step::gain, rungs::Step::back, rungs::Step::question}) {
    if (name == name_of(one)) return one;
  }
  if (!name.empty()) throw BadUsage("step '" + name + "': expected gain, back or question");
  return rungs::Step::gain;
}

/// Calls a function of a variant with the arguments of a launch. Throws what its code says.
template <class Function> void run(const LaunchArgs& args, const Function& function) {
  const RungsProblem problem(args.problem);
  const RungsCall call{&problem, args.memory.data(), args.memory.size(), args.stream.handle};
  reason.clear();
  const int code = function(&call);
  if (code == RUNGS_DONE) return;
  if (code == RUNGS_UNSUPPORTED) throw rungs::Unsupported(reason);
  throw rungs::Failed(reason.empty() ? "failed without a reason" : reason);
}

rungs::Implementation implementation_of(const RungsVariant& given) {
  rungs::Implementation made;
  made.backend = backend_of(text_of(given.backend));
  made.file = text_of(given.source);
  if (given.launch == nullptr) throw BadUsage("a variant needs a function launch");
  made.versions.push_back({"", [given](const LaunchArgs& args) {
                             run(args,
                                 [&](const RungsCall* call) { return given.launch(given.user, args.state, call); });
                           }});
  if (given.prepare != nullptr) {
    made.prepare = [given](const LaunchArgs& args) -> std::shared_ptr<void> {
      void* state = nullptr;
      run(args, [&](const RungsCall* call) { return given.prepare(given.user, call, &state); });
      return {state, [given](void* old) {
                if (given.release != nullptr) given.release(given.user, old);
              }};
    };
  }
  if (given.collect != nullptr) {
    made.collect = [given](const LaunchArgs& args) {
      run(args, [&](const RungsCall* call) { return given.collect(given.user, args.state, call); });
    };
  }
  return made;
}

}  // namespace

int rungs_add_variant(const RungsVariant* variant) {
  return guarded(0, [&] {
    rungs::VariantInfo info;
    info.name = text_of(variant->name);
    info.improves = text_of(variant->improves);
    std::istringstream ids(text_of(variant->technique));
    info.technique.assign(std::istream_iterator<std::string>(ids), {});
    info.step = step_of(text_of(variant->step));
    info.no_technique = text_of(variant->no_technique);
    info.idea = text_of(variant->idea);
    info.all_cores = variant->all_cores != 0;
    info.result = variant->result;
    info.built_with = text_of(variant->built_with);
    const rungs::AnyCase& of = rungs::c_api::case_of(text_of(variant->case_name));
    // Of characters that every table and file can show.
    static const std::regex place_and_name("[A-Za-z0-9_.+-]+/[A-Za-z0-9_.+-]+");
    if (!std::regex_match(info.name, place_and_name)) {
      throw BadUsage("a variant of " + of.name() + " is named '" + info.name +
                     "'; expected a place and a name of letters, digits and _.+-, like gpu/modulo");
    }
    const std::string full_name = of.name() + "/" + info.name;
    require_kind(of, info.result, full_name);
    if (rungs::Registry::global().find(full_name) != nullptr) {
      throw BadUsage("two variants are named '" + full_name + "'; the second is in " + text_of(variant->source));
    }
    rungs::Registry::global().add(of, std::move(info), implementation_of(*variant));
    return 1;
  });
}

void rungs_set_reason(const char* text) { reason = text_of(text); }

int rungs_main(int count, char** arguments) {
  std::vector<char*> words(arguments, arguments + count);
  std::string isolate = "--isolate=none";
  const auto isolates = [](const char* word) { return std::string_view(word).starts_with("--isolate"); };
  if (std::ranges::none_of(words, isolates)) words.insert(words.begin() + 1, isolate.data());
  const auto interrupt = std::signal(SIGINT, SIG_DFL);  // the command line has handlers of its own
  const auto termination = std::signal(SIGTERM, SIG_DFL);
  const int code = rungs::main(static_cast<int>(words.size()), words.data());
  std::fflush(stdout);
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, termination);
  return code;
}
