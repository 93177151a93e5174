// Deprecated, gone in the next release: states of variants before VariantSpec::prepare and Call::state().
#pragma once

#include <functional>
#include <memory>
#include <rungs/core/backend.hpp>

namespace rungs {

template <class Problem, class Views> struct Prepared {
  std::function<std::shared_ptr<void>(const Problem&, const Views& device, const Views& host, Stream)> make;
  std::function<void(const Problem&, const Views& device, const Views& host, void* state, Stream)> launch;
  bool with_copies = false;
};

template <class Problem, class Views, class State>
auto prepared(std::unique_ptr<State> (*make)(const Problem&, const Views&, Stream),
              void (*run)(const Problem&, const Views&, State&, Stream)) -> Prepared<Problem, Views> {
  return {[make](auto& p, auto& v, auto&, Stream s) { return make(p, v, s); },
          [run](auto& p, auto& v, auto&, void* state, Stream s) { run(p, v, *static_cast<State*>(state), s); }};
}

template <class Problem, class State, class Views>
auto prepared_with_copies(std::unique_ptr<State> (*make)(const Problem&, Stream),
                          void (*run)(const Problem&, const Views& device, const Views& host, State&, Stream))
    -> Prepared<Problem, Views> {
  return {
      [make](auto& p, auto&, auto&, Stream s) { return make(p, s); },
      [run](auto& p, auto& v, auto& host, void* state, Stream s) { run(p, v, host, *static_cast<State*>(state), s); },
      true};
}

}  // namespace rungs
