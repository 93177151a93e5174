// Parameters and sizes: small multiples, eight lines each.

const MOST_LINES = 8;

/** The order of lines: the ladder's. */
function inOrder(one, lines) {
  const order = one.ladders.flatMap((ladder) => [...ladder.rungs.map(([name]) => name), ...ladder.libraries]);
  return [...lines].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
}

/** One panel of a sweep: some of its lines, on the axes of all. */
function panelOf(one, setup, cache, sweep, lines, part) {
  const low = sweep.ticks[0][0], high = sweep.ticks.at(-1)[0];
  const known = sweep.lines.flatMap(([, values]) => values).filter((value) => value > 0);
  const [least, most] = [Math.min(low, ...known), Math.max(high, ...known)];
  const [first, last] = [Math.min(...sweep.places), Math.max(...sweep.places)];
  const x = { ticks: sweep.values.map((text, place) => [sweep.places[place], text]),
    place: (value) => (last > first ? (value - first) / (last - first) : 0.5) };
  const y = { ticks: sweep.ticks, place: (value) => logarithmically(value, least, most) };
  const series = lines.map(([name, values, texts], colour) => ({ colour, joined: true, name: shortName(one, name),
    points: values.map((value, place) => [sweep.places[place], value,
      `${shortName(one, name)}, ${sweep.by} ${sweep.values[place]}: ${texts[place]}`]) }));
  const where = page.gpus.length > 1 ? ` \u00b7 ${page.gpus[setup].name}` : "";
  const title = `rate by ${sweep.by}${where}${part}`;
  const rows = () => [[sweep.by, ...lines.map(([name]) => name)],
    ...sweep.values.map((value, place) => [value, ...lines.map(([, , texts]) => texts[place])])];
  return make("figure", { class: "panel" },
    make("figcaption", {}, make("b", {}, title),
      make("small", {}, ` ${sweep.at}${cache === NO_CACHE ? "" : ` ${cache}`}`)),
    chart(title, x, y, series, sweep.by), legend(series), copyButtons(rows));
}

/** The sweeps of a case for what is shown, as [setup, cache, sweep]. */
const sweepsOf = (one) => view.gpus.flatMap((setup) => one.sweeps.filter(([number, cache]) => number === setup
  && cache === cacheOfSweeps(one, setup)));

/** How many panels a sweep takes. */
const panelsOf = ([, , sweep]) => Math.ceil(sweep.lines.length / MOST_LINES);

/** The panels of a sweep. */
function drawSweep(one, [setup, cache, sweep]) {
  const lines = inOrder(one, sweep.lines), count = panelsOf([setup, cache, sweep]);
  const each = Math.ceil(lines.length / count);
  return Array.from({ length: count }, (_, part) => panelOf(one, setup, cache, sweep,
    lines.slice(part * each, (part + 1) * each), count > 1 ? ` \u00b7 ${part + 1} of ${count}` : ""));
}

/** The state of the caches that a case's sweeps are shown in. */
function cacheOfSweeps(one, setup) {
  const there = page.caches.filter((cache) => one.sweeps.some((entry) => entry[0] === setup && entry[1] === cache));
  const emptied = view.cache === "hot" ? undefined : there.find((cache) => cache === "cold" || cache === "dirty");
  return there.includes(view.cache) ? view.cache : emptied || there[0];
}
