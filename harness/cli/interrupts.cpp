#include "harness/cli/interrupts.hpp"

namespace rungs {
namespace {

volatile std::sig_atomic_t asked = 0;
volatile std::sig_atomic_t most_asked = 1;

void on_interrupt(int signal) {
  asked = asked + 1;
  if (asked >= most_asked) std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptCounter::InterruptCounter(int most) {
  asked = 0;
  most_asked = most;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    ::sigaction(signals_[i], nullptr, &before_[i]);
    // nohup has asked for it
    if (signals_[i] != SIGHUP || before_[i].sa_handler != SIG_IGN) std::signal(signals_[i], on_interrupt);
  }
}

InterruptCounter::~InterruptCounter() {
  for (std::size_t i = 0; i < signals_.size(); ++i) ::sigaction(signals_[i], &before_[i], nullptr);
}

int InterruptCounter::count() { return asked; }

}  // namespace rungs
