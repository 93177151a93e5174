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

/** What an address may name. */
const known = {
  cases: page.cases.map((one) => ({ name: one.name, variants: one.variants.map((variant) => variant.name),
    problems: one.problems.map(([key]) => key) })),
  caches: page.caches,
  gpus: [...page.gpus.map((gpu) => gpu.name), "both"],
};

/** What is shown now; `gpus` are numbers, `problems` a number by case, `open` the rung that is open,
 * `unfolded` the charts that are looked at. */
const view = { gpus: [page.shown], cache: page.caches[0], problems: new Map(), open: null, logarithmic: false,
  unfolded: new Set() };

/** The number of the problem that a case shows. */
const problemOf = (one) => view.problems.get(one.name) || 0;

/** The rung of a case that is open, '' where none is. */
const openOf = (one) => (view.open && view.open.case === one.name ? view.open.variant : "");

/** The state of the caches to show of those that there are: that chosen, or the nearest: emptied for emptied. */
function nearestCache(there) {
  if (there.includes(view.cache)) return view.cache;
  const emptied = ["cold", "dirty"].find((cache) => view.cache !== "hot" && there.includes(cache));
  return emptied || there[0] || "";
}

/** The state in which a case is shown on a setup at a problem. */
function cacheOf(one, setup, problem) {
  const there = new Set(one.rows.filter((row) => row[0] === setup && row[2] === problem).map((row) => row[3]));
  return nearestCache(page.caches.filter((cache) => there.has(cache)));
}

/** The parts of a variant's rows at a problem, a [setup, part] for each GPU that is shown. */
const partsOf = (one, variant, problem) => view.gpus.map((setup) =>
  [setup, one.at.get(keyOf(setup, variant, problem, cacheOf(one, setup, problem)))]).filter(([, part]) => part);

/** A variant's name below its kind: '3x3_v1' of 'gpu/3x3_v1'. */
const shortName = (one, name = "") => (one.byName.get(name)?.text || name).replace(/^(gpu|host|peer)\//, "");

/** The address of a variant, or of its case. */
const hrefOf = (one, variant) => addressOf({ case: one.name, variant });

/** A name with the mark of its GPU's colour; the GPU's own name, where several are shown. */
const machine = (number, text) => make("span", { class: `machine m${number % 6}` }, text);
const several = () => view.gpus.length > 1;
const machineName = (setup, after = "") => (several() ? machine(setup, page.gpus[setup].name + after) : "");
