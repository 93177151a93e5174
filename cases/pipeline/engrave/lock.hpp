// One process at a time.
#pragma once

#include <string>

namespace pipeline {

/// Holds a lock on a file during its lifetime. The system releases it when the process ends, however that
/// happens.
class Lock {
 public:
  /// Creates the file if it is not there. Throws rungs::Failed with the file and `busy` if another process
  /// holds the lock, or with the system's reason.
  Lock(std::string path, const std::string& busy);
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  /// Removes the file if it was created here, unless keep() was called.
  ~Lock();

  void keep() { created_ = false; }

 private:
  std::string path_;
  bool created_ = false;
  int descriptor_ = -1;
};

}  // namespace pipeline
