// What the C libraries share: texts that last, errors kept as text, and problems made from C's arguments.
// Each library includes this once: the texts here are its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "harness/registry/case.hpp"

namespace rungs::c_face {

/// Why the last call of this thread failed.
inline thread_local std::string error_text;
/// What the last call of this thread returned, if that was a text.
inline thread_local std::string returned_text;

/// A text that lasts until the same thread's next call.
inline const char* returned(std::string text) {
  returned_text = std::move(text);
  return returned_text.c_str();
}

/// What `work` returns, or `failed` with the reason kept: no exception may leave a C function.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    error_text = "host memory ran out";
  } catch (const std::exception& error) {
    error_text = error.what();
  }
  return failed;
}

/// "repeater=100;..." as values by name. Throws BadUsage on anything else.
inline Assignments assignments_of(const std::string& text) {
  Assignments values;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(';', from), text.size());
    const std::string part = text.substr(from, end - from);
    const auto equals = part.find('=');
    if (equals == std::string::npos) throw BadUsage("'" + part + "': expected name=value");
    values[part.substr(0, equals)] = part.substr(equals + 1);
    from = end + 1;
  }
  return values;
}

/// Unknown names would be passed over: throws BadUsage where there is one.
inline void check_names(const AnyCase& of, const Assignments& values) {
  const auto known = of.parameters();
  for (const auto& [name, value] : values) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&, wanted = &name](const auto& one) { return one.name == *wanted; });
    if (found == known.end()) throw BadUsage(of.name() + " has no parameter '" + name + "'");
  }
}

/// A problem of a case; `params` as for assignments_of. Throws BadUsage where anything is not legal.
inline std::unique_ptr<AnyProblem> problem_of(const AnyCase& of, Size size, const char* params) {
  const auto values = assignments_of(params);
  check_names(of, values);
  if (std::min(size.width, size.height) < 1 || std::max(size.width, size.height) > largest_side)
    throw BadUsage("expected sides from 1 to " + std::to_string(largest_side));
  return of.problem(size, values);
}

}  // namespace rungs::c_face
