#include <rungs/c_api.h>
#include <rungs/cuda/check.hpp>
#include "harness/c_api/shared.hpp"
#include "harness/measure/cuda_memory_space.hpp"
#include "harness/measure/executor.hpp"
#include "harness/verify/problem_data.hpp"

using rungs::assignments_of;
using rungs::Backend;
using rungs::BadUsage;
using rungs::Role;
using rungs::c_api::guarded;
using rungs::c_api::returned;
using rungs::cuda::check;

namespace {

/// A variant that can be opened. Throws BadUsage for any other name.
const rungs::RegisteredVariant& variant_of(const std::string& name) {
  const auto* variant = rungs::Registry::global().find(name);
  if (variant == nullptr || !variant->on.contains(Backend::cuda))
    throw BadUsage("'" + name + "' is not a CUDA variant of this build; bench --list names them");
  if (variant->on.at(Backend::cuda).with_copies) {
    throw BadUsage("'" + name + "' copies between host and GPU in its own time; expected a variant without copies");
  }
  if (variant->on.at(Backend::cuda).collect) {
    throw BadUsage("'" + name + "' leaves its results elsewhere; expected a variant that writes to the outputs");
  }
  return *variant;
}

/// Takes the values of a variant's axes out of `values`, and returns the version that is compiled for them;
/// an axis without a value has its default. Throws BadUsage if there is no such version.
const rungs::CompiledVersion& version_of(const rungs::RegisteredVariant& variant, rungs::Assignments& values) {
  std::string wanted;
  for (const rungs::Axis& axis : variant.axes()) {
    const auto given = values.extract(axis.name);
    wanted += (wanted.empty() ? "" : ";") + axis.name + "=" + (given.empty() ? axis.values.front() : given.mapped());
  }
  for (const rungs::CompiledVersion& version : variant.on.at(Backend::cuda).versions) {
    if (version.params == wanted) return version;
  }
  throw BadUsage(variant.full_name() + " is not compiled for " + wanted + "; bench --list names its versions");
}

struct Opened {
  const rungs::RegisteredVariant& variant;
  const rungs::CompiledVersion& version;
  std::unique_ptr<rungs::AnyProblem> problem;

  Opened(const char* name, const char* size, rungs::Assignments values)
      : variant(variant_of(name)),
        version(version_of(variant, values)),
        problem(rungs::c_api::problem_of(*variant.owner, size, values)) {}
};

rungs::cuda::DeviceFacts current_device() {
  std::string why_none;
  const auto list = rungs::gpus(&why_none);
  if (list.empty()) throw BadUsage("no CUDA device can be used: " + why_none);
  const int index = rungs::cuda::current_device();
  for (const auto& facts : list) {
    if (facts.index == index) return facts;
  }
  throw BadUsage("the current CUDA device, " + std::to_string(index) + ", cannot be used");
}

}  // namespace

struct RungsLaunch {
  RungsLaunch(Opened opened, std::uint64_t drawn)
      : variant(opened.variant),
        implementation(variant.on.at(Backend::cuda)),
        version(opened.version),
        problem(std::move(opened.problem)),
        seed(drawn),
        space(rungs::cuda::make_device_space()),
        working(*space, problem->buffers()),
        workspace(*space, implementation.workspace(*problem)) {
    const auto& buffers = working.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i) {  // as bench makes them; host memory holds one at a time
      if (buffers[i].role != Role::input) continue;
      std::vector<std::byte> bytes(buffers[i].bytes);
      problem->generate(i, bytes.data(), seed);
      space->write(working.memory()[i], bytes.data(), bytes.size());
    }
    working.poison(Role::output);
    workspace.poison(Role::output);
    if (implementation.prepare) state = implementation.prepare(arguments({}));
  }

  rungs::LaunchArgs arguments(rungs::Stream stream) const {
    const auto extra = workspace.memory();
    return {*problem, working.memory(), {}, extra.empty() ? nullptr : static_cast<std::byte*>(extra[0]),
            stream,   state.get()};
  }

  const rungs::RegisteredVariant& variant;
  const rungs::Implementation& implementation;
  const rungs::CompiledVersion& version;
  std::shared_ptr<const rungs::AnyProblem> problem;
  std::uint64_t seed;
  std::unique_ptr<rungs::MemorySpace> space;
  rungs::GuardedMemory working;
  rungs::GuardedMemory workspace;
  std::shared_ptr<void> state;  ///< state that the variant prepared
};

const char* rungs_launch_default_size(const char* variant) {
  return guarded<const char*>(nullptr, [&] { return returned(to_string(variant_of(variant).owner->default_size())); });
}

const char* rungs_launch_params(const char* variant, const char* size, const char* params) {
  return guarded<const char*>(nullptr, [&] {
    const Opened opened(variant, size, assignments_of(params));
    const std::string own = opened.problem->params();
    const std::string& axes = opened.version.params;
    return returned(own + (own.empty() || axes.empty() ? "" : ";") + axes);
  });
}

const char* rungs_launch_device() {
  return guarded<const char*>(nullptr, [] { return returned(current_device().name); });
}

RungsLaunch* rungs_launch_open(const char* variant, const char* size, const char* params, std::uint64_t seed) {
  return guarded<RungsLaunch*>(nullptr, [&] {
    Opened opened(variant, size, assignments_of(params));
    static_cast<void>(current_device());  // throws with the reason if there is none
    return new RungsLaunch(std::move(opened), seed);
  });
}

int rungs_launch_run(RungsLaunch* launch, void* cuda_stream) {
  return guarded(0, [&] {
    rungs::cuda::ignore(cudaGetLastError());  // of an earlier refused launch
    launch->version.launch(launch->arguments({cuda_stream}));
    check(cudaPeekAtLastError(), "launch");
    return 1;
  });
}

int rungs_launch_correct(RungsLaunch* launch) {
  return guarded(0, [&] {
    check(cudaDeviceSynchronize(), "waiting for the device");
    rungs::ProblemData data(launch->problem, launch->seed, launch->variant.info.result);
    const rungs::Verdict verdict =
        rungs::verdict_on(data.compare_outputs(launch->working), data.inputs(), launch->working, "after a launch");
    if (!verdict.correct) throw rungs::Failed(verdict.message);
    if (const auto damage = launch->workspace.damage({}); !damage.empty())
      throw rungs::Failed("after a launch: " + damage);
    return 1;
  });
}

std::uint64_t rungs_launch_bytes(const RungsLaunch* launch) {
  return guarded(std::uint64_t{0}, [&] { return launch->problem->work(launch->variant.info.result).bytes(); });
}

void rungs_launch_close(RungsLaunch* launch) {
  if (launch != nullptr) rungs::cuda::ignore(cudaDeviceSynchronize());
  delete launch;
}
