// Code that belongs to the simulator though a kernel's thread runs it.
#pragma once

namespace rungs::simulator {

/// True while the OS thread runs no code of a kernel.
extern constinit thread_local volatile bool undisturbed;

/// During its lifetime the running thread stays the running one, unless it waits. For functions that change
/// what the threads of a block share: elsewhere a thread may be interrupted between any two instructions.
class Undisturbed {
 public:
  Undisturbed() { undisturbed = true; }
  ~Undisturbed() { undisturbed = before_; }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  bool before_ = undisturbed;
};

}  // namespace rungs::simulator
