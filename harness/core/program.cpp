#include <rungs/core/program.hpp>
#include <utility>

namespace rungs {
namespace {

ProgramFacts& facts() {
  static ProgramFacts noted;
  return noted;
}

}  // namespace

void note_program(ProgramFacts noted) { facts() = std::move(noted); }
const ProgramFacts& program_facts() { return facts(); }

}  // namespace rungs
