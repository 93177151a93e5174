#include "harness/simulator/simulator.hpp"
#include <fmt/format.h>
#include <rungs/core/errors.hpp>
#include "harness/simulator/races/block_races.hpp"
#include "harness/simulator/source_line.hpp"

namespace rungs::simulator {
namespace {

std::atomic<Session*> living = nullptr;

}  // namespace

Session::Session(Settings settings, DeviceMemory* memory)
    : settings_(settings), memory_(memory), outer_(living.exchange(this)) {
  if (memory_ == nullptr) return;
  handlers_.emplace();
  memory_->allow(false);
}

Session::~Session() {
  if (memory_ != nullptr) memory_->allow(true);
  living = outer_;
}

std::string Session::misuse() const {
  if (toucher_ == 0) return "";
  return fmt::format("the launch function {} the device's memory on the host, at {}", wrote_ ? "writes to" : "reads",
                     source_line(toucher_));
}

bool Session::note_touch(std::uintptr_t address, std::uintptr_t instruction, bool writes) {
  Session* const session = living;
  if (session == nullptr || session->memory_ == nullptr || !session->memory_->has(address)) return false;
  session->memory_->allow(true);
  if (session->toucher_ == 0 || (writes && !session->wrote_)) {
    session->toucher_ = instruction;
    session->wrote_ = writes;
  }
  return true;
}

DeviceWork::DeviceWork() : session_(living) {
  if (session_ == nullptr || session_->memory_ == nullptr) return;
  if (session_->working_++ == 0) session_->memory_->allow(true);
}

DeviceWork::~DeviceWork() {
  if (session_ == nullptr || session_->memory_ == nullptr) return;
  if (--session_->working_ == 0) session_->memory_->allow(false);
}

bool looks_for_races() { return races::checked; }

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
