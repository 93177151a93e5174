// Progress on stderr: a status line on a terminal, otherwise one line per row.
#pragma once

#include <chrono>
#include <string>

namespace rungs {

class Progress {
 public:
  /// `mode`: auto (status line if stderr is a terminal, else plain lines), always, never (no output). `rows`
  /// and `visits` are the totals; the time left is estimated from the visits.
  Progress(const std::string& mode, std::size_t rows, std::size_t visits);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Call when a visit to a row begins.
  void starts(const std::string& what);
  /// Call now and then while the row that started last takes its samples. `noise_percent`: the interquartile
  /// range; 0: not known yet.
  void samples(std::size_t count, double noise_percent);
  /// Call when a row is complete.
  void ends(const std::string& what, const std::string& outcome);
  /// Removes the status line, so that other output can be printed.
  void clear();

 private:
  enum class Mode { silent, plain, line };
  [[nodiscard]] std::string time_left() const;

  Mode mode_;
  std::size_t rows_;
  std::size_t visits_;
  std::size_t done_ = 0;     ///< rows
  std::size_t started_ = 0;  ///< visits
  std::string now_;          ///< what is visited
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace rungs
