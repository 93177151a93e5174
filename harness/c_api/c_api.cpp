#include <rungs/c_api.h>
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
