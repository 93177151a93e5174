// Charts of lines and points, drawn as SVG: times over sizes and parameters. Names of lines stand below a chart
// as a legend.

const FRAME = { wide: 360, high: 230, left: 64, right: 10, top: 10, bottom: 40 };

/** Where a number lies between the first and the last of an axis, from 0 to 1. */
const logarithmically = (value, low, high) => Math.log(value / low) / Math.log(high / low);

/** Half of what a tick's text takes, about six units a letter. */
const halfOf = (text) => text.length * 3.2 + 2;

/** The lines and texts of an axis at those ticks of which no two texts overlap; `upright`: of the one on the left. */
function grid(ticks, place, upright) {
  const { wide, high, left, right, top, bottom } = FRAME;
  const taken = [];  // the first and the last come first
  return [ticks[0], ticks.at(-1), ...ticks.slice(1, -1)].filter(([value, text]) => {
    const half = upright ? 5.5 : halfOf(text), at = upright ? place(value) : Math.min(place(value), wide - half);
    const free = taken.every(([other, its]) => Math.abs(other - at) >= half + its);
    if (free) taken.push([at, half]);
    return free;
  }).map(([value, text]) => {
    const at = place(value);
    return upright ? draw("g", {}, draw("line", { x1: left, x2: wide - right, y1: at, y2: at, class: "gridline" }),
      draw("text", { x: left - 6, y: at + 3.5, "text-anchor": "end" }, text))
      : draw("g", {}, draw("line", { x1: at, x2: at, y1: top, y2: high - bottom, class: "gridline" }),
        draw("text", { x: Math.min(at, wide - halfOf(text)), y: high - bottom + 14, "text-anchor": "middle" }, text));
  });
}

/**
 * A chart: `x` and `y` are {ticks: [[value, text]], place} where place maps a value to 0..1, `series` are {colour,
 * name, points: [[x, y, title]], dashed, dots}.
 */
function chart(label, x, y, series, below) {
  const { wide, high, left, right, top, bottom } = FRAME;
  const atX = (value) => left + 8 + (wide - left - right - 16) * x.place(value);
  const atY = (value) => high - bottom - (high - top - bottom) * y.place(value);
  const lines = series.map((one) => {
    const points = one.points.filter(([, value]) => value > 0);
    const path = points.map(([px, py], place) => `${place ? "L" : "M"}${atX(px).toFixed(1)} ${atY(py).toFixed(1)}`);
    return draw("g", { class: `series c${one.colour}` },
      draw("path", { d: path.join(""), class: one.dashed ? "dashed" : "" }),
      one.dots === false ? "" : points.map(([px, py, title]) => draw("circle", { cx: atX(px), cy: atY(py),
        r: 3.6 }, draw("title", {}, title))));
  });
  return drawing(wide, high, label, { class: "chart" }, grid(y.ticks, atY, true), grid(x.ticks, atX, false),
    draw("text", { x: (left + wide - right) / 2, y: high - 6, "text-anchor": "middle", class: "axis" }, below), lines);
}

/** A chart with its title, the names and colours of its series, and buttons that copy its `rows`. */
const panel = (title, words, made, series, rows) => make("figure", { class: "panel" },
  make("figcaption", {}, make("b", {}, title), make("small", {}, ` ${words}`)), made,
  make("ul", { class: "keys" }, series.map((one) => make("li", {}, make("i", { class: `key c${one.colour}` }),
    one.name))), copyButtons(rows));

const gpuSuffix = (setup) => (page.gpus.length > 1 ? ` \u00b7 ${page.gpus[setup].name}` : "");

/** What a line of a sweep is, in the colours of a chart. */
function sweepOf(one, ladder, setup, sweep) {
  const times = sweep.lines.flatMap(([, , values]) => values).filter((us) => us > 0);
  const [least, most] = [Math.min(...times, sweep.ticks[0][0]), Math.max(...times, sweep.ticks.at(-1)[0])];
  const [first, last] = [Math.min(...sweep.places), Math.max(...sweep.places)];
  const x = { ticks: sweep.values.map((text, place) => [sweep.places[place], text]),
    place: (value) => (last > first ? (value - first) / (last - first) : 0.5) };
  const y = { ticks: sweep.ticks, place: (value) => logarithmically(value, least, most) };
  const series = sweep.lines.map(([what, name, values, texts], colour) => ({ colour: name ? colour : "roof",
    dashed: !name, dots: Boolean(name), name: name ? `${shortName(one, name)}: ${what}` : what,
    points: values.map((value, place) => [sweep.places[place], value,
      `${name ? shortName(one, name) : what}, ${sweep.by} ${sweep.values[place]}: ${texts[place]}`]) }));
  const title = `${titleOf(ladder)}: time over ${sweep.by}${gpuSuffix(setup)}`;
  const at = [sweep.at, `${cacheShown()} caches`].filter(Boolean).join(", ");
  return panel(title, `${at}; log scale`, chart(title, x, y, series,
    `${sweep.by}${sweep.scale === "log" ? " (log)" : ""}`), series,
  () => [[sweep.by, ...series.map(({ name }) => name)],
    ...sweep.values.map((value, place) => [value, ...sweep.lines.map(([, , , texts]) => texts[place])])]);
}

/** All charts of a case, for what is shown of it. */
function chartsOf(one) {
  const sweeps = one.sweeps.filter(([, setup, cache]) => shownGpus().includes(setup) && cache === cacheShown());
  const drawn = (some) => make("div", { class: "multiples" }, some.map(([place, setup, , sweep]) =>
    sweepOf(one, one.ladders[place], setup, sweep)));
  const sizes = sweeps.filter(([, , , { by }]) => by === "size");
  const others = sweeps.filter((sweep) => !sizes.includes(sweep));
  return [sizes.length ? drawn(sizes) : "",
    others.length ? folded(`Time over parameters (${others.length})`, drawn(others)) : ""];
}
