#include "cases/pipeline/files/tiff_sink.hpp"

#include <algorithm>
#include <array>

namespace pipeline {

TiffSink::TiffSink(const std::string& path, ImageShape shape, Budget& budget)
    : layout_(shape), file_(path), writer_(file_, layout_.pixels_at(), layout_.file_bytes(), budget) {
  file_.expect_space(layout_.file_bytes());
  file_.clear();
}

void TiffSink::finish() {
  writer_.finish();
  file_.write(layout_.directory(), TiffLayout::header_bytes);
  write_arrays();
  file_.sync();
  file_.write(TiffLayout::header(), 0);
  file_.sync();
}

void TiffSink::write_arrays() {
  // In pieces: the arrays have up to some megabytes.
  std::array<std::byte, 4096> piece{};
  std::uint64_t at = TiffLayout::header_bytes + TiffLayout::directory_bytes;
  for (std::uint64_t element = 0; at < layout_.arrays_end(); element += piece.size() / 8) {
    const auto bytes = std::span(piece).first(std::min<std::size_t>(piece.size(), layout_.arrays_end() - at));
    layout_.arrays(element, bytes);
    file_.write(bytes, at);
    at += bytes.size();
  }
}

}  // namespace pipeline
