// A TIFF as libtiff reads it, within a memory limit. Only where there is libtiff.
#pragma once

#include <fmt/format.h>
#include <tiffio.h>
#include <algorithm>
#include <cstdarg>
#include <memory>
#include <string>
#include "cases/pipeline/files/open_file.hpp"

namespace pipeline {

/// A TIFF, of which libtiff reads no more bytes than it is allowed to while it opens it: all that it holds in
/// memory comes from the file.
class OpenTiff : public InputFile {
 public:
  /// Throws rungs::Failed if opening takes more than `most_bytes` of memory.
  OpenTiff(const std::string& path, std::size_t most_bytes) : InputFile(path), left_(most_bytes / memory_per_byte) {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    // Nothing goes to stderr.
    const auto ignore = [](TIFF*, void*, const char*, const char*, std::va_list) { return 1; };
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(std::max(most_bytes, std::size_t{1024})));
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), ignore, nullptr);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore, nullptr);
    const auto write = [](thandle_t, void*, tmsize_t) -> tmsize_t { return -1; };
    const auto close = [](thandle_t) { return 0; };
    const auto bytes = [](thandle_t self) -> toff_t { return static_cast<OpenTiff*>(self)->size(); };
    // D and O: the arrays of offsets and lengths are loaded where they are needed. c: a large strip is not
    // presented as many small ones. m: not mapped.
    tiff_.reset(TIFFClientOpenExt("the file", "rDOcm", this, read_next, write, seek, close, bytes, nullptr, nullptr,
                                  options.get()));
    if (too_much_) {
      fail(fmt::format("has tags that do not fit into the {} bytes that are left of the memory budget", most_bytes));
    }
    if (tiff_ == nullptr) fail("is not a TIFF, or damaged");
    opened_with_ = most_bytes - memory_per_byte * left_;
    left_ = unlimited;
  }

  [[nodiscard]] TIFF* get() const { return tiff_.get(); }
  [[nodiscard]] std::size_t opened_with() const { return opened_with_; }  ///< bytes of memory, at most
  template <class Value> [[nodiscard]] Value field(unsigned tag) const {
    Value value = 0;
    TIFFGetFieldDefaulted(tiff_.get(), tag, &value);
    return value;
  }
  void expect(unsigned tag, unsigned value, const char* what) const {
    const auto found = field<std::uint16_t>(tag);
    if (found != value) fail(fmt::format("has {} {}; expected {}", what, found, value));
  }

 private:
  /// Values are read, and then converted into others of up to 8 bytes.
  static constexpr std::size_t memory_per_byte = 9;
  static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

  static tmsize_t read_next(thandle_t handle, void* to, tmsize_t bytes) {
    auto& self = *static_cast<OpenTiff*>(handle);
    self.too_much_ = self.too_much_ || static_cast<std::uint64_t>(bytes) > self.left_;
    if (self.too_much_) return -1;
    const std::int64_t got = self.read_some({static_cast<std::byte*>(to), static_cast<std::size_t>(bytes)}, self.at_);
    if (got > 0) self.at_ += static_cast<std::uint64_t>(got);
    if (got > 0 && self.left_ != unlimited) self.left_ -= static_cast<std::uint64_t>(got);
    return got;
  }
  static toff_t seek(thandle_t handle, toff_t to, int from) {
    auto& self = *static_cast<OpenTiff*>(handle);
    return self.at_ = to + (from == SEEK_CUR ? self.at_ : from == SEEK_END ? self.size() : 0);
  }

  std::uint64_t left_;  ///< bytes that may be read while it is opened; `unlimited` later
  std::uint64_t at_ = 0;
  bool too_much_ = false;
  std::size_t opened_with_ = 0;
  std::unique_ptr<TIFF, void (*)(TIFF*)> tiff_{nullptr, TIFFClose};
};

}  // namespace pipeline
