#include "harness/engine/bound_variant.hpp"
#include <new>
#include "harness/verify/spots.hpp"

namespace rungs {

BoundVariant::BoundVariant(const PlannedRow& planned, ProblemMemory& memory, Executor& executor, Inputs inputs)
    : planned_(planned),
      memory_(memory),
      implementation_(planned.variant->on.at(planned.backend)),
      executor_(executor),
      home_(memory.working(planned)),
      working_(&home_),
      mirror_(implementation_.with_copies ? &memory.mirror(planned) : nullptr),
      workspace_(executor.memory(), implementation_.workspace(*planned.problem)),
      touched_{working_} {
  if (mirror_ != nullptr) touched_.push_back(mirror_);
  const auto& launch = implementation_.versions.at(planned.version).launch;
  launch_ = [this, &launch] {
    own_code([this, &launch] { launch(arguments()); });
    launched_ = true;
  };
  executor_.let_races_pass(!planned.variant->info.races.empty());
  load(inputs);
}

template <class Code> void BoundVariant::own_code(const Code& code) const {
  try {
    code();
  } catch (const OutOfMemory& error) {
    throw Failed(std::string("an allocation of the variant failed: ") + error.what());
  } catch (const std::bad_alloc&) {
    throw Failed("an allocation of the variant failed: std::bad_alloc");
  } catch (const Unsupported& error) {
    if (launched_) throw Failed(std::string("unsupported only after it has run: ") + error.what());
    throw;
  }
}

LaunchArgs BoundVariant::arguments() {
  return {*planned_.problem,
          working_->memory(),
          mirror_ != nullptr ? mirror_->memory() : Memory{},
          workspace_.memory().empty() ? nullptr : static_cast<std::byte*>(workspace_.memory()[0]),
          executor_.stream(),
          state_.get()};
}

void BoundVariant::load(Inputs inputs) {
  loaded_ = inputs;
  load_image(*memory_.inputs(planned_, inputs));
  if (prepared_for_ != inputs) prepare();
  prepared_for_ = inputs;
}

void BoundVariant::load_unverified(const HostImage& inputs) {
  load_image(inputs);
  prepare();
  prepared_for_.reset();
}

void BoundVariant::move_elsewhere() {
  constexpr std::size_t most_bytes = std::size_t{64} << 20U;  // a variant may need memory itself
  const auto buffers = planned_.problem->buffers();
  if (GuardedMemory::bytes_needed(buffers) > most_bytes) return;
  auto elsewhere = std::make_unique<GuardedMemory>(executor_.memory(), buffers);
  move_to(elsewhere.get());
  elsewhere_ = std::move(elsewhere);
}

void BoundVariant::move_to(GuardedMemory* memory) {
  working_ = memory;
  touched_.front() = memory;
  working_->poison(Role::output);
}

void BoundVariant::move_home() {
  const bool at_home = working_ == &home_;
  if (at_home && prepared_for_ == Inputs::asked) return put_input_back();
  if (!at_home) move_to(&home_);
  load(Inputs::asked);
  elsewhere_.reset();
}

void BoundVariant::prepare() {
  if (!implementation_.prepare) return;
  state_.reset();  // both may not fit in memory
  const InVariant inside;
  own_code([this] { state_ = implementation_.prepare(arguments()); });
}

void BoundVariant::load_image(const HostImage& inputs) {
  changed_.reset();
  if (mirror_ == nullptr) return working_->load_inputs(inputs);
  mirror_->load_inputs(inputs);
  working_->fill_guards();
  working_->poison(Role::input);
}

void BoundVariant::set_guards(std::size_t which) {
  working_->set_guards(which);
  workspace_.set_guards(which);
  if (mirror_ != nullptr) mirror_->set_guards(which);
}

void BoundVariant::poison(Poison kind) {
  workspace_.poison(Role::output, kind);
  if (mirror_ == nullptr) return working_->poison(Role::output, kind);
  working_->poison(Role::input, kind);  // the variant must upload them itself
  working_->poison(Role::output, kind, std::byte{0x3C});
  mirror_->poison(Role::output, kind);
}

void BoundVariant::launch_once(std::size_t pass) {
  const InVariant inside;
  executor_.run(launch_, pass);
}

void BoundVariant::check_stream() {
  const InVariant inside;
  const GuardedMemory* outputs = &results();
  executor_.check_stream(launch_, {&outputs, 1});
}

Verdict BoundVariant::check_spots(Probe& probe, std::mt19937& random) {
  if (compare_ || implementation_.collect) return {};  // expected results, or outputs, are elsewhere
  Spots spots(results(), random,
              [this](std::size_t buffer, std::size_t element) { return data().writes(buffer, element); });
  std::vector<std::byte> found;
  {
    const InVariant inside;
    found = probe.take_checked(spots);
  }
  return spots.any_left(found) ? verify("in a timed launch") : Verdict{};
}

void BoundVariant::put_input_back() {
  if (!changed_) return;
  const auto [buffer, from] = *std::exchange(changed_, std::nullopt);
  const std::size_t bytes = results().buffers()[buffer].element_bytes;
  results().write(buffer, from, std::span(loaded_inputs()->buffers[buffer]).subspan(from, bytes));
}

bool BoundVariant::change_an_input(std::mt19937& random) {
  constexpr unsigned attempts = 32;
  put_input_back();
  const auto loaded = loaded_inputs();
  const HostImage& image = *loaded;
  GuardedMemory& inputs = results();
  for (unsigned turn = 0; turn < attempts; ++turn) {
    const std::size_t buffer = random() % inputs.buffers().size();
    const BufferInfo& info = inputs.buffers()[buffer];
    const std::size_t elements = info.bytes / info.element_bytes;
    if (info.role != Role::input || elements < 2) continue;
    const std::size_t from = std::uniform_int_distribution<std::size_t>(0, elements - 2)(random) * info.element_bytes;
    const auto bytes = std::span<const std::byte>(image.buffers[buffer]);
    const auto next = bytes.subspan(from + info.element_bytes, info.element_bytes);
    if (same_bytes(bytes.subspan(from, info.element_bytes), next)) continue;
    inputs.write(buffer, from, next);
    changed_.emplace(buffer, from);
    return true;
  }
  return false;
}

Verdict BoundVariant::verify(const std::string& when) {
  for (const GuardedMemory* memory : touched_) memory->allow_access();
  const std::string misuse = executor_.take_misuse();
  if (implementation_.collect) {
    const InVariant inside;
    executor_.run([this] { implementation_.collect(arguments()); }, 0);
  }
  const GuardedMemory& results = this->results();
  const auto inputs = loaded_inputs();
  const Comparison comparison = compare_ ? compare_(loaded_, results) : data().compare_outputs(results);
  Verdict verdict = verdict_on(comparison, *inputs, results, when);
  if (!verdict.correct) return verdict;
  std::string damage = workspace_.damage({});
  if (mirror_ != nullptr && damage.empty()) {
    const HostImage unknown;
    damage = working_->damage(implementation_.all_gpus ? unknown : *inputs);
  }
  if (damage.empty()) damage = misuse;
  if (damage.empty()) return verdict;
  verdict.correct = false;
  verdict.message = when + ": " + damage;
  return verdict;
}

}  // namespace rungs
