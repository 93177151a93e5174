#include "harness/simulator/simulator.hpp"

#include <fmt/format.h>

#include <atomic>
#include <rungs/core/errors.hpp>

namespace rungs::simulator {
namespace {

std::atomic<Session*> living = nullptr;

}  // namespace

Session::Session(Settings settings) : settings_(settings), outer_(living.exchange(this)) {}

Session::~Session() { living = outer_; }

Settings current_settings() {
  const Session* session = living;
  return session == nullptr ? Settings{} : session->settings();
}

void check_stream(Stream stream, const char* what) {
  Session* session = living;
  if (session == nullptr || stream.handle == session) return;
  throw Failed(fmt::format("{} went to {}, not to the stream that the variant was given", what,
                           stream.handle == nullptr ? "the default stream" : "another stream"));
}

}  // namespace rungs::simulator
