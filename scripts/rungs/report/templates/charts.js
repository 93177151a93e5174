// Charts of lines and points, drawn as SVG: sweeps over parameters and sizes as small multiples, and rooflines. Names
// of lines stand below a chart as a legend.

const FRAME = { wide: 360, high: 230, left: 64, right: 10, top: 10, bottom: 40 };
const MOST_LINES = 8;

/** Where a number lies between the first and the last of an axis, from 0 to 1. */
const logarithmically = (value, low, high) => Math.log(value / low) / Math.log(high / low);

/** Half of what a tick's text takes, about six units a letter. */
const halfOf = (text) => text.length * 3.2 + 2;

/** The lines and texts of an axis at those ticks of which no two texts overlap; `upright`: of the one on the left. */
function grid(ticks, place, upright) {
  const { wide, high, left, right, top, bottom } = FRAME;
  let last = upright ? Infinity : -Infinity;
  return ticks.filter(([value, text]) => {
    const half = halfOf(text), at = upright ? place(value) : Math.min(place(value), wide - half);
    const apart = upright ? Math.abs(last - at) > 11 : at - half >= last;
    if (apart) last = upright ? at : at + half;
    return apart;
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
 * name, points: [[x, y, title, class]], dashed, dots}.
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
      one.dots === false ? "" : points.map(([px, py, title, kind]) => draw("circle", { cx: atX(px), cy: atY(py),
        r: 3.6, class: kind }, draw("title", {}, title))));
  });
  return drawing(wide, high, label, { class: "chart" }, grid(y.ticks, atY, true), grid(x.ticks, atX, false),
    draw("text", { x: (left + wide - right) / 2, y: high - 6, "text-anchor": "middle", class: "axis" }, below), lines);
}

/** A chart with its title, the names and colours of its series, and buttons that copy its `rows`. */
const panel = (title, words, made, series, rows, ...notes) => make("figure", { class: "panel" },
  make("figcaption", {}, make("b", {}, title), make("small", {}, ` ${words}`)), made,
  make("ul", { class: "keys" }, series.map((one) => make("li", {}, make("i", { class: `key c${one.colour}` }),
    one.name))), notes, copyButtons(rows));

const gpuSuffix = (setup) => (page.gpus.length > 1 ? ` \u00b7 ${page.gpus[setup].name}` : "");

/** One panel of a sweep: some of its lines, on the axes of all. */
function panelOf(one, setup, cache, sweep, lines, part) {
  const rates = [sweep.ticks[0][0], sweep.ticks.at(-1)[0],
    ...sweep.lines.flatMap(([, values]) => values).filter((value) => value > 0)];
  const [least, most] = [Math.min(...rates), Math.max(...rates)];
  const [first, last] = [Math.min(...sweep.places), Math.max(...sweep.places)];
  const x = { ticks: sweep.values.map((text, place) => [sweep.places[place], text]),
    place: (value) => (last > first ? (value - first) / (last - first) : 0.5) };
  const y = { ticks: sweep.ticks, place: (value) => logarithmically(value, least, most) };
  const series = lines.map(([name, values, texts], colour) => ({ colour, name: shortName(one, name),
    points: values.map((value, place) => [sweep.places[place], value,
      `${shortName(one, name)}, ${sweep.by} ${sweep.values[place]}: ${texts[place]}`]) }));
  const title = `rate by ${sweep.by}${gpuSuffix(setup)}${part}`;
  return panel(title, `${sweep.at}${cache === NO_CACHE ? "" : ` ${cache}`}`, chart(title, x, y, series, sweep.by),
    series, () => [[sweep.by, ...lines.map(([name]) => name)],
      ...sweep.values.map((value, place) => [value, ...lines.map(([, , texts]) => texts[place])])]);
}

/** The sweeps of a case for what is shown, as [setup, cache, sweep]. */
const sweepsOf = (one) => view.gpus.flatMap((setup) => {
  const mine = one.sweeps.filter(([number]) => number === setup);
  const shown = nearestCache(page.caches.filter((cache) => mine.some((entry) => entry[1] === cache)));
  return mine.filter(([, cache]) => cache === shown);
});

