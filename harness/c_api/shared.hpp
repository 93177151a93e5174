// Shared by the parts of the C interface: returned strings, errors as strings, problems from C arguments.
#pragma once

#include <exception>
#include <new>
#include <rungs/core/registry.hpp>
#include <utility>
#include "harness/core/lists.hpp"

/// A problem that the caller owns, or one that the harness lends during a call.
struct RungsProblem {
  explicit RungsProblem(std::unique_ptr<rungs::AnyProblem> made) : owned(std::move(made)), problem(owned.get()) {}
  explicit RungsProblem(const rungs::AnyProblem& lent) : problem(&lent) {}

  std::unique_ptr<rungs::AnyProblem> owned;
  const rungs::AnyProblem* problem;
};

namespace rungs::c_api {

inline thread_local std::string error_text;
inline thread_local std::string returned_text;

/// Keeps a string valid until the next call of the same thread.
inline const char* returned(std::string text) {
  returned_text = std::move(text);
  return returned_text.c_str();
}

/// Returns the result of `work`, or `failed` and stores the error: no exception may leave a C function.
template <class Result, class Work> Result guarded(Result failed, const Work& work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    error_text = "host memory ran out";
  } catch (const std::exception& error) {
    error_text = error.what();
  } catch (...) {
    error_text = "an unknown exception was thrown";
  }
  return failed;
}

/// Throws BadUsage, with the names of all cases, if there is none of this name.
inline const AnyCase& case_of(const std::string& name) {
  if (const auto* found = Registry::global().find_case(name)) return *found;
  std::string there;
  for (const auto* one : Registry::global().cases()) there += (there.empty() ? "" : ", ") + one->name();
  throw BadUsage("'" + name + "' is not a case; expected one of " + there);
}

/// Parses "1920x1080" into sides. Throws BadUsage on anything else.
inline Extents extents_of(const std::string& text) {
  Extents size;
  for (const std::string& word : split(text, 'x')) {
    std::uint64_t side = 0;
    if (size.count() == Extents::most || !parse_integer(word, 1, largest_side, side)) {
      throw BadUsage("size '" + text + "': expected one to three sides from 1 to " + std::to_string(largest_side) +
                     ", joined by x");
    }
    size.push_back(static_cast<unsigned>(side));
  }
  return size;
}

/// A problem of a case; `size` as for extents_of. Throws BadUsage if the case does not accept a value, or does not know
/// a name, which would otherwise be ignored.
inline std::unique_ptr<AnyProblem> problem_of(const AnyCase& of, const char* size, const Assignments& values) {
  const auto known = of.parameters();
  for (const auto& [name, value] : values) {
    if (std::ranges::find(known, name, &ParameterInfo::name) == known.end())
      throw BadUsage(of.name() + " has no parameter '" + name + "'");
  }
  return of.problem(extents_of(size), values);
}

}  // namespace rungs::c_api
