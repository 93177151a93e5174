#include "cases/pipeline/files/raw_sink.hpp"

namespace pipeline {

RawSink::RawSink(const std::string& path, ImageShape shape, Part part, Budget& budget)
    : file_(path), writer_(file_, part.first, part.last, budget) {
  // What the file holds already may be inside the part or outside it; all of it is taken to be inside, so
  // that nothing that fits is refused.
  file_.expect_space(part.last - part.first);
  if (part.last - part.first == shape.bytes()) file_.clear();
}

}  // namespace pipeline