/** How many panels a sweep takes. */
const panelsOf = ([, , sweep]) => Math.ceil(sweep.lines.length / MOST_LINES);

/** The panels of a sweep, its lines in the ladder's order. */
function drawSweep(one, [setup, cache, sweep]) {
  const order = one.ladders.flatMap((ladder) => [...ladder.rungs.map(([name]) => name), ...ladder.libraries]);
  const lines = [...sweep.lines].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0]));
  const count = panelsOf([setup, cache, sweep]), each = Math.ceil(lines.length / count);
  return Array.from({ length: count }, (_, part) => panelOf(one, setup, cache, sweep,
    lines.slice(part * each, (part + 1) * each), count > 1 ? ` \u00b7 ${part + 1} of ${count}` : ""));
}

/** The hierarchical roofline of a case on a GPU: a variant has a full point for DRAM and a hollow one for the L2, at
 * one rate, below slopes up to the highest flat roof, and the flat roofs. */
function rooflineOf(one, [setup, , roofline]) {
  const xs = roofline.x.map(([value]) => value), ys = roofline.y.map(([value]) => value);
  const [low, high] = [xs[0], xs.at(-1)];
  const top = Math.max(ys.at(-1), ...roofline.points.map(([, gops]) => gops)) * 1.2;
  const x = { ticks: roofline.x, place: (value) => logarithmically(value, low, high) };
  const y = { ticks: roofline.y, place: (value) => Math.max(0, logarithmically(value, ys[0], top)) };
  const roof = (name, dashed, ...points) => ({ colour: "roof", dots: false, name, dashed, points });
  const roofs = [...roofline.slopes.map(([, gbps, text]) => roof(text, false, [low, gbps * low],
    [Math.min(high, top / gbps), Math.min(gbps * high, top)])),
  ...roofline.flat.map(([, gops, text]) => roof(text, true, [low, gops], [high, gops]))];
  const series = roofline.points.map(([name, gops, text, levels], colour) => ({ colour,
    name: `${shortName(one, name)}, ${text}`, points: levels.map(([level, intensity, words]) => [intensity, gops,
      `${shortName(one, name)}: ${text}, ${words}`, level === "DRAM" ? "" : "hollow"]) }));
  const title = `Roofline${gpuSuffix(setup)}`, levelsOf = roofline.slopes.map(([level]) => level);
  return panel(title, "full: DRAM, hollow: L2; the nearer to its roof the better",
    chart(title, x, y, [...roofs, ...series], "operations per byte"), series,
    () => [["variant", "operations", ...levelsOf.map((level) => `operations per byte of ${level}`)],
      ...roofline.points.map(([name, , text, levels]) => [name, text,
        ...levelsOf.map((level) => String(levels.find(([mine]) => mine === level)?.[1] ?? ""))])],
    note(`roofs: ${roofs.map(({ name }) => name).join(" \u00b7 ")}`),
    roofline.left_out.length ? note(`not drawn: ${roofline.left_out.join(", ")}`) : "");
}

/** Charts side by side, folded away and drawn when they are first looked at. */
function foldedCharts(key, title, drawAll) {
  const inside = make("div", { class: "multiples" });
  const part = make("details", { class: "charts", open: view.unfolded.has(key) }, make("summary", {}, title), inside);
  part.fill = () => { if (!inside.children.length) inside.append(...drawAll()); };
  part.addEventListener("toggle", () => {
    if (part.open) part.fill();
    view.unfolded[part.open ? "add" : "delete"](key);
  });
  if (part.open) part.fill();
  return part;
}

/** All charts of a case, for what is shown of it. */
function chartsOf(one) {
  const sweeps = sweepsOf(one), panels = sweeps.reduce((sum, sweep) => sum + panelsOf(sweep), 0);
  const roofs = one.rooflines.filter(([setup, problem]) => view.gpus.includes(setup) && problem === problemOf(one));
  return [panels ? foldedCharts(`sweeps ${one.name}`, `Parameters and sizes (${panels})`, () =>
    sweeps.flatMap((sweep) => drawSweep(one, sweep))) : "",
  roofs.length ? foldedCharts(`roofline ${one.name}`, "Roofline", () => roofs.map((roof) => rooflineOf(one, roof)))
    : ""];
}
