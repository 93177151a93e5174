// The document of the page, what is looked up in it, and what of it is shown.

const page = await unpacked();
const NO_CACHE = "-";

const keyOf = (...parts) => parts.join("\n");
for (const one of page.cases) {
  one.byName = new Map(one.variants.map((variant) => [variant.name, variant]));
  one.at = new Map(one.rows.map(([setup, variant, problem, cache, part]) =>
    [keyOf(setup, variant, problem, cache), part]));
  one.lightAt = new Map(one.light.map(([setup, backend, problem, cache, us, text]) =>
    [keyOf(setup, backend, problem, cache), { us, text }]));
  one.countedAt = new Map(one.counters.map(([setup, variant, problem, figures]) =>
    [keyOf(setup, variant, problem), figures]));
}
const caseNamed = (name) => page.cases.find((one) => one.name === name);
const gpuKey = (gpu) => gpu.name.toLowerCase();

/** What an address may name. */
const known = {
  cases: page.cases.map((one) => ({ name: one.name, steps: one.variants.map((variant) => variant.name),
    sizes: one.problems.map(([key]) => key) })),
  technique: page.techniques.map(({ id }) => id), limit: page.limits.map(([word]) => word),
  cache: page.caches, gpu: [...page.gpus.map(gpuKey), "both"],
  sort: ["pays", "name"], show: ["difference", "code", "counters"],
};

/** What is shown now, as the address has it, and the parts that are unfolded. */
let state = {};
const unfolded = new Set();

/** The GPUs that can be shown: those with rows of GPU variants, or all where none has any. */
function machines() {
  const all = page.gpus.map((gpu, number) => number), withRows = all.filter((number) => page.gpus[number].gpu);
  return withRows.length ? withRows : all;
}

/** The GPUs that are shown: that chosen; else all beside each other in the table, and one in a case. */
function shownGpus() {
  const chosen = machines().filter((number) => gpuKey(page.gpus[number]) === state.gpu);
  return chosen.length ? chosen : state.case && state.gpu !== "both" ? [page.shown] : machines();
}

const cacheShown = () => state.cache || page.caches[0];
const notMeasured = () => `not measured with ${cacheShown()} caches`;

/** A problem as an address has it: by its size where it is the first of that size. */
function sizeOf(one, problem) {
  const [key] = one.problems[problem], [size] = key.split(";");
  if (!problem) return "";
  return one.problems.findIndex(([other]) => other.split(";")[0] === size) === problem ? size : key;
}

/** The row of a variant on a GPU at a problem in the state of the caches that is shown, never in another one; one that
 * was not timed has no state. */
const partOn = (one, setup, variant, problem) => one.at.get(keyOf(setup, variant, problem, cacheShown()))
  ?? one.at.get(keyOf(setup, variant, problem, NO_CACHE));

/** The parts of a variant's rows at a problem, a [setup, part] for each GPU that is shown. */
const partsOf = (one, variant, problem) => shownGpus().map((setup) => [setup, partOn(one, setup, variant, problem)])
  .filter(([, part]) => part);

/** A variant's name below its kind: '3x3_v1' of 'gpu/3x3_v1'. */
const shortName = (one, name = "") => (one.byName.get(name)?.text || name).replace(/^(gpu|host|peer)\//, "");

/** The address of a case or of a rung of it, with the GPU and the caches that are shown. */
const hrefOf = (one, step, problem = 0) => addressOf({ case: one.name, step, size: sizeOf(one, problem),
  gpu: state.gpu, cache: state.cache });

/** The techniques of a variant's step, the main one first. */
const techniquesOf = (variant) => (variant?.technique || []).map((id) => page.techniques.find((one) => one.id === id))
  .filter(Boolean);

/** A name with the mark of its GPU's colour; the GPU's own name, where several are shown. */
const machine = (number, text) => make("span", { class: `machine m${number % 6}` }, text);
const several = () => shownGpus().length > 1;
const machineName = (setup, after = "") => (several() ? machine(setup, page.gpus[setup].name + after) : "");
