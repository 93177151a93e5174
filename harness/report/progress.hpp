// Progress on stderr: a status line on a terminal, a line a row elsewhere.
#pragma once

#include <chrono>
#include <string>

namespace rungs {

class Progress {
 public:
  /// `mode`: auto (a status line if stderr is a terminal, else plain lines), always, never (nothing at all).
  /// `rows` are to be made, in so many `visits`, by which the time left is told.
  Progress(const std::string& mode, std::size_t rows, std::size_t visits);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// A visit to a row begins.
  void starts(const std::string& what);
  /// A row is complete.
  void ends(const std::string& what, const std::string& outcome);
  /// Takes the status line away, so that other output can be printed.
  void clear();

 private:
  enum class Mode { silent, plain, line };
  [[nodiscard]] std::string time_left() const;

  Mode mode_;
  std::size_t rows_;
  std::size_t visits_;
  std::size_t done_ = 0;     ///< rows
  std::size_t started_ = 0;  ///< visits
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace rungs
