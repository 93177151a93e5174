#include <rungs/c_api.h>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <rungs/core/registry.hpp>
#include <span>
#include <string>
#include "harness/c_api/shared.hpp"
#include "harness/core/selection.hpp"
#include "harness/output/list.hpp"

namespace {

using rungs::c_api::case_of;
using rungs::c_api::error_text;
using rungs::c_api::guarded;
using rungs::c_api::returned;

/// The problem behind a pointer of the caller. Throws BadUsage for null.
const rungs::AnyProblem& at(const RungsProblem* problem) {
  if (problem == nullptr) throw rungs::BadUsage("a null pointer is not a problem");
  return *problem->problem;
}

void pass_on(const rungs::Comparison& from, RungsComparison* to) {
  to->mismatches = from.mismatches;
  to->max_error = from.max_error;
  const std::size_t length = std::min(from.first.size(), sizeof to->first - 1);
  std::memcpy(to->first, from.first.data(), length);
  to->first[length] = '\0';
}

}  // namespace

const char* rungs_error() { return error_text.c_str(); }

const char* rungs_list() {
  return guarded<const char*>(
      nullptr, [] { return returned(rungs::list_json(rungs::selected_variants("", rungs::Registry::global()))); });
}

RungsProblem* rungs_problem(const char* name, const char* size, const char* params) {
  return guarded<RungsProblem*>(nullptr, [&] {
    const rungs::AnyCase& of = case_of(name);
    return new RungsProblem(rungs::c_api::problem_of(of, size, rungs::assignments_of(params)));
  });
}

void rungs_release(RungsProblem* problem) { delete problem; }

const char* rungs_size(const RungsProblem* problem) {
  return guarded<const char*>(nullptr, [&] { return returned(to_string(at(problem).size())); });
}

const char* rungs_params(const RungsProblem* problem) {
  return guarded<const char*>(nullptr, [&] { return returned(at(problem).params()); });
}

RungsWork rungs_work(const RungsProblem* problem, int result) {
  return guarded(RungsWork{}, [&]() -> RungsWork {
    const rungs::Work work = at(problem).work(result);
    return {work.bytes_read, work.bytes_written, work.operations};
  });
}

const char* rungs_buffers(const RungsProblem* problem) {
  return guarded<const char*>(nullptr, [&] {
    std::string lines;
    for (const auto& one : at(problem).buffers()) {
      lines += one.name + (one.role == rungs::Role::input ? "\tinput\t" : "\toutput\t") + std::to_string(one.bytes) +
               "\t" + std::to_string(one.element_bytes) + "\t" + std::to_string(std::to_integer<unsigned>(one.poison)) +
               "\n";
    }
    return returned(lines);
  });
}

int rungs_generate(const RungsProblem* problem, std::size_t index, void* memory, std::uint64_t seed) {
  return guarded(0, [&] {
    const auto buffers = at(problem).buffers();
    if (index >= buffers.size() || buffers[index].role != rungs::Role::input)
      throw rungs::BadUsage("buffer " + std::to_string(index) + " is not an input");
    at(problem).generate(index, memory, seed);
    return 1;
  });
}

int rungs_checks_blocks(const RungsProblem* problem) {
  return guarded(0, [&] { return at(problem).checks_blocks() ? 1 : 0; });
}

int rungs_reference(const RungsProblem* problem, void* const* memory, int result) {
  return guarded(0, [&] {
    at(problem).reference({memory, at(problem).buffers().size()}, result);
    return 1;
  });
}

int rungs_compare(const RungsProblem* problem, void* const* expected, void* const* actual, int result,
                  RungsComparison* found) {
  return guarded(0, [&] {
    const std::size_t count = at(problem).buffers().size();
    pass_on(at(problem).compare({expected, count}, {actual, count}, result), found);
    return 1;
  });
}

int rungs_check_block(const RungsProblem* problem, void* const* inputs, std::size_t first, const void* block,
                      std::size_t bytes, int result, RungsComparison* found) {
  return guarded(0, [&] {
    const std::span rows(static_cast<const std::byte*>(block), bytes);
    pass_on(at(problem).check_block({inputs, at(problem).buffers().size()}, first, rows, result), found);
    return 1;
  });
}
