#include <algorithm>
#include <rungs/core/errors.hpp>

#include "cases/pipeline/files/disk_writer.hpp"
#include "cases/pipeline/files/null_sink.hpp"
#include "cases/pipeline/files/raw_sink.hpp"
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/files/tiff_sink.hpp"

namespace pipeline {

std::unique_ptr<Sink> make_sink(SinkKind kind, const std::string& path, ImageShape shape, Budget& budget,
                                Part part) {
  if (shape.bytes() == 0) {
    throw rungs::Failed("an image of no pixels; expected a width and height of 1 or more");
  }
  if (kind != SinkKind::null && shape.bytes() > std::uint64_t{1} << 62) {
    throw rungs::Failed(path + ": " + std::to_string(shape.bytes()) +
                        " pixels are more than a file can hold");
  }
  part.last = std::min(part.last, shape.bytes());
  if (part.first > part.last) {
    throw rungs::Failed("a part from byte " + std::to_string(part.first) + " to byte " +
                        std::to_string(part.last) + " of the image; expected a first byte before the last");
  }
  switch (kind) {
    case SinkKind::null:
      return std::make_unique<NullSink>(part.last - part.first);
    case SinkKind::raw:
      return std::make_unique<RawSink>(path, shape, part, budget);
    case SinkKind::bigtiff:
      if (part.last - part.first != shape.bytes()) {
        throw rungs::Failed(path + ": a part of a BigTIFF; expected the whole image, or a raw file");
      }
      return std::make_unique<TiffSink>(path, shape, budget);
  }
  throw rungs::Failed("an unknown kind of sink");
}

std::size_t sink_bytes(SinkKind kind, ImageShape shape) {
  return kind == SinkKind::null ? 0 : DiskWriter::memory(shape.bytes());
}

}  // namespace pipeline
