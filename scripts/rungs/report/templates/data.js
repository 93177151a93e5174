// The document beside this script, and what is looked up in it.

const page = await unpacked();
const NO_CACHE = "-";

for (const one of page.cases) {
  one.byName = new Map(one.variants.map((variant) => [variant.name, variant]));
  one.at = new Map(one.rows.map(([setup, variant, problem, cache, part]) =>
    [[setup, variant, problem, cache].join("\n"), part]));
  one.lightAt = new Map(one.light.map(([setup, backend, problem, cache, us, text]) =>
    [[setup, backend, problem, cache].join("\n"), { us, text }]));
  one.countedAt = new Map(one.counters.map(([setup, variant, problem, figures]) =>
    [[setup, variant, problem].join("\n"), figures]));
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

const rowAt = (one, setup, variant, problem, cache) => one.at.get([setup, variant, problem, cache].join("\n"));

/** The states of the caches in which a case was run on a setup at a problem, in the page's order. */
function cachesOf(one, setup, problem) {
  const there = new Set(one.rows.filter((row) => row[0] === setup && row[2] === problem).map((row) => row[3]));
  return page.caches.filter((cache) => there.has(cache));
}

/** The state to show: that chosen, or where a case has none of it the nearest: emptied for emptied. */
function cacheOf(one, setup, problem) {
  const there = cachesOf(one, setup, problem);
  if (there.includes(view.cache)) return view.cache;
  const emptied = ["cold", "dirty"].find((cache) => view.cache !== "hot" && there.includes(cache));
  return emptied || there[0] || "";
}

/** The number of the problem that a case shows. */
const problemOf = (one) => view.problems.get(one.name) || 0;

/** A variant's name below its kind: '3x3_v1' of 'gpu/3x3_v1'. */
const shortName = (one, name) => (one.byName.get(name)?.text || name).replace(/^(gpu|host|peer)\//, "");
